import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { loadGroups } from '../../../src/cli/groups.ts';
import { describeProgram as describeLoaded } from '../../../src/cli/help/describe-program.ts';
import { answerHelp } from '../../../src/cli/help/render-help.ts';
import type { FindTree } from '../../../src/cli/help/tree.ts';
import { findTree, storeImportedTree } from '../../../src/cli/help/tree-cache.ts';
import { writeTree } from '../../../src/cli/help/tree-text.ts';
import { main } from '../../../src/cli/main.ts';
import type { Context } from '../../../src/context.ts';
import { actionsOf } from '../../helpers/actions.ts';
import { createContext } from '../../helpers/context.ts';
import { createFolder, run } from '../../helpers/run.ts';
import { fullDocument } from '../../openapi/fixtures/full.ts';

const address = 'https://Cost.example.test/A';
const describeProgram = async (where: Context) => describeLoaded(where, await loadGroups());
const tree = await describeProgram(createContext());
const built = writeTree(tree, 'build-1');
const document = JSON.stringify(fullDocument());

let folder: string;
let context: Context;

beforeEach(() => {
  folder = createFolder();
  context = contextOf({});
});

function contextOf(env: Readonly<Record<string, string>>): Context {
  const fixed = { COSTCTL_CONFIG_DIR: join(folder, 'config'), COSTCTL_BASE_URL: address };
  return createContext({ env: { ...fixed, ...env } });
}

async function importDocument(stdin = document): Promise<void> {
  const env = { COSTCTL_BASE_URL: address };
  const named = ['api', 'import', '-', '--name', 'full'];
  expect(await run(named, { folder, env, stdin })).toMatchObject({ exitCode: 0 });
}

/** The help that a line is answered with from a tree; undefined if it must be asked elsewhere. */
async function helpOf(argv: readonly string[], from = built, where = context) {
  const found = await findTree(where, argv, loadGroups, from);
  return found && answerHelp(where, found, argv);
}

function storedFiles(): string[] {
  return readdirSync(join(folder, 'config/described')).sort();
}

const lines = [
  '--help',
  'budgets --help',
  'budgets create --help',
  'help budgets rm',
  'metrics import --help',
  'workspaces create --help',
  'workspaces providers enable -h',
  'virtual-tags --help',
  'rates',
];

test.each(lines)('%s prints the same from a stored tree as from the commands', async (line) => {
  await importDocument();
  const argv = line.split(' ');
  const env = { COSTCTL_BASE_URL: address };
  const { stdout } = await run(argv, { folder, env });
  expect(await helpOf(argv)).toBe(stdout);
  expect(storedFiles()).toHaveLength(3);
  expect(await helpOf(argv)).toBe(stdout);
});

test('the tree of a document has its commands, and every command of the program', async () => {
  const paths = {
    '/v1/pins': { get: { tags: ['workspaces providers'], operationId: 'listPins' } },
    '/v1/parcels': { get: { tags: ['parcels'], operationId: 'listParcels' } },
  };
  await importDocument(JSON.stringify({ openapi: '3.1.0', paths }));
  const linesOf = (root = tree) => actionsOf(root).map(({ line }) => line);
  const whole = linesOf(await describeProgram(context));
  expect(whole).toHaveLength(linesOf().length + 2);
  for (const name of [...tree.commands.map((one) => one.name), 'parcels']) {
    if (name === 'help') continue;
    const found = await findTree(context, [name], loadGroups, built);
    expect(linesOf(found).sort()).toEqual(
      whole.filter((line) => line.split(' ')[0] === name).sort(),
    );
  }
});

test('the tree of a document is stored before it is asked for, if that is wanted', async () => {
  await importDocument();
  const described = join(folder, 'config/described');
  const trees = storedFiles().filter((name) => !name.endsWith('.json'));
  for (const name of trees) rmSync(join(described, name));
  await storeImportedTree(context, {}, loadGroups, built);
  expect(storedFiles()).toHaveLength(3);
});

test.each([
  ...['-h', 'help', 'help nothing', 'workspaces get --help -q', 'workspaces nothing --help'],
  ...['--nothing --help', 'rates list --help --max x', 'workspaces', 'nothing'],
  ...['help api DELETE', 'api GET --help', '--help -- x', '-- --help', 'rates -- --help'],
])('%s is answered the same with a tree at hand', async (line) => {
  const argv = line.split(' ');
  const screens = () => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    return { stdout, stderr, read: () => [String(stdout.read()), String(stderr.read())] };
  };
  const [own, other] = [screens(), screens()];
  const find: FindTree = (where, words) => findTree(where, words, loadGroups, built);
  const codes = [
    await main({ ...context, stdout: own.stdout, stderr: own.stderr }, argv, find),
    await main({ ...context, stdout: other.stdout, stderr: other.stderr }, argv),
  ];
  expect([codes[0], own.read()]).toEqual([codes[1], other.read()]);
});

