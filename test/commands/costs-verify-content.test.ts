import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Days, type Row, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const dates = ['2026-10-01', '2026-10-02'];
const rowOf = (date: string, number: number, team: string): Row => ({
  date,
  service: `service ${number}`,
  cost: number / 4,
  currency: 'USD',
  tags: { team, env: 'prod' },
});
const daysOf = (change: (rows: Row[], date: string) => Row[]): Days =>
  Object.fromEntries(
    dates.map((date) => [
      date,
      change(
        [1, 2, 3].map((one) => rowOf(date, one, 'web')),
        date,
      ),
    ]),
  );

const period = ['--from', '2026-10-01', '--to', '2026-10-02'];

/** An export's receipt, checked against what the service has later. */
async function check(before: Days, after: Days, edit = (receipt: string) => receipt) {
  const folder = createFolder();
  const [file, receipt] = [join(folder, 'costs.csv'), join(folder, 'receipt.json')];
  const line = ['costs', 'export', ...period, '-O', file, '--receipt', receipt];
  await succeed(run(line, { service: serveCosts(before) }));
  writeFileSync(receipt, edit(readFileSync(receipt, 'utf8')));
  const words = ['costs', 'verify', receipt, '--live', '-o', 'json'];
  const { stdout, stderr, exitCode } = await run(words, { service: serveCosts(after) });
  const found = JSON.parse(stdout).map((one: Row) => [one['subject'], one['what']]);
  return { found, exitCode, stderr };
}

const same = daysOf((rows) => rows);

test('the same money under another tag is found, day by day', async () => {
  const moved = daysOf((rows, date) =>
    date === '2026-10-02'
      ? rows.map((row) => ({ ...row, tags: { team: 'ops', env: 'prod' } }))
      : rows,
  );
  const { found, exitCode } = await check(same, moved);
  expect(found).toEqual([['2026-10-02', 'content']]);
  expect(exitCode).toBe(11);
});

test('rows and fields in another order, and nulls, are no change', async () => {
  const other = daysOf((rows) =>
    [...rows].reverse().map(({ tags, ...row }) => ({
      note: null,
      tags: Object.fromEntries(Object.entries(tags ?? {}).reverse()),
      ...Object.fromEntries(Object.entries(row).reverse()),
    })),
  );
  const { found, exitCode, stderr } = await check(same, other);
  expect(found).toEqual([]);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('everything matches the receipt');
});

test('a day whose sum changed is not reported a second time for its content', async () => {
  const dearer = daysOf((rows) => rows.map((row, at) => (at === 0 ? { ...row, cost: 9 } : row)));
  const { found } = await check(same, dearer);
  expect(found).toEqual(dates.map((date) => [`${date} USD`, 'sum']));
});

const moved = daysOf((rows) => rows.map((row) => ({ ...row, tags: { team: 'ops' } })));

test.each<[string, (days: unknown) => unknown]>([
  ['without fingerprints', () => undefined],
  [
    'with those of an earlier version',
    (all) => JSON.parse(JSON.stringify(all).replaceAll('"2:', '"')),
  ],
])('a receipt %s claims no more than what was compared', async (_name, change) => {
  const edit = (receipt: string) => {
    const { windows, ...rest } = JSON.parse(receipt);
    return JSON.stringify({
      ...rest,
      windows: windows.map(({ days, ...one }: Row) => ({ ...one, days: change(days) })),
    });
  };
  for (const after of [same, moved]) {
    const { found, exitCode, stderr } = await check(same, after, edit);
    expect([found, exitCode]).toEqual([[], 0]);
    expect(stderr).toContain('content was not compared');
    expect(stderr).not.toContain('everything matches');
  }
});

test('the receipt of a period without rows holds that no day has content', async () => {
  const none = daysOf(() => []);
  const { stderr } = await check(none, none);
  expect(stderr).toContain(': everything matches the receipt (rows)\n');
  const { found, exitCode } = await check(none, same);
  expect([exitCode, found]).toEqual([11, [['2026-10-01..2026-10-02', 'rows']]]);
});
