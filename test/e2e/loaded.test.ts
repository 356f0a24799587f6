import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createFolder, removeFolder, runProgram } from './program.ts';

const Coverage = z.object({ result: z.array(z.object({ url: z.string() })) });

/** The texts of all that a line loads of the built program, as Node's coverage names it. */
async function loadedBy(line: readonly string[], status = 0): Promise<string[]> {
  const folder = createFolder();
  try {
    const covered = join(folder, 'covered');
    const env = { HOME: folder, NODE_V8_COVERAGE: covered };
    expect(await runProgram(line, { env })).toMatchObject({ status });
    return readdirSync(covered)
      .flatMap(
        (name) => Coverage.parse(JSON.parse(readFileSync(join(covered, name), 'utf8'))).result,
      )
      .filter(({ url }) => url.startsWith('file:') && url.includes('/dist/'))
      .map(({ url }) => readFileSync(fileURLToPath(url), 'utf8'));
  } finally {
    removeFolder(folder);
  }
}

/** An option of conf that this program does not use: so it appears only in conf. */
const holdsConf = (text: string): boolean => text.includes('projectSuffix');

test.each([['list'], ['show'], ['path']])(
  'profiles %s does not load the library that writes profiles',
  async (action) => {
    const loaded = await loadedBy(['profiles', action]);
    expect([loaded.length > 0, loaded.some(holdsConf)]).toEqual([true, false]);
  },
);

test('profiles add loads the library that writes profiles', async () => {
  const add = [
    ...['profiles', 'add', 'work', '--base-url', 'https://a.example'],
    ...['--token-command', 'x', '--no-verify'],
  ];
  expect((await loadedBy(add)).some(holdsConf)).toBe(true);
});

/** What jmespath calls the names of fields. */
const holdsJmespath = (text: string): boolean => text.includes('UnquotedIdentifier');

test('the query language is loaded only for --query', async () => {
  const list = ['workspaces', 'list', '--sandbox'];
  expect((await loadedBy(list)).some(holdsJmespath)).toBe(false);
  expect((await loadedBy([...list, '--query', '[0]'])).some(holdsJmespath)).toBe(true);
});

/** What is said of an operation that the service only names. */
const holdsDescribed = (text: string): boolean => text.includes('without publishing its path');

test('a typo loads nothing that makes commands of documents unless one was imported', async () => {
  expect((await loadedBy(['wrokspaces', 'list'], 2)).some(holdsDescribed)).toBe(false);
  expect((await loadedBy(['anomalies', 'list'], 2)).some(holdsDescribed)).toBe(true);
});

/** A setting of commander's: so it appears only in what runs a command. */
const holdsParser = (text: string): boolean => text.includes('passThroughOptions');

test.each<[status: number, line: string]>([
  [0, 'workspaces list --help'],
  [0, 'help output'],
  [0, '__complete line =-- workspaces list'],
  [2, 'wrokspaces list'],
])('exit code %i, and nothing that runs a command is loaded: %s', async (status, line) => {
  const loaded = await loadedBy(line.split(' '), status);
  expect([loaded.length > 0, loaded.some(holdsParser)]).toEqual([true, false]);
  expect((await loadedBy(['--sandbox', 'workspaces', 'list'])).some(holdsParser)).toBe(true);
});

/** The table of what the most common commands load, in KB. */
const table = readFileSync('test/bench/README.md', 'utf8')
  .split('## What is loaded')[1]
  ?.split('\n## ')[0]
  ?.matchAll(/^\| `(.+)` \| (\d+) \|$/gm);
const limits = [...(table ?? [])].map(([, line = '', size]) => [line, Number(size)] as const);

test('the table has ten commands', () => {
  expect(limits.length).toBe(10);
});

test.each(limits)('%s loads no more than a tenth over %i KB', async (line, size) => {
  const words = line.split(' ');
  const loaded = await loadedBy(line.startsWith('-') ? words : ['--sandbox', ...words]);
  const total = loaded.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1000;
  expect(total).toBeGreaterThan(size * 0.7);
  expect(total).toBeLessThan(size * 1.1);
});
