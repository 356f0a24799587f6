import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Days, rowsOf, serveCosts } from '../helpers/costs.ts';
import { needs } from '../helpers/needs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

const line = ['costs', 'list', '--from', '2026-10-01', '--to', '2026-10-02'];
const days: Days = {
  '2026-10-01': rowsOf('2026-10-01', 60_000),
  '2026-10-02': rowsOf('2026-10-02', 60_000),
};

test('a table shows the fields of the rows', async () => {
  const service = serveCosts({ '2026-10-01': rowsOf('2026-10-01', 2) });
  const { stdout } = await succeed(run(line, { service }));
  expect(stdout).toMatchInlineSnapshot(`
    "2026-10-01 to 2026-10-02 (UTC) · everything the token reaches · cost in EUR, USD · date 2026-10-01

    service    cost  currency
    service 0  0.00  EUR
    service 1  0.01  USD
    "
  `);
});

test('every window is read, and numbers keep their digits', async () => {
  const service = serveCosts(days);
  const { stdout } = await succeed(run([...line, '-o', 'ndjson'], { service }));
  expect(stdout.split('\n')).toHaveLength(120_001);
  const exact = serveCosts(
    {},
    { answer: () => '{"data":[{"cost":0.1000,"id":{"Value":"x"}}],"meta":{"totalRecords":1}}' },
  );
  const row = await run([...line, '-o', 'json'], { service: exact });
  expect(row.stdout).toBe('[{"cost":0.1000,"id":{"Value":"x"}}]\n');
});

test('a window that is read again leaves the windows before it as they were', async () => {
  const service = serveCosts(days, {
    answer: ({ from, page }, honest) => {
      const asked = service.requests.filter((one) => one.from === from && one.page === page);
      const changed = from === '2026-10-02' && page === 7 && asked.length === 1;
      return changed ? { ...honest(), meta: { totalRecords: 59_999 } } : honest();
    },
  });
  const again = await succeed(run([...line, '-o', 'json'], { service }));
  const steady = await run([...line, '-o', 'json'], { service: serveCosts(days) });
  expect(again.stdout === steady.stdout).toBe(true);
  expect(
    service.requests.filter(({ from, page }) => from === '2026-10-02' && page === 7),
  ).toHaveLength(2);
});

test('the rows of a window that is read again decide nothing about the amounts of a table', async () => {
  const steady = { '2026-10-01': rowsOf('2026-10-01', 5100) };
  const other = steady['2026-10-01'].map(({ cost, ...row }) => ({
    ...row,
    price: cost,
    owner: 'x',
  }));
  const service = serveCosts(steady, {
    answer: ({ page, number }, honest) => {
      const isFirst = service.requests.findIndex((one) => one.page === page) === number;
      if (!isFirst) return honest();
      return page === 1
        ? { ...honest(), data: other.slice(0, honest().data.length) }
        : { ...honest(), meta: { totalRecords: 5099 } };
    },
  });
  const again = await succeed(run([...line, '-o', 'table'], { service }));
  const undisturbed = await run([...line, '-o', 'table'], { service: serveCosts(steady) });
  expect(service.requests.filter(({ page }) => page === 1).length).toBeGreaterThan(1);
  expect(again.stdout === undisturbed.stdout).toBe(true);
  expect(again.stdout).toContain('cost in EUR, USD');
});

test('--max reads no more pages than it needs', async () => {
  const service = serveCosts(days);
  const { stdout } = await run([...line, '-o', 'csv', '--max', '5001'], { service });
  expect(stdout.split('\n')).toHaveLength(5003);
  expect(service.requests.map(({ page }) => page)).toEqual([1, 2]);
});

