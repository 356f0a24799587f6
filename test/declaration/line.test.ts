import fc from 'fast-check';
import { expect, test } from 'vitest';
import { command } from '../../src/command.ts';
import { text } from '../../src/declaration/kind.ts';
import { type Given, writeLine } from '../../src/declaration/line.ts';
import { flag, optional, repeated } from '../../src/declaration/option.ts';

const options = {
  outFile: optional(text(), 'a file'),
  where: repeated(text(), 'conditions'),
  noHeader: flag('a switch'),
  color: flag('another', { negative: 'no colours' }),
};
const declared = command({
  ...{ words: 'costs list', purpose: 'List', examples: [], options },
  run: () => Promise.resolve(),
});

/** The words of a line as a POSIX shell takes them apart. */
function splitLine(line: string): string[] {
  const words = line.match(/(?:'[^']*'|\\.|[^\s'\\])+/gs) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|\\(.)/gs, '$1$2'));
}

/** What the words give to the options above. */
function readWords(words: readonly string[]): Given {
  const given: Given & { arguments: string[]; options: Record<string, string[] | boolean> } = {
    ...{ arguments: [], options: {} },
  };
  const keys = new Map([
    ['--out-file', 'outFile'],
    ['--where', 'where'],
  ]);
  const switches = new Map<string, readonly [string, boolean]>([
    ['--no-header', ['noHeader', true]],
    ['--no-no-header', ['noHeader', false]],
    ['--color', ['color', true]],
    ['--no-color', ['color', false]],
  ]);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, flagged = word, joined] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
    const key = keys.get(flagged);
    const turned = switches.get(word);
    if (turned !== undefined) given.options[turned[0]] = turned[1];
    else if (key === undefined) given.arguments.push(word);
    else {
      at += joined === undefined ? 1 : 0;
      const value = joined ?? words[at] ?? 'no value';
      // A value that begins with a dash is one only if it is joined to its option.
      expect(joined !== undefined || value === '-' || !value.startsWith('-')).toBe(true);
      given.options[key] = [given.options[key] ?? []].flat().concat(value) as string[];
    }
  }
  return given;
}

const value = fc.oneof(
  fc.string(),
  fc.constantFrom('-', '-x', '--where', "it's", '', 'a b', '$HOME', 'x-', '`a`', 'l\nm', 'a=b'),
);
const values = fc.array(value, { minLength: 1, maxLength: 3 });
const given = fc.record({
  arguments: fc.array(
    value.filter((one) => !one.startsWith('-')),
    { maxLength: 2 },
  ),
  options: fc.record(
    {
      where: values,
      outFile: value.map((one) => [one]),
      noHeader: fc.boolean(),
      color: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
});

test('a shell takes the line of a run apart into what was given', () => {
  fc.assert(
    fc.property(given, (one) => {
      const [program, group, action, ...words] = splitLine(writeLine(declared, options, one));
      expect([program, group, action]).toEqual(['costctl', 'costs', 'list']);
      expect(readWords(words)).toEqual(one);
    }),
  );
});

test('a value that begins with a dash is joined to its option, but not - alone', () => {
  const one = { arguments: [], options: { outFile: ['-'], where: ['-x', 'x-'] } };
  expect(writeLine(declared, options, one)).toBe(
    'costctl costs list --out-file - --where=-x --where x-',
  );
});

test('an option can be left out of the line, or have another value', () => {
  const one = { arguments: ['x'], options: { color: false, where: ['a', 'b'] } };
  expect(writeLine(declared, options, one, { where: undefined, outFile: ['-f'] })).toBe(
    'costctl costs list x --out-file=-f --no-color',
  );
});