test.each([
  [['budgets', 'create'], ['budgets']],
  [
    ['help', 'budgets'],
    ['help', 'budgets'],
  ],
])('of a tree, only the commands that %j begins with are read', async (argv, names) => {
  await importDocument();
  const found = await findTree(context, argv, loadGroups, built);
  expect(found?.commands.map(({ name }) => name).sort()).toEqual(names.sort());
});

test.each([[['-w', 'budgets']], [['help']], [['budget']]])(
  'every command is read for %j, which begins with none',
  async (argv) => {
    await importDocument();
    const found = await findTree(context, argv, loadGroups, built);
    expect(found?.commands.length).toBeGreaterThanOrEqual(tree.commands.length);
  },
);

test('the words of each imported group are stored for the shells, with what they mean', async () => {
  const paths = {
    '/v1/parcels': { get: { tags: ['parcels'], summary: 'List\tall: \u001b[1mparcels' } },
    '/v1/users/{id}/pins': { post: { tags: ['users'], operationId: 'pinUser' } },
  };
  await importDocument(JSON.stringify({ openapi: '3.1.0', paths }));
  await helpOf(['parcels', '--help']);
  const name = storedFiles().find((one) => one.endsWith('.words')) ?? '';
  const text = readFileSync(join(folder, 'config/described', name), 'utf8');
  expect(text).toMatch(/^\/\tparcels:Parcels(\t.*)?$/m);
  expect(text).toContain('\n/parcels\tlist:List all: [1mparcels\n');
});

test('only its owner can read the stored tree of an address', async () => {
  await importDocument();
  await helpOf(['--help']);
  const modes = storedFiles().map(
    (name) => statSync(join(folder, 'config/described', name)).mode & 0o777,
  );
  expect(modes).toEqual([0o600, 0o600, 0o600]);
});

test.each([
  ['a document that is imported again', () => importDocument(document.replaceAll('First', 'New'))],
  ['a tree that is broken', () => breakTree('build-1')],
  ['a tree of another origin', () => breakTree('')],
])('%s causes the tree to be written again', async (_name, change) => {
  await importDocument();
  const before = await helpOf(['budgets', '--help']);
  await change();
  expect(await helpOf(['budgets', '--help'])).toBe(before);
  const [, name = ''] = storedFiles();
  const [origin, , root = ''] = readFileSync(join(folder, 'config/described', name), 'utf8').split(
    '\n',
  );
  expect(origin).toMatch(/^build-1 /);
  expect(JSON.parse(root)).toMatchObject({ name: 'costctl' });
});

function breakTree(origin: string): void {
  const [, name = ''] = storedFiles();
  const path = join(folder, 'config/described', name);
  const [first = ''] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, `${origin === '' ? 'another' : first}\n{"name":`);
}

test('another build of the program writes its own tree', async () => {
  await importDocument();
  await helpOf(['--help']);
  const other = writeTree({ ...tree, description: 'Another' }, 'build-2');
  expect(await helpOf(['budgets', 'list', '--help'], other)).toContain(
    'Usage: costctl budgets list',
  );
  const [, name = ''] = storedFiles();
  expect(readFileSync(join(folder, 'config/described', name), 'utf8')).toMatch(/^build-2 /);
});

test.each([
  ['another address', ['--base-url', 'https://other.test'], {}],
  ['an address that differs in large letters', ['--base-url=https://Cost.example.test/a'], {}],
  ['the sandbox', ['--sandbox'], {}],
  ['no address', [], { COSTCTL_BASE_URL: '' }],
])('%s uses the built-in tree', async (_name, flags, env) => {
  await importDocument();
  const before = storedFiles();
  const help = await helpOf(['budgets', 'list', '--help', ...flags], built, contextOf(env));
  expect(help).toContain('its path is not published');
  expect(storedFiles()).toEqual(before);
});

test.each([
  [['-qp', 'work', '--help']],
  [['-pwork', '--help']],
  [['--profile', 'nobody', '--help']],
  [['--base-url', 'nowhere', '--help']],
])('the help of %j comes from the commands, not from the tree', async (argv) => {
  await importDocument();
  expect(await helpOf(argv)).toBeUndefined();
});

test('forgetting a document removes its tree and its folder', async () => {
  await importDocument();
  await helpOf(['--help']);
  const env = { COSTCTL_BASE_URL: address };
  await run(['api', 'documents', '--forget', 'full'], { folder, env });
  expect(readdirSync(join(folder, 'config'))).toEqual([]);
  expect(await helpOf(['budgets', 'list', '--help'])).toContain('its path is not published');
});

test('help works if nothing can be written', async () => {
  await importDocument();
  const [name = ''] = storedFiles();
  const path = join(folder, 'config/described', name.replace(/json$/, 'tree'));
  rmSync(path, { force: true });
  mkdirSync(path);
  expect(await helpOf(['budgets', 'create', '--help'])).toContain('--threshold <n>');
});