test.each([
  ['1', [[1, 1]]],
  ['20', [[1, 20]]],
  ['5000', [[1, 5000]]],
  [
    '5001',
    [
      [1, 5000],
      [2, 5000],
    ],
  ],
  ['20 --limit 100', [[1, 100]]],
  [
    '20 --limit 15',
    [
      [1, 15],
      [2, 15],
    ],
  ],
])(
  '--max %s asks for no more rows than it needs, on pages as large as allowed',
  async (words, pages) => {
    const service = serveCosts(days);
    const { stdout } = await succeed(
      run([...line, '-o', 'json', '--max', ...words.split(' ')], { service }),
    );
    const all = Object.values(days).flat();
    expect(JSON.parse(stdout)).toEqual(all.slice(0, Number.parseInt(words, 10)));
    expect(service.requests.map(({ page, limit }) => [page, limit])).toEqual(pages);
  },
);

test('--max stops in the middle of a window, also with conditions', async () => {
  const service = serveCosts(days);
  const words = ['-o', 'json', '--max', '1500', '--limit', '1000', '--where', 'currency=EUR'];
  const { stdout } = await succeed(run([...line, ...words], { service }));
  const all = Object.values(days).flat();
  expect(JSON.parse(stdout)).toEqual(all.filter((row) => row['currency'] === 'EUR').slice(0, 1500));
  // Five pages have them, and six more may be under way.
  expect(Math.max(...service.requests.map(({ page }) => page))).toBeLessThanOrEqual(11);
});

test('--max does not join pages of which the rows changed in between', async () => {
  const service = serveCosts(days, {
    answer: ({ page }, honest) =>
      page === 2
        ? { ...honest(), data: honest().data.slice(10), meta: { totalRecords: 110_990 } }
        : honest(),
  });
  const { exitCode, stdout, stderr } = await run([...line, '-o', 'json', '--max', '9000'], {
    service,
  });
  expect([exitCode, stdout]).toEqual([9, '']);
  expect(stderr).toContain('the rows of 2026-10-01 to 2026-10-02 changed while they were read');
});

test('--page and --limit read one page', async () => {
  const service = serveCosts(days);
  const { stdout } = await run([...line, '-o', 'csv', '--page', '3', '--limit', '2'], { service });
  expect(stdout).toBe(
    'date,service,cost,currency\n2026-10-01,service 4,0.04,USD\n2026-10-01,service 5,0.05,USD\n',
  );
  expect(service.requests).toMatchObject([{ page: 3, limit: 2 }]);
});

test.each([
  ['9 --limit 2', 'note: page 9 of 2026-10-01 to 2026-10-02 has no row\n'],
  [
    '3 --limit 2 --where currency=EUR --where cost>1',
    'note: no row of page 3 of 2026-10-01 to 2026-10-02 meets the conditions\n',
  ],
])('an empty --page %s claims nothing of the other rows', async (words, note) => {
  const service = serveCosts({ '2026-10-01': rowsOf('2026-10-01', 6) });
  const { stderr } = await run([...line, '-o', 'json', '--page', ...words.split(' ')], { service });
  expect(stderr).toBe(note);
});

test('the caption names the page', async () => {
  const service = serveCosts({ '2026-10-01': rowsOf('2026-10-01', 6) });
  const { stdout } = await run([...line, '--page', '3', '--limit', '2'], { service });
  expect(stdout.split('\n')[0]).toContain(' · page 3 · ');
});

test('--where, --max and --query work on the rows', async () => {
  const words = ['-o', 'json', '--where', 'currency=EUR', '--max', '2', '--query', '[].cost'];
  const { stdout, exitCode } = await run([...line, ...words], { service: serveCosts(days) });
  expect([stdout, exitCode]).toEqual(['[0,0.03]\n', 0]);
});

test('--receipt counts and sums the listed rows', async () => {
  const receipt = join(createFolder(), 'receipt.json');
  const { exitCode } = await run([...line, '-o', 'csv', '--receipt', receipt], {
    service: serveCosts({ '2026-10-01': rowsOf('2026-10-01', 3) }),
  });
  expect(exitCode).toBe(0);
  expect(JSON.parse(readFileSync(receipt, 'utf8'))).toMatchObject({
    rows: 3,
    complete: true,
    windows: [
      {
        sums: [
          { currency: 'EUR', sum: '0' },
          { currency: 'USD', sum: '0.03' },
        ],
      },
    ],
  });
});

