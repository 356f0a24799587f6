import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadDeclarations } from '../../src/cli/groups.ts';
import { describeOption } from '../../src/cli/help/describe-option.ts';
import { rootOptions } from '../../src/cli/help/describe-root.ts';
import type { CommandNode, OptionNode } from '../../src/cli/help/tree.ts';
import { parse } from '../../src/cli/parse.ts';
import { flagsOf, readTokens, type Tokens } from '../../src/cli/tokens.ts';
import { flagOf } from '../../src/declaration/line.ts';
import type { Option } from '../../src/declaration/option.ts';
import { optionsOf } from '../../src/declaration/shared.ts';
import { describeWhole } from '../helpers/actions.ts';
import { run } from '../helpers/run.ts';
import { runs } from '../helpers/runs.ts';

const root = await describeWhole();
const declared = (await loadDeclarations()).map((one) => ({ ...one, all: optionsOf(one) }));

/** What a person may write as a value: also what looks like a number, a path or an assignment. */
const value = fc.constantFrom('x', '7d', 'a=b', '-', '-5', '-1.5e3', './f', 'list', 'ä b', '');

/** An option as it may be written: apart, with a sign, or joined. */
function written(option: OptionNode): fc.Arbitrary<string[]> {
  const { short, long } = option;
  const names = short === undefined ? [long] : [long, short];
  if (option.value === undefined) return fc.constantFrom(...names.map((name) => [name]));
  const joined = value.map((text) => [`${long}=${text}`]);
  const apart = fc.tuple(fc.constantFrom(...names), value).map((pair) => [...pair]);
  if (short === undefined) return fc.oneof(joined, apart);
  const short1 = value.filter((text) => text !== '').map((text) => [`${short}${text}`]);
  return fc.oneof(joined, apart, short1);
}

/** Letters of switches in one word, the last of which may be that of an option with a value. */
function joined(options: readonly OptionNode[]): fc.Arbitrary<string[]> {
  const letters = options.flatMap(({ short, value: name }) =>
    short === undefined || name !== undefined ? [] : short.slice(1),
  );
  const valued = options.flatMap(({ short, value: name }) =>
    short === undefined || name === undefined ? [] : short.slice(1),
  );
  return fc
    .tuple(
      fc.array(fc.constantFrom(...letters), { minLength: 1 }),
      fc.constantFrom(...valued),
      value,
    )
    .map(([some, last, text]) => [`-${some.join('')}${last}`, text]);
}

const isUsual = ({ long }: OptionNode) => !['--help', '--version'].includes(long);

/** The values of an action's options and its arguments, as the tokens have them. */
function givenIn({ list }: Tokens, all: Readonly<Record<string, Option>>) {
  const keys = Object.entries(all).flatMap(([key, option]) =>
    describeOption(key, option).map(({ long }): [string, string] => [long, key]),
  );
  const keyOf = new Map(keys);
  const options: Record<string, string[] | boolean> = {};
  for (const token of list) {
    const key = token.kind === 'option' ? keyOf.get(token.option.long) : undefined;
    if (token.kind !== 'option' || key === undefined) continue;
    const before = options[key];
    if (token.option.value === undefined) options[key] = token.option.long === flagOf(key);
    else options[key] = [...(Array.isArray(before) ? before : []), token.value ?? ''];
  }
  return { arguments: list.flatMap((one) => (one.kind === 'word' ? one.text : [])), options };
}

test('for every action, the tokens of a line are what commander parses', async () => {
  for (const one of declared) {
    const own = Object.entries(one.all).flatMap(([key, option]) => describeOption(key, option));
    const usual = [...own, ...rootOptions].filter(isUsual);
    const needed = own.filter(({ required }) => required === true);
    const parameters = Object.values(one.arguments);
    const line = fc
      .tuple(
        fc.tuple(...needed.map(written)),
        fc.array(fc.oneof(fc.constantFrom(...usual).chain(written), joined(usual)), {
          maxLength: 5,
        }),
        fc.array(value, {
          minLength: parameters.filter(({ required }) => required).length,
          maxLength: parameters.some(({ variadic }) => variadic) ? 5 : parameters.length,
        }),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
      )
      .map(([required, options, words, ends, order]) => {
        const parts = [...required, ...options, ...(ends ? [] : words.map((word) => [word]))];
        const mixed = parts
          .map((part) => ({ part, rank: order.next().value ?? 0 }))
          .sort((a, b) => a.rank - b.rank)
          .flatMap(({ part }) => part);
        return ends ? [...mixed, '--', ...words] : mixed;
      });
    await fc.assert(
      fc.asyncProperty(line, async (words) => {
        const names = one.words.split(' ');
        const tokens = readTokens(whole(root, names, own), [...names, ...words]);
        expect(tokens.path.slice(1).map(({ name }) => name)).toEqual(names);
        const given = await parse({ declared: one, options: one.all }, words);
        expect(givenIn(tokens, one.all)).toEqual(given);
      }),
      { numRuns: runs(25) },
    );
  }
});

/** The tree in which one action has its hidden options too, as in a run. */
function whole(
  node: CommandNode,
  words: readonly string[],
  own: readonly OptionNode[],
): CommandNode {
  const [next, ...rest] = words;
  if (next === undefined) {
    return { ...node, options: [...own, ...node.options.filter(({ long }) => long === '--help')] };
  }
  const commands = node.commands.map((one) => (one.name === next ? whole(one, rest, own) : one));
  return { ...node, commands };
}

test('no action has an option of the program under another meaning', () => {
  const names = new Set(
    rootOptions.flatMap(({ short, long }) => [long, ...(short === undefined ? [] : [short])]),
  );
  for (const { words, all } of declared) {
    const own = Object.entries(all).flatMap(([key, option]) => describeOption(key, option));
    const taken = own.filter(({ short = '', long }) => names.has(short) || names.has(long));
    expect({ words, taken }).toEqual({ words, taken: [] });
  }
});

test.each<[line: string, flags: object]>([
  ['workspaces list -qojson', { quiet: true, output: 'json' }],
  ['--base-url=https://a.test/?b=c -pwork', { baseUrl: 'https://a.test/?b=c', profile: 'work' }],
  ['users list --role -o yaml', { output: 'yaml' }],
  ['users list --nonsense x -o yaml --no-color', { output: 'yaml', color: false }],
  ['users list -- -o yaml', {}],
  ['-o', {}],
  ['-o csv -o tsv', { output: 'tsv' }],
])('the options of the program in: %s', (line, flags) => {
  expect(flagsOf(readTokens(root, line.split(' ')))).toEqual(flags);
});

test.each<[line: string, path: string]>([
  ['api GET /v1/users', 'api request'],
  ['api --data {} POST /v1/users', 'api request'],
  ['-- workspaces ls', 'workspaces list'],
  ['workspaces nothing list', 'workspaces'],
  ['--nothing workspaces list', ''],
])('the command that is named by: %s', (line, path) => {
  const [, ...nodes] = readTokens(root, line.split(' ')).path;
  expect(nodes.map(({ name }) => name).join(' ')).toBe(path);
});

test.each(['-q', '--dry-run', '-ojson', '--sandbox'])(
  'an option is never the value of another one by mistake: --title %s',
  async (word) => {
    const line = ['filters', 'create', '--sandbox', '--filter', 'x', '--title', word];
    const { stdout, stderr, exitCode } = await run(line);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain("option '--title <text>' needs a value");
  },
);
