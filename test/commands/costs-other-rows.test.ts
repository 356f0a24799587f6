import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import { groupBy } from '../../src/grouping.ts';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';

/** Storage has no row on 7 October, and backup none from 12 October on; compute has one every day. */
const rows = [...eachDay({ from: '2026-07-01', to: '2026-11-14' })].flatMap((date) => [
  { date, service: 'compute', cost: 100 },
  ...(date === '2026-10-07' ? [] : [{ date, service: 'storage', cost: 70 }]),
  ...(date < '2026-10-12' ? [{ date, service: 'backup', cost: 50 }] : []),
]);
const service = serveCosts(Object.fromEntries(groupBy(rows, ({ date }) => date)));
const folder = createFolder();
writeFileSync(
  join(folder, 'rows.csv'),
  `date,service,cost\n${rows.map((row) => `${Object.values(row)}\n`).join('')}`,
);
await run(['costs', 'mirror', 'm', '--files', 'rows.csv', '-q'], { folder });

const gone = { storage: '2026-10-07', backup: '2026-10-12' };

test.each([
  ['the service', ''],
  ['a mirror', ' --mirror m'],
])('a service of %s ends on the same day for --where as for --by', async (_name, mirror) => {
  const ask = async (words: string) => {
    const line = `costs anomalies --month 2026-10 ${words}${mirror} -o json`;
    const { stdout, exitCode } = await run(line, mirror === '' ? { service } : { folder });
    const found: Record<string, unknown>[] = JSON.parse(stdout);
    return { found: found.map(({ day, state }) => [day, state]), exitCode };
  };
  const days = Object.values(gone).map((day) => [day, 'gone']);
  expect(await ask('--by service')).toEqual({ found: expect.arrayContaining(days), exitCode: 0 });
  for (const [name, day] of Object.entries(gone)) {
    const found = [[day, 'gone']];
    expect(await ask(`--where service=${name}`)).toEqual({ found, exitCode: 0 });
    expect(await ask(`--where service=${name} --check`)).toEqual({ found, exitCode: 11 });
  }
});

test.each([
  'costs chart --month 2026-10 --anomalies',
  'costs report --month 2026-10 --sections anomalies',
])('%s names the day too', async (line) => {
  const { stdout } = await run(`${line} --where service=storage`, { service });
  expect(stdout).toMatch(/2026-10-07 0\.00|Oct 7, 2026 \| storage \| gone/);
});

test('a bar of such a day is zero, and that of a day without any row is not', async () => {
  const line = 'costs chart --from 2026-10-06 --to 2026-10-08 --where service=storage';
  const amounts = async (days: typeof rows) => {
    const served = serveCosts(Object.fromEntries(groupBy(days, ({ date }) => date)));
    const { stdout } = await run(line, { service: served });
    return stdout.match(/^2026.*(?<= {2})\S.*$/gm)?.map((bar) => bar.split(/ {2,}/).at(-1));
  };
  expect(await amounts(rows)).toEqual(['70.00', '0.00', '70.00']);
  expect(await amounts(rows.filter(({ date }) => date !== '2026-10-07'))).toEqual([
    ...['70.00', 'no rows', '70.00'],
  ]);
});

test('a check shows no change against a period without any row, and does not judge it', async () => {
  const without = rows.filter(({ date }) => !date.startsWith('2026-09'));
  const served = serveCosts(Object.fromEntries(groupBy(without, ({ date }) => date)));
  const line = 'costs check --month 2026-10 --max-increase 10% --max-total 9';
  const json = await run(`${line} -o json`, { service: served });
  expect(JSON.parse(json.stdout)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ check: 'max-total', state: 'failed', total: '5750' }),
      expect.objectContaining({
        ...{ check: 'max-increase', result: 'no rows', state: 'unjudged', total: '5750' },
        ...{ before: null, change: null, changePercent: null },
      }),
    ]),
  );
  const junit = await run(`${line} -o junit`, { service: served });
  expect(junit.stdout).toContain('not judged, because 2026-09-01..2026-09-30 has no rows');
});

