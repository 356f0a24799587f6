import { cpSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import {
  documentOf,
  largestPage,
  type PagingStyle,
  pagingStyles,
} from './fixtures/paging-styles.ts';

const items = Array.from({ length: 45 }, (_, at) => ({ id: `b_${at}`, title: `Budget ${at}` }));
let style: PagingStyle | undefined;
let held = items;
const changes: string[] = [];
/** The configuration of each document that was imported. */
const imported = new Map<string, string>();

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (request.method !== 'GET') changes.push(`${request.method} ${request.url}`);
  const { body, headers } = style?.answer(held, searchParams) ?? { body: {} };
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** A configuration with the document of a style, whose service has these items. */
async function serve(chosen: PagingStyle, count = items.length, isImported = true) {
  style = chosen;
  held = items.slice(0, count);
  changes.length = 0;
  const folder = createFolder();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { COSTCTL_BASE_URL: url, COSTCTL_TOKEN: 'x'.repeat(20) };
  const line = (text: string, stdin?: string) =>
    run(text.split(' '), { folder, env, ...(stdin === undefined ? {} : { stdin }) });
  if (isImported) {
    const document = JSON.stringify(documentOf(chosen));
    const known = imported.get(document);
    if (known === undefined) {
      const { exitCode, stderr } = await line('api import - -q', document);
      expect([exitCode, stderr]).toEqual([0, '']);
      const kept = createFolder();
      cpSync(folder, kept, { recursive: true });
      imported.set(document, kept);
    } else cpSync(known, folder, { recursive: true });
  }
  const path = join(folder, 'c.yaml');
  writeFileSync(path, 'version: 1\nbudgets:\n  - title: Budget 30\n');
  return { line, path };
}

const styles = pagingStyles.map((one) => [one.name, one] as const);
const readable = styles.filter(([, { reads }]) => reads !== 'first page');
const unreadable = styles.filter(([, { reads }]) => reads === 'first page');
const described = readable.filter(([, { schema }]) => schema !== undefined);

test.each(readable)('a list with %s is read to its end', async (_name, chosen) => {
  const { line } = await serve(chosen);
  for (const words of ['budgets list -o json', 'api GET /v1/budgets --paginate']) {
    const { stdout, stderr, exitCode } = await line(words);
    expect({ stderr, exitCode, items: JSON.parse(stdout || '[]') }).toEqual({
      ...{ stderr: '', exitCode: 0 },
      items,
    });
  }
});

test.each(described)('--max and --page choose from a list with %s', async (_name, chosen) => {
  const { line } = await serve(chosen);
  for (const count of [1, largestPage, largestPage + 7]) {
    const { stdout } = await line(`budgets list -o json --max ${count}`);
    expect(JSON.parse(stdout)).toEqual(items.slice(0, count));
  }
  for (const page of [1, 2, 3, 4]) {
    const { stdout } = await line(`budgets list -o json --page ${page}`);
    const place = (page - 1) * largestPage;
    expect(JSON.parse(stdout)).toEqual(items.slice(place, place + largestPage));
  }
});

test.each(unreadable)('a list with %s is never a silent first page', async (_name, chosen) => {
  const { line, path } = await serve(chosen);
  for (const words of ['budgets list -o csv', 'api GET /v1/budgets --paginate']) {
    const { exitCode, stderr } = await line(words);
    expect([exitCode, stderr]).toEqual([
      9,
      expect.stringContaining('only 20 items of GET /v1/budgets'),
    ]);
  }
  expect((await line('budgets list -o json --max 20')).exitCode).toBe(0);
  const { exitCode, stderr } = await line(`config plan ${path}`);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('error: budgets cannot be managed'),
  ]);
  expect(changes).toEqual([]);
});

