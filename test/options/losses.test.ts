import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeCommand, type OptionNode } from '../../src/help/tree.ts';
import { createWholeProgram } from '../../src/program.ts';
import { createContext } from '../helpers/context.ts';
import { border } from './lose.ts';
import { losses } from './losses.ts';
import { openPoints, points } from './points.ts';
import { choices, defaults, elsewhere, globalChoices, globalDefaults } from './stated.ts';
import { changesOf, loseWord } from './values.ts';

test.each([...new Set(points.map(({ file }) => file))])('options can be lost in %s', (file) => {
  const source = readFileSync(file, 'utf8');
  expect(openPoints(file, source)).not.toBe(source);
});

test('each place calls what there is to call', () => {
  const called = points.flatMap(({ to }) => to.match(/(?<=border\.)\w+/g) ?? []);
  expect([...new Set(called)].sort()).toEqual(Object.keys(border).sort());
});

test('a place that is gone is told', () => {
  expect(() => openPoints('src/main.ts', '')).toThrow('src/main.ts does not have once: if (argv');
});

test('nothing is lost twice', () => {
  const titles = losses.map(({ title }) => title);
  expect(titles.filter((title, place) => titles.indexOf(title) < place)).toEqual([]);
});

const root = describeCommand(await createWholeProgram(createContext()));

/** The option of a title such as `costs check --by`. */
function findOption(title: string): OptionNode | undefined {
  const words = title.split(' ');
  const long = words.pop();
  const command = words.reduce<typeof root | undefined>(
    (found, word) => found?.commands.find(({ name }) => name === word),
    root,
  );
  return command?.options.find((option) => option.long === long);
}

test.each(Object.entries({ ...choices, ...globalChoices }))(
  '%s still has its values',
  (title, values) => {
    const { choices: few, description } = findOption(title) ?? { description: '' };
    const stated = few ?? values.filter((value) => description.includes(value));
    expect([...stated].sort()).toEqual([...values].sort());
  },
);

test.each(Object.entries(elsewhere))('%s is shown by %s', (title, file) => {
  const [word = ''] = title.replace(/^--/, '').split(' ');
  expect(losses.map((loss) => loss.title)).toContain(title);
  expect(readFileSync(file, 'utf8')).toContain(word);
});

test.each(Object.keys({ ...defaults, ...globalDefaults }))('%s still has a default', (title) => {
  expect(findOption(title)?.description).toContain('default');
});

test('what help calls a default is known', () => {
  const titles = losses.map(({ title }) => title);
  const stated = titles.filter((title) => findOption(title)?.description.includes('(default'));
  const known = [...Object.keys(defaults), ...Object.keys(globalDefaults)];
  expect(stated.filter((title) => !known.includes(title))).toEqual([]);
});

test.each([
  [{ by: 'a', top: '2' }, [{ top: '2' }, { by: 'a1', top: '2' }, { by: 'ax', top: '2' }]],
  [{ top: '2' }, []],
  [{ by: ['a', 'b'] }, [{}, { by: ['a', 'b1'] }, { by: ['a', 'bx'] }]],
  [{ by: true }, [{}]],
  [{ by: '2026-03-01' }, [{}, { by: '2026-02-28' }]],
])('an option is lost from %j', (given, left) => {
  expect(changesOf({ kind: 'ignored', name: 'by' }, given)).toEqual(left);
});

test('of two options that share a name the one is lost and the other stays', () => {
  const change = { kind: 'ignored', name: 'total', given: false } as const;
  expect(changesOf(change, { total: false })).toEqual([{}]);
  expect(changesOf(change, { total: true })).toEqual([]);
});

test('a value is taken for another, alone and among others', () => {
  const change = { kind: 'taken', name: 'clear', of: 'a', to: 'b' } as const;
  expect(changesOf(change, { clear: 'a' })).toEqual([{ clear: 'b' }]);
  expect(changesOf(change, { clear: ['c', 'a'] })).toEqual([{ clear: ['c', 'b'] }]);
  expect(changesOf(change, { clear: 'c' })).toEqual([]);
});

test('a default changes only what was left out', () => {
  const change = { kind: 'default', name: 'digits', to: '7' } as const;
  expect(changesOf(change, { by: 'a' })).toEqual([{ by: 'a', digits: '7' }]);
  expect(changesOf(change, { digits: '3' })).toEqual([]);
});

test.each([
  [{ name: '-o' }, ['users', 'list', '-ojson'], ['users', 'list', '--unknown']],
  [{ name: '-o' }, ['users', 'list', '--output', 'json'], undefined],
  [
    { name: 'ls', behind: 'workspaces' },
    ['-q', 'workspaces', 'ls'],
    ['-q', 'workspaces', '--unknown'],
  ],
  [{ name: 'ls', behind: 'workspaces' }, ['workspaces', 'providers', 'ls'], undefined],
])('the word %j of %j is unknown', (word, argv, left) => {
  expect(loseWord(word, argv)).toEqual(left);
});
