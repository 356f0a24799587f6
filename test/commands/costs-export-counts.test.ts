import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { october } from '../helpers/cost-export.ts';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

test('a day over the limit is reported with its count before any row is written', async () => {
  const path = join(createFolder(), 'costs.csv');
  const days = {
    '2026-10-01': rowsOf('2026-10-01', 10),
    '2026-10-02': rowsOf('2026-10-02', 100_001),
  };
  const refused = await run([...october, '-O', path], { service: serveCosts(days) });
  expect(refused.stderr).toMatchInlineSnapshot(`
    "error: a day of more than 100000 rows cannot be read completely: 2026-10-02 (100001 rows)
    hint: --allow-truncated reads the first 100000 rows of such a day and exits 9
    "
  `);
  expect(refused.exitCode).toBe(9);
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.part`)).toBe(false);
  const close = ['costs', 'close', '--month', '2026-10', '-O', `${path}.pack`];
  const stderr = await failWith(9, run(close, { service: serveCosts(days) }));
  expect(stderr).toContain('hint: narrow the rows with --param');

  const receipt = `${path}.json`;
  const cut = await run([...october, '-O', path, '--allow-truncated', '--receipt', receipt], {
    service: serveCosts(days),
  });
  expect(cut.stderr).toMatchInlineSnapshot(`
    "note: 2 windows, 22 requests, 100010 rows, of the service's 100011: incomplete
    error: cut at the service's limit of 100000 rows a day: 2026-10-02 (100001 rows)
    hint: narrow such a day with --param, if the service knows a filter
    "
  `);
  expect(cut.exitCode).toBe(9);
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(100_012);
  expect(JSON.parse(readFileSync(receipt, 'utf8'))).toMatchObject({
    complete: false,
    truncated: [{ date: '2026-10-02', total: 100_001 }],
    rows: 100_010,
    total: 100_011,
  });
});

test.each([
  ['{"data":[1],"meta":{"totalRecords":1}}', ''],
  ['{"data":[],"meta":{}}', 'meta.totalRecords is not a count of rows\n  {"data"'],
  ['{"data":[{"a":1}', ''],
  ['<p>hello\nmore', 'unexpected "<" at byte 0\n  <p>hello\n'],
])('the answer %j is not a page of costs, and an existing file stays', async (body, why) => {
  const path = join(createFolder(), 'costs.csv');
  writeFileSync(path, 'as it was');
  const service = serveCosts({}, { answer: () => body });
  const stderr = await failWith(1, run([...october, '-O', path], { service }));
  expect(stderr).toContain(`error: the response is not a page of costs: ${why}`);
  expect(readFileSync(path, 'utf8')).toBe('as it was');
});

test.each(['stdout', 'file'])(
  'a window is read again if its count changes, and no row is written twice (%s)',
  async (place) => {
    const folder = createFolder();
    const days = { '2026-10-01': rowsOf('2026-10-01', 12_345) };
    const service = serveCosts(days, {
      answer: ({ number }, honest) =>
        number < 2 ? { ...honest(), meta: { totalRecords: 12_000 } } : honest(),
    });
    const path = join(folder, 'costs.csv');
    const words = place === 'file' ? ['-O', path] : [];
    const { stdout } = await succeed(run([...october, ...words, '-q'], { service }));
    const text = place === 'file' ? readFileSync(path, 'utf8') : stdout;
    expect(text.trimEnd().split('\n')).toHaveLength(12_346);
    expect(new Set(text.split('\n')).size).toBeGreaterThan(12_000);
  },
);

test('a window that never matches its count is reported, exits 9 and writes no row', async () => {
  const service = serveCosts(
    { '2026-10-01': rowsOf('2026-10-01', 6000) },
    { answer: ({ number }, honest) => ({ ...honest(), meta: { totalRecords: 6000 + number } }) },
  );
  expect(await failWith(9, run(october, { service }))).toContain(
    'the rows of 2026-10-01 to 2026-10-02 do not match their count, after reading them 4 times',
  );
});

test('a service that leaves out the last day is detected before any row is written', async () => {
  const days = {
    '2026-10-01': rowsOf('2026-10-01', 60_000),
    '2026-10-02': rowsOf('2026-10-02', 60_000),
    '2026-10-03': rowsOf('2026-10-03', 60_000),
  };
  const service = serveCosts(days, {
    answer: ({ from, to, page, limit }) => {
      const rows = Object.entries(days)
        .filter(([day]) => from <= day && day < to)
        .flatMap(([, all]) => all);
      const data = rows.slice((page - 1) * limit, page * limit);
      return JSON.stringify({ data, meta: { totalRecords: rows.length } });
    },
  });
  const line = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-03'];
  const stderr = await failWith(9, run(line, { service }));
  expect(stderr).toContain('do not add up: 120000 for the whole, 60000 for its parts');
});