test.each([
  ['no list', { total: 45 }, { budgets: null }],
  ['an empty list', { total: 45 }, { budgets: [] }],
  ['no list, and the first the number of pages', { page_count: 3 }, { budgets: null }],
  ['an empty list and a next page before it', { total: 45, next_cursor: 'c' }, { budgets: [] }],
])('a total of the first page holds if the second has %s', async (_name, first, second) => {
  const names = ['next_cursor' in first ? 'cursor' : 'page', 'limit'];
  const parameters = names.map((name) => ({
    ...{ name, in: 'query' },
    schema: { type: name === 'cursor' ? 'string' : 'integer' },
  }));
  const answer: PagingStyle['answer'] = (_items, asked) =>
    asked.has('cursor') || Number(asked.get('page')) > 1
      ? { body: second }
      : { body: { budgets: items.slice(0, 20), ...first } };
  const schema = (list: object) => ({
    type: 'object',
    properties: {
      budgets: list,
      total: { type: 'integer' },
      page_count: { type: 'integer' },
      ...('next_cursor' in first ? { next_cursor: { type: 'string' } } : {}),
    },
  });
  const { line } = await serve({
    name: 'a total',
    parameters,
    schema,
    answer,
    reads: 'first page',
  });
  const { exitCode, stderr } = await line('budgets list -o json');
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('only 20 items of GET')]);
});

test('one item of a list that cannot be continued is counted as one', async () => {
  const chosen = pagingStyles.find(({ name }) => name === 'a flag and nothing to go on with');
  if (chosen === undefined) throw new Error('there is no such style');
  const answer = () => ({ body: { budgets: items.slice(0, 1), has_more: true } });
  const { line } = await serve({ ...chosen, answer });
  const { exitCode, stderr } = await line('budgets list -o csv');
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('only 1 item of GET')]);
});

const recognized = styles.filter(([, { needsDocument }]) => needsDocument !== true);

test.each(recognized)(
  'without a document, no list with %s is silently cut',
  async (_name, chosen) => {
    const { line } = await serve(chosen, items.length, false);
    const { stdout, exitCode, stderr } = await line('api GET /v1/budgets --paginate');
    if (exitCode === 0) expect(JSON.parse(stdout)).toEqual(items);
    else expect([exitCode, stderr]).toEqual([9, expect.stringMatching(/only \d+ items/)]);
  },
);

const openSchemas = [undefined, () => ({}), () => ({ type: 'object' })];

test.each(recognized)(
  'where the document says nothing of the response, a list with %s has the options of a list',
  async (_name, chosen) => {
    for (const schema of openSchemas) {
      const { schema: _schema, ...others } = chosen;
      const { line } = await serve(schema === undefined ? others : { ...others, schema });
      const { stdout, exitCode } = await line('budgets list -o json --envelope');
      expect(exitCode).toBe(chosen.reads === 'first page' ? 9 : 0);
      if (exitCode === 0) expect(stdout).toContain(JSON.stringify(items));
      const few = await line('budgets list -o json --max 7');
      expect(JSON.parse(few.stdout)).toEqual(items.slice(0, 7));
      if (exitCode !== 0) continue;
      const second = await line('budgets list -o json --page 2');
      expect(JSON.parse(second.stdout)).toEqual(items.slice(largestPage, 2 * largestPage));
    }
  },
);

test.each([0, 1, 19, 20, 21, 40])('lists of %i items are whole in every style', async (count) => {
  for (const chosen of pagingStyles.filter(({ schema }) => schema !== undefined)) {
    const { line } = await serve(chosen, count);
    const { stdout, exitCode } = await line('budgets list -o json');
    if (exitCode !== 0) expect([chosen.reads, exitCode]).toEqual(['first page', 9]);
    else expect([chosen.name, JSON.parse(stdout)]).toEqual([chosen.name, items.slice(0, count)]);
  }
});

test.each(described)(
  'config never creates what is on page 2 of a list with %s',
  async (_name, chosen) => {
    const { line, path } = await serve(chosen);
    for (const command of [`config apply ${path} --yes`, `config plan ${path} --check`]) {
      const { exitCode, stderr } = await line(command);
      const isProven = chosen.reads === 'all';
      expect(exitCode).toBe(isProven ? 0 : 2);
      if (!isProven) expect(stderr).toContain('error: budgets cannot be managed');
    }
    expect(changes).toEqual([]);
  },
);
