import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson, succeed } from '../helpers/screens.ts';
import { type Exchange, scriptService } from '../helpers/service.ts';

type Json = Record<string, unknown>;

/** `GET /v1/things listThings Things` as a document. */
function documentOf(title: string, version: string, ...lines: readonly string[]): string {
  const paths: Record<string, Json> = {};
  for (const line of lines) {
    const [method = '', path = '', operationId = '', tag = ''] = line.split(' ');
    const parameters = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => ({
      ...{ name, in: 'path', required: true, schema: { type: 'string' } },
    }));
    const responses = { 200: { description: 'done' } };
    const operation = { operationId, tags: [tag], parameters, responses };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return JSON.stringify({ openapi: '3.1.0', info: { title, version }, paths });
}

function start() {
  const folder = createFolder();
  const env = { COSTCTL_BASE_URL: 'https://api.example.test' };
  const line = (words: string, stdin?: string, ...exchanges: Exchange[]) =>
    run(words.split(' '), {
      ...{ folder, env, service: scriptService(...exchanges) },
      // The lock is held by another run in this process, which needs real time.
      onWait: (milliseconds) => setTimeout(milliseconds),
      ...(stdin === undefined ? {} : { stdin }),
    });
  const calls = async (words: string, path: string) =>
    succeed(line(words, undefined, { path, answer: {} }));
  return { folder, line, calls };
}

const releases = [
  'GET /v1/repos/{owner}/releases/{id} repos/get-release repos',
  'GET /v1/repos/{owner}/releases/tags/{tag} repos/get-release-by-tag repos',
  'GET /v1/repos/{owner} repos/get repos',
];

test('an operationId is a name of its own operation, and of no other', async () => {
  const { line, calls } = start();
  await succeed(line('api import - -q', documentOf('Code', '1', ...releases)));
  await calls('repos get-release o 7', '/v1/repos/o/releases/7');
  await calls('repos get-release-by-tag o v1', '/v1/repos/o/releases/tags/v1');
  await calls('repos repos-get-release o 7', '/v1/repos/o/releases/7');
  await calls('repos repos-get o', '/v1/repos/o');
});

test('of two documents that are imported or forgotten at once, none gets lost', async () => {
  const { line } = start();
  const names = async () =>
    (await readJson(line('api documents -o json'))).map(({ name }: Json) => name).sort();
  const operations = ['GET /v1/repos repos/list repos'];
  const importAs = (name: string) =>
    succeed(line(`api import - --name ${name}`, documentOf('Code', '1', ...operations)));
  await Promise.all(['a', 'b'].map(importAs));
  expect(await names()).toEqual(['a', 'b']);
  await Promise.all([importAs('c'), succeed(line('api documents --forget a'))]);
  expect(await names()).toEqual(['b', 'c']);
  await Promise.all(['b', 'c'].map((name) => succeed(line(`api documents --forget ${name}`))));
  expect(await names()).toEqual([]);
});

test('an import that is refused leaves no folder of documents', async () => {
  const { folder, line } = start();
  const refused = await line('api import -', documentOf('Code', '1'));
  expect(refused.stderr).toContain('it has no operations');
  const left = readdirSync(folder, { recursive: true });
  expect(left.filter((path) => String(path).includes('described'))).toEqual([]);
});

const first = ['GET /v1/things listThings Things', 'GET /v1/things/{id} getThing Things'];

test('importing a new version keeps names, reports changes and explains removed names', async () => {
  const { line, calls } = start();
  await succeed(
    line('api import - -q', documentOf('Things', '1', ...first, 'GET /v1/old getOld Things')),
  );
  const next = [
    // The same path under another id and tag, and the same id under another path.
    'GET /v1/things findEveryThing Others',
    'GET /v2/things/{id} getThing Others',
    'GET /v2/new getNew Things',
  ];
  const report = await readJson(
    line('api import - -q -o json', documentOf('Things', '2', ...next)),
  );
  expect(report).toMatchObject({
    name: 'things',
    ...{ added: ['things get-new'], renamed: [], removed: ['things get-old'] },
  });
  await calls('things list', '/v1/things');
  await calls('things find-every-thing', '/v1/things');
  await calls('things get a', '/v2/things/a');
  expect(await failWith(2, line('things get-old'))).toMatchInlineSnapshot(`
    "error: things get-old is gone: version 2 of the document Things no longer has it
    hint: costctl api operations lists what it has
    "
  `);
  await succeed(line('api import - -q', documentOf('Things', '3', ...next)));
  expect(await failWith(2, line('things get-old'))).toContain("unknown command 'get-old'");
});

test('a removed name explains itself even if nothing of its group is left', async () => {
  const { line } = start();
  await succeed(
    line('api import - -q', documentOf('Things', '1', ...first, 'GET /v1/old getOld Old')),
  );
  await succeed(line('api import - -q', documentOf('Things', '2', ...first)));
  expect(await failWith(2, line('old get'))).toContain('error: old get is gone: version 2');
  expect((await succeed(line('--help'))).stdout).not.toMatch(/^ *old\b/m);
  expect(await failWith(2, line('oldest get'))).toContain("unknown command 'oldest'");
});

test('several documents of one address are all there, and each can be removed', async () => {
  const { line, calls } = start();
  await succeed(line('api import - -q', documentOf('Things', '1', ...first)));
  const other = documentOf(
    'More',
    '1',
    'GET /v1/more listMore Things',
    'GET /v1/x listThings Things',
  );
  const { stderr } = await succeed(line('api import -', other));
  expect(stderr).toContain('note: the address has other documents too: things');
  await calls('things list', '/v1/things');
  await calls('things list-more', '/v1/more');
  await calls('things list-things', '/v1/x');
  const rows: Json[] = await readJson(line('api documents -o json'));
  expect(rows.map(({ name, operations }) => [name, operations])).toEqual([
    ['more', 2],
    ['things', 2],
  ]);
  await succeed(line('api documents --forget things'));
  await calls('things list-more', '/v1/more');
  expect(await failWith(2, line('things get a'))).toContain("unknown command 'get'");
  expect(await failWith(2, line('api documents --forget things'))).toContain('known: more');
  await succeed(line('api documents --forget more'));
  expect((await line('things list')).exitCode).toBe(2);
});

test('an error lists at most ten names', async () => {
  const { line } = start();
  const lines = Array.from({ length: 30 }, (_, at) => `GET /v1/x${at}q getX${at}q Things`);
  await succeed(line('api import - -q', documentOf('Things', '1', ...lines)));
  const stderr = await failWith(2, line('things zzzzzzzz'));
  expect(stderr).toContain('and 20 more');
});
