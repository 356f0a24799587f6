import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readNext } from '../../../src/cli/completion/for-line.ts';
import { kindOfArgument, specsOf } from '../../../src/cli/completion/specs.ts';
import type { CommandNode } from '../../../src/cli/help/tree.ts';
import { describeWhole } from '../../helpers/actions.ts';
import { createFolder, run } from '../../helpers/run.ts';
import { fullDocument } from '../../openapi/fixtures/full.ts';

const tree = await describeWhole();
const specs = specsOf(tree).filter(({ path }) => path !== 'help' && path !== '+');
const shared = specsOf(tree).find(({ path }) => path === '+')?.options ?? [];
const general = specs.find(({ path }) => path === '')?.options ?? [];
const words = (path: string) => path.split(' ').filter(Boolean);

test.each(specs)('costctl offers the same words after "$path" as the scripts', (spec) => {
  const named = [...spec.options, ...general].flatMap((option) =>
    option.names[0] === '+' ? shared.flatMap(({ names }) => names) : option.names,
  );
  const dashes = readNext(tree, words(spec.path), '-');
  expect(valuesOf(dashes)).toEqual([...new Set(named)].sort());
  if (spec.words.length > 0) {
    const next = readNext(tree, words(spec.path), '');
    expect(valuesOf(next)).toEqual(spec.words.map(({ name }) => name).sort());
  }
  const [argument] = spec.arguments;
  if (argument !== undefined) {
    expect(kindOf(readNext(tree, words(spec.path), ''))).toEqual(argument.kind);
  }
  for (const { names, kind } of spec.options.filter((one) => one.kind !== undefined)) {
    const [name = ''] = names;
    expect(kindOf(readNext(tree, [...words(spec.path), name], ''))).toEqual(kind);
  }
});

function valuesOf(next: ReturnType<typeof readNext>): string[] {
  return 'offers' in next ? next.offers.map(([value]) => value).sort() : [];
}

function kindOf(next: ReturnType<typeof readNext>) {
  if ('offers' in next) return undefined;
  return 'option' in next ? next.option.completes : kindOfArgument(next.path, next.argument);
}

test.each<[words: string[], current: string, next: object]>([
  [['-o', 'json', 'users', 'ls', '--role'], 'o', { current: 'o', before: '' }],
  [['users', 'list'], '--role=o', { current: 'o', before: '--role=' }],
  [['users', 'list', '--role='], 'o', { current: 'o', before: '' }],
  [['users', 'list', '--role=owner'], '', { offers: [] }],
  [['providers', 'test', 'a', 'b'], '', { kind: { live: 'providers' } }],
  [['metrics', 'import', 'bmt_x'], 'ord', { kind: 'file' }],
  [['users', 'list'], '--nonsense=', { offers: [] }],
])('%j and %j are parsed the way the shells parse them', (typed, current, next) => {
  const found = readNext(tree, typed, current);
  expect({ ...found, kind: kindOf(found) }).toMatchObject(next);
});

test('help offers groups and topics, and after a group its actions', () => {
  expect(valuesOf(readNext(tree, ['help'], ''))).toEqual(
    expect.arrayContaining(['workspaces', 'exit-codes']),
  );
  expect(valuesOf(readNext(tree, ['help', 'rates'], ''))).not.toContain('exit-codes');
});

const folder = createFolder();
const env = { COSTCTL_BASE_URL: 'https://api.example.test' };

async function offered(typed: string, current: string): Promise<string[]> {
  const argv = ['__complete', 'line', `=${current}`, ...words(typed)];
  const { stdout, stderr, exitCode } = await run(argv, { folder, env });
  expect([stderr, exitCode]).toEqual(['', 0]);
  return stdout.split('\n').slice(0, -1);
}

test('a command added by a document completes like a built-in command', async () => {
  const stdin = JSON.stringify(fullDocument());
  await run(['api', 'import', '-'], { folder, env, stdin });
  expect(await offered('', 'budg')).toEqual(['budgets\tBudgets']);
  expect(await offered('budgets', 'cr')).toEqual(['create\tInvented: createBudget']);
  expect(await offered('budgets create', '--th')).toEqual(['--threshold\tthreshold (1 to 100)']);
  expect(await offered('budgets create --period', '')).toEqual(['month\t', 'quarter\t', 'year\t']);
  expect(await offered('budgets create', '--period=q')).toEqual(['--period=quarter\t']);
  expect(await offered('teams add-member t_1 --role', 'e')).toEqual(['editor\t']);
  expect(await offered('workspaces create', '--curr')).toHaveLength(1);
  expect(await offered('budgets rm', '--y')).toEqual(await offered('filters rm', '--y'));
  const options = async (line: string) =>
    (await offered(line, '--')).map((text) => text.split('\t')[0]);
  const lists = [await options('budgets list'), await options('providers list')];
  const added = ['--request-header', '--envelope'];
  const special = ['--type', '--tree'];
  const own = lists[0]?.filter((name) => !added.includes(name ?? ''));
  expect(own?.toSorted()).toEqual(
    lists[1]?.filter((name) => !special.includes(name ?? '')).toSorted(),
  );
});

test('every command of the tree is offered if the published document is imported', async () => {
  const other = createFolder();
  await run(['--sandbox', 'api', 'import', join(process.cwd(), 'test/openapi.yaml')], {
    folder: other,
  });
  const { stdout } = await run(['__complete', 'line', '=', '--sandbox'], { folder: other });
  const names = tree.commands.map((one: CommandNode) => one.name).sort();
  expect(
    stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t')[0])
      .sort(),
  ).toEqual(names);
});
