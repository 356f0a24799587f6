import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findImportedPage } from '../../../src/cli/help/imported-pages.ts';
import { storePages } from '../../../src/cli/help/store-pages.ts';
import { createContext } from '../../helpers/context.ts';
import { createFolder, run } from '../../helpers/run.ts';
import { fullDocument } from '../../openapi/fixtures/full.ts';

const address = 'https://cost.example.test';
const document = JSON.stringify(fullDocument());

let folder: string;
let config: string;
let env: Record<string, string>;

beforeEach(async () => {
  folder = createFolder();
  config = join(folder, 'config');
  env = { COSTCTL_CONFIG_DIR: config, COSTCTL_BASE_URL: address };
  await importDocument(document);
});

async function importDocument(stdin: string): Promise<void> {
  const named = ['api', 'import', '-', '--name', 'full'];
  expect(await run(named, { folder, env, stdin })).toMatchObject({ exitCode: 0 });
}

const contextNow = () => createContext({ env, userId: process.getuid?.() });
const findPage = (line: string) => findImportedPage(contextNow(), config, line.split(' '), 80);
const helpOf = async (line: string) => (await run(line.split(' '), { folder, env })).stdout;
const configFile = () => join(config, 'config.json');

function writeProfiles(current: string): void {
  const profiles = { a: { baseUrl: address }, b: { baseUrl: 'https://other.test' } };
  writeFileSync(configFile(), JSON.stringify({ current, profiles }), { mode: 0o600 });
}

const lines = [
  ...['--help', 'budgets --help', 'budgets create --help', 'metrics import -h'],
  ...['workspaces create --help', 'workspaces providers enable --help', 'rates --help'],
];

test.each(lines)('the stored page of %s is what a run prints', async (line) => {
  expect(findPage(line)).toBeUndefined();
  await storePages(contextNow());
  expect(findPage(line)).toBe(await helpOf(line));
});

test('some of these pages differ from those of the program without a document', async () => {
  await storePages(contextNow());
  const imported = lines.map(findPage);
  env = { ...env, COSTCTL_BASE_URL: 'https://other.test' };
  await storePages(contextNow());
  const plain = lines.map(findPage);
  expect(plain).not.toContain(undefined);
  expect(imported.filter((text, at) => text !== plain[at]).length).toBeGreaterThan(2);
});

test('a topic needs no look at the document', async () => {
  expect(findPage('help output')).toBe(await helpOf('help output'));
});

test.each(['pins --help', 'pins list --help', 'budgets', 'budgets --help --sandbox'])(
  'no page is stored for %s, which the build does not have',
  async (line) => {
    await storePages(contextNow());
    expect(findPage(line)).toBeUndefined();
  },
);

const without = JSON.stringify({ openapi: '3.1.0', paths: { '/v1/pins': { get: {} } } });

const changes: [name: string, change: () => unknown][] = [
  ['the document', () => importDocument(without)],
  ['the time of the document', () => utimesSync(join(config, 'described', jsonName()), 1, 1)],
  ['the address', () => Object.assign(env, { COSTCTL_BASE_URL: 'https://other.test' })],
  ['no address', () => Object.assign(env, { COSTCTL_BASE_URL: '' })],
  ['an invalid address', () => Object.assign(env, { COSTCTL_BASE_URL: 'nowhere' })],
  ['the profile of the environment', () => Object.assign(env, { COSTCTL_PROFILE: 'b' })],
  ['the configuration', () => writeProfiles('b')],
  ['who may change the configuration', () => chmodSync(config, 0o770)],
  ['a forgotten document', () => run(['api', 'documents', '--forget', 'full'], { folder, env })],
  ['the build', () => edit('shown', (text) => text.replace('"of":"//', '"of":"//9.'))],
  ['damaged pages', () => edit(jsonName().replace('.json', '.pages'), () => 'broken')],
  ['a damaged note', () => edit('shown', () => '{')],
];

const jsonName = () =>
  readdirSync(join(config, 'described')).find((one) => one.endsWith('.json')) ?? '';

function edit(name: string, change: (text: string) => string): void {
  const path = join(config, 'described', name);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

test.each(changes)('after a change of %s no stored page is printed', async (_name, change) => {
  await storePages(contextNow());
  expect(lines.map(findPage)).not.toContain(undefined);
  await change();
  expect(lines.map(findPage)).toEqual(lines.map(() => undefined));
});

test('after a change of the profile in use, the pages are those of its address', async () => {
  env = { COSTCTL_CONFIG_DIR: config };
  mkdirSync(config, { recursive: true });
  for (const current of ['a', 'b', 'a']) {
    writeProfiles(current);
    expect(findPage('--help')).toBeUndefined();
    await storePages(contextNow());
    expect(findPage('--help')).toBe(await helpOf('--help'));
  }
});