test('--receipt names the format chosen by the file extension', async () => {
  const folder = createFolder();
  const [path, receipt] = [join(folder, 'rows.csv'), join(folder, 'receipt.json')];
  await run([...line, '-O', path, '--receipt', receipt], {
    service: serveCosts({ '2026-10-01': rowsOf('2026-10-01', 3) }),
  });
  expect(JSON.parse(readFileSync(receipt, 'utf8'))).toMatchObject({ format: 'csv' });
});

describe('a pipe', () => {
  needs('mkfifo');

  test('has all rows, and the receipt names no file to compare', async () => {
    const folder = createFolder();
    const [pipe, receipt] = [join(folder, 'pipe'), join(folder, 'receipt.json')];
    execFileSync('mkfifo', [pipe]);
    const read = readFile(pipe, 'utf8');
    const service = serveCosts({ '2026-10-01': rowsOf('2026-10-01', 2) });
    await succeed(run([...line, '-o', 'csv', '-O', pipe, '--receipt', receipt], { service }));
    expect((await read).split('\n')).toHaveLength(4);
    expect(JSON.parse(readFileSync(receipt, 'utf8'))).toMatchObject({ rows: 2, files: [] });
    expect(await failWith(2, run(['costs', 'verify', receipt]))).toContain(
      'names no file: the rows went to stdout, a pipe or a device, or were added up',
    );
  });
});

test.each([
  [['--limit', '5001'], '--limit: must be a whole number from 1 to 5000'],
  [['--receipt', 'x', '--max', '1'], '--receipt needs every row'],
])('%j is refused', async (words, message) => {
  expect(await failWith(2, run([...line, ...words]))).toContain(message);
});

test('a day over the limit is refused with a hint that fits this command', async () => {
  const service = serveCosts({ '2026-10-01': rowsOf('2026-10-01', 100_001) });
  const stderr = await failWith(9, run([...line, '-o', 'csv'], { service }));
  expect(stderr).toContain('rows cannot be read completely: 2026-10-01 (100001 rows)\n');
  expect(stderr).toContain('hint: narrow the rows with --param, if the service knows a filter\n');
});

test.each(['table', 'markdown', 'yaml', 'json', 'ndjson', 'csv', 'tsv', 'xlsx'])(
  'a column that only rows without the condition have is empty in %s, and one that no row has is refused',
  async (format) => {
    const some = { date: '2026-10-01', cost: 1, currency: 'EUR' };
    const rows = [some, { ...some, tags: { team: 'a' } }];
    const ask = (columns: string) => {
      const words = ['--where', 'tags.team=', '--columns', columns, '-o', format];
      const file = format === 'xlsx' ? ['-O', join(createFolder(), 'rows.xlsx')] : [];
      const service = serveCosts({ '2026-10-01': rows });
      return run([...line, ...words, ...file], { service });
    };
    expect((await ask('date,tags.team')).exitCode).toBe(0);
    const stderr = await failWith(2, ask('date,tags.tem'));
    expect(stderr).toContain("--columns: no row has the column 'tags.tem'");
  },
);

test.each([
  ['table', 1],
  ['table', 9],
  ['markdown', 2],
  ['yaml', 2],
  ['json', 2],
  ['csv', 2],
] as const)(
  'a column that none of the first rows has is refused in %s, of %i rows',
  async (format, max) => {
    const service = serveCosts({ '2026-10-01': rowsOf('2026-10-01', 3) });
    const words = ['--max', `${max}`, '--columns', 'Service', '-o', format];
    const stderr = await failWith(2, run([...line, ...words], { service }));
    expect(stderr).toContain("has the column 'Service'; did you mean 'service'?");
  },
);