test('a check of a period without any row shows no figure of it, and without one before no change', async () => {
  const october = rows.filter(({ date }) => date.startsWith('2026-10'));
  const served = serveCosts(Object.fromEntries(groupBy(october, ({ date }) => date)));
  const against = ['--against', '2026-10', '--max-decrease', '10', '-o', 'junit'];
  const ended = await run(['costs', 'check', '--month', '2026-09', ...against], {
    service: served,
  });
  expect(ended.stdout).toContain(
    'the total is not judged, because 2026-09-01..2026-09-30 has no rows',
  );
  const begun = 'costs check --month 2026-10 --max-increase 10% --allow-empty -o json';
  const { stdout, stderr, exitCode } = await run(begun, { service: served });
  expect(exitCode).toBe(11);
  expect(JSON.parse(stdout)).toMatchObject([
    { result: 'exceeded', total: '5750', before: null, change: null, changePercent: null },
  ]);
  expect(stderr).toContain('the total rose from a period without rows to 5,750');
});

/** Only the last row has an owner and a tag, and it is not a row of compute. */
const ownedDays = {
  '2026-10-01': Array.from({ length: 30 }, () => ({
    ...{ date: '2026-10-01', service: 'compute', cost: 1, tags: { env: 'live' } },
  })),
  '2026-10-02': [
    { date: '2026-10-02', service: 'storage', cost: 2, owner: 'ops', tags: { team: 'web' } },
  ],
};
const asked = ['--from', '2026-10-01', '--to', '2026-10-02', '--where', 'service=compute'];
const ownedFolder = createFolder();
const tagged = Object.values(ownedDays).flat();
writeFileSync(
  join(ownedFolder, 'rows.ndjson'),
  tagged.map((row) => `${JSON.stringify(row)}\n`).join(''),
);
await run(['costs', 'mirror', 'm', '--files', 'rows.ndjson', '-q'], { folder: ownedFolder });

test.each([
  ['list -o json --columns cost,owner'],
  ['list -o csv --columns cost,owner,tags.team'],
  ['list --columns cost,owner'],
  ['export -o csv --columns cost,owner'],
  [`export -O ${join(ownedFolder, 'x.parquet')} --columns cost,owner`],
  [`export -O ${join(ownedFolder, 'x.xlsx')} --columns cost,tags.team`],
  ['summary --by owner'],
  ['summary --by tags.team'],
  ['compare --by owner --against 2026-09-01..2026-09-02'],
])('costs %s takes a column that only a later row outside the conditions has', async (words) => {
  const line = ['costs', ...words.split(' '), ...asked];
  const world = { folder: ownedFolder };
  const { stderr, exitCode } = await run(line, { ...world, service: serveCosts(ownedDays) });
  expect([exitCode, stderr.match(/^error.*/m)?.[0]]).toEqual([0, undefined]);
  if (!words.startsWith('compare')) {
    expect(await run([...line, '--mirror', 'm'], world)).toMatchObject({ exitCode: 0 });
  }
  const wrong = line.map((word) => word.replace(/owner|tags\.team/, 'ownr'));
  const refused = await run(wrong, { ...world, service: serveCosts(ownedDays) });
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain("no row has the column 'ownr'");
});

test('a column that the first rows have costs no more requests beside conditions', async () => {
  const first = { date: '2026-10-01', service: 'storage', cost: 2, owner: 'ops' };
  const days = { '2026-10-01': [first, ...ownedDays['2026-10-01']] };
  const count = async (columns: string) => {
    const served = serveCosts(days);
    const line = ['costs', 'list', ...asked, '-o', 'json', '--columns', columns];
    expect(await run(line, { service: served })).toMatchObject({ exitCode: 0 });
    return served.requests.length;
  };
  expect((await count('cost,owner')) - (await count('cost'))).toBeLessThanOrEqual(1);
});

test.each([
  ['summary --by'],
  ['coverage --require'],
  ['list -o csv --columns'],
  ['export -o csv --columns'],
])('costs %s looks for a missing column in no row again if none was left out', async (words) => {
  const date = '2026-10-01';
  const rows = Array.from({ length: 10_001 }, () => ({ date, cost: 1, owner: 'ops' }));
  const count = async (column: string) => {
    const served = serveCosts({ [date]: rows });
    const line = ['costs', ...words.split(' '), column, '--from', date, '--to', date];
    const { stdout, stderr } = await run(line, { service: served });
    expect(`${stdout}${stderr}`.includes('no row has')).toBe(column !== 'owner');
    return served.requests.length;
  };
  // The first rows show what the name may mean.
  expect((await count('ownr')) - (await count('owner'))).toBeLessThanOrEqual(1);
});
