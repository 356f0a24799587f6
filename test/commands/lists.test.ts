import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, refuse, succeed } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';
import { readSheet, sheetNames } from '../helpers/stored-workbook.ts';

const env = { COSTCTL_WORKSPACE: 'wsp_main' };
const inWorkspace = 'workspaceId=wsp_main&';

/** Every list of the service, and the beginning of what it asks for. */
const lists: [line: string, path: string][] = [
  ['workspaces list', '/v1/workspaces?'],
  ['workspaces providers list', `/v1/workspace-providers?${inWorkspace}`],
  ['providers list', '/v1/providers?'],
  ['metrics list', `/v1/business-metrics?${inWorkspace}`],
  ['metrics values bmt_a', `/v1/business-metrics/bmt_a/values?${inWorkspace}`],
  ['filters list', `/v1/saved-filters?${inWorkspace}`],
  ['users list', '/v1/users?'],
];

test.each(lists)('%s reads every page, and stops at --max', async (line, path) => {
  const words = [...line.split(' '), '-o', 'json'];
  const next = (page: number) => ({ next: `?page=${page}&limit=100` });
  const first = { path: `${path}page=1&limit=100`, answer: pageOf([{ n: 1 }, { n: 2 }], next(2)) };
  const query = path.slice(path.indexOf('?') + 1, -1);
  const second = {
    path: `${path.split('?')[0]}?page=2&limit=100${query === '' ? '' : `&${query}`}`,
    answer: pageOf([{ n: 3 }]),
  };
  const all = await run(words, { service: scriptService(first, second), env });
  expect(JSON.parse(all.stdout)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  const few = { path: `${path}page=1&limit=2`, answer: pageOf([{ n: 1 }, { n: 2 }], next(2)) };
  const two = await run([...words, '--max', '2'], { service: scriptService(few), env });
  expect(JSON.parse(two.stdout)).toEqual([{ n: 1 }, { n: 2 }]);
});

test.each(lists)(
  '%s reads one page of the requested size, with any parameter',
  async (line, path) => {
    const service = scriptService({
      path: `${path}page=3&limit=7&x=1&x=2&y=a%3Db`,
      answer: pageOf([], { next: '?page=4' }),
    });
    const words = line.replace('list', 'ls').split(' ');
    const options = ['--page', '3', '--limit', '7'];
    const parameters = ['--param', 'x=1', '--param', 'x=2', '--param', 'y=a=b'];
    const { stdout } = await run([...words, ...options, ...parameters, '-o', 'json'], {
      service,
      env,
    });
    expect(stdout).toBe('[]\n');
  },
);

test.each(lists)('%s refuses values that the service would not accept', async (line) => {
  const words = line.split(' ');
  const bounds = 'must be a whole number from 1 to 100';
  for (const limit of ['0', '101', '-1', '1.5', '1e2', ' 5']) {
    const stderr = await refuse([...words, `--limit=${limit}`]);
    expect(stderr).toContain(`--limit: ${bounds}\nhint: write --limit 100; `);
  }
  expect(await refuse([...words, '--page', '0'])).toContain(
    '--page: must be a whole number from 1',
  );
  expect(await refuse([...words, '--max', '0'])).toContain('--max: must be a whole number');
  expect(await refuse([...words, '--param', '=x'])).toContain('--param: must have the form');
});

test('--param overrides other parameters of the request', async () => {
  const path = '/v1/users?page=1&includeRemoved=false&limit=7';
  const service = scriptService({ path, answer: pageOf([]) });
  const words = ['--include-removed', '--param', 'includeRemoved=false', '--param', 'limit=7'];
  expect((await run(['users', 'list', ...words], { service })).exitCode).toBe(0);
});

test('rates list takes --max and --param too, though it has no pages', async () => {
  const service = scriptService({
    path: '/v1/exchange-rates?date=2026-10-01&x=1&x=2',
    answer: { rates: [{ rate: 1 }, { rate: 2 }], total: 2 },
  });
  const line = ['rates', 'list', '--date', '2026-10-01', '--param', 'x=1', '--param', 'x=2'];
  const { stdout } = await run([...line, '--max', '1', '-o', 'json'], { service });
  expect(JSON.parse(stdout)).toEqual([{ rate: 1 }]);
});

test.each(lists)('%s says in documents which part of the list it has', async (line, path) => {
  const book = join(createFolder(), 'list.xlsx');
  const show = async (query: string, flags: readonly string[]) => {
    const items = { path: `${path}${query}`, answer: pageOf([{ n: 1 }, { n: 2 }]) };
    const isColumned = line.startsWith('metrics values') && flags.includes(book);
    const service = scriptService(...(isColumned ? [metric] : []), items);
    return (await succeed(run([...line.split(' '), ...flags], { service, env }))).stdout;
  };
  for (const [flags, query, part] of [
    [['--max', '2'], 'page=1&limit=2', 'note: at most 2 items'],
    [['--page', '1', '--max', '2'], 'page=1&limit=100', 'note: only page 1, at most 2 items'],
  ] as const) {
    expect((await show(query, [...flags, '-o', 'markdown'])).split('\n')[0]).toBe(part);
    await show(query, [...flags, '-O', book]);
    const remarks = readSheet(readFileSync(book), 2).rows.flat();
    expect(remarks.map(({ text }) => text)).toEqual(['about', part]);
  }
  expect(await show('page=1&limit=100', ['-o', 'markdown'])).not.toContain('note:');
  await show('page=1&limit=100', ['-O', book]);
  expect(sheetNames(readFileSync(book))).toHaveLength(1);
});

const metric = {
  path: '/v1/business-metrics/bmt_a?workspaceId=wsp_main',
  answer: { id: 'bmt_a', name: 'A', unit: 'one', labelColumns: [] },
};

/** A first page, and a second that is not there. */
function failing() {
  const items = Array.from({ length: 100 }, (_, item) => ({ id: `wsp_${item}` }));
  return scriptService(
    { path: '/v1/workspaces?page=1&limit=100', answer: pageOf(items, { next: '?page=2' }) },
    { path: '/v1/workspaces?page=2&limit=100', status: 404, answer: { title: 'gone' } },
  );
}

const list = ['workspaces', 'list'];

test.each([
  [...list, '-o', 'table'],
  [...list, '-o', 'json'],
  [...list, '-o', 'yaml'],
  [...list, '-o', 'markdown'],
  [...list, '-o', 'csv', '--query', '[].id'],
  [...list, '-o', 'ndjson', '--query', '@'],
  [...list, '-o', 'tsv', '--raw'],
  ['api', 'GET', '/v1/workspaces', '--paginate'],
  ['api', 'GET', '/v1/workspaces', '--paginate', '-o', 'json'],
])('%s %s %s %s %s prints nothing if the second page of the list fails', async (...line) => {
  const stderr = await failWith(5, run(line, { service: failing() }));
  expect(stderr).toContain('the service answered 404 to GET /v1/workspaces');
});

test.each([
  ['csv', 101],
  ['tsv', 101],
  ['ndjson', 100],
])(
  'as %s the first page is printed, and the exit status reports the failed second page',
  async (format, lines) => {
    const { stdout, exitCode } = await run([...list, '-o', format], { service: failing() });
    expect({ lines: stdout.split('\n').length - 1, exitCode }).toEqual({ lines, exitCode: 5 });
    expect(stdout.trimEnd().split('\n').at(-1)).toContain('wsp_99');
  },
);

test.each(lists)(
  '%s without records says what is empty, and what to do next',
  async (line, path) => {
    const asked = async (flags: readonly string[], query: string) => {
      const service = scriptService({ path: `${path}${query}`, answer: pageOf([]) });
      const words = [...line.split(' '), ...flags];
      return await run(words, { service, env });
    };
    for (const format of ['table', 'markdown']) {
      const { stdout, stderr } = await asked(['-o', format], 'page=1&limit=100');
      expect(stdout).toMatch(/^No \w+ .*yet.*; costctl \w+ /);
      expect(stderr).toBe('');
    }
    const page = await asked(['--page', '9'], 'page=9&limit=100');
    expect(page.stdout).toBe('Page 9 is empty.\n');
    const json = await asked(['-o', 'json'], 'page=1&limit=100');
    expect(json.stdout).toBe('[]\n');
  },
);
