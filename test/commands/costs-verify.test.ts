import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Days, rowsOf, serveCosts } from '../helpers/costs.ts';
import { needs } from '../helpers/needs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

const days: Days = {
  '2026-10-01': rowsOf('2026-10-01', 4),
  '2026-10-02': rowsOf('2026-10-02', 3),
};

async function exportDays(
  served: Days = days,
  name = 'costs.csv',
  words: readonly string[] = [],
): Promise<{ path: string; receipt: string }> {
  const folder = createFolder();
  const [path, receipt] = [join(folder, name), join(folder, 'receipt.json')];
  const line = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-03'];
  const { exitCode } = await run([...line, '-O', path, '--receipt', receipt, '-q', ...words], {
    service: serveCosts(served),
  });
  expect(exitCode).toBe(0);
  return { path, receipt };
}

test('a file that matches its receipt passes', async () => {
  const { receipt } = await exportDays();
  const { stdout, stderr } = await succeed(run(['costs', 'verify', receipt, '-o', 'csv']));
  expect(stdout).toMatch(
    /^subject,what,receipt,now,result,currency\n.*,bytes,(\d+),\1,same,\n.*,sha256,(\w+),\2,same,\n(?:.*,(?:rows,(\d),\3,same,|sum,([\d.]+),\4,same,\w+)\n){8}$/,
  );
  const whole = `${receipt}: everything matches the receipt (bytes, sha256, rows, sum)\n`;
  expect(stderr).toBe(`note: ${whole}`);
  for (const words of [[], ['-o', 'markdown']]) {
    const brief = await succeed(run(['costs', 'verify', receipt, ...words]));
    const unmarked = brief.stdout.replaceAll('\\', '');
    expect(unmarked).toBe(whole);
    expect(brief.stderr).toBe('');
  }
  const quiet = await run(['costs', 'verify', receipt, '-q']);
  expect([quiet.stdout, quiet.stderr, quiet.exitCode]).toEqual(['', '', 0]);
});

describe('an edited receipt that agrees with itself and has the hash of its file', () => {
  const edits = [
    ['another sum', [{ sum: '9.99' }]],
    ['another currency', [{ currency: 'CHF' }]],
    ['rows moved to another currency', [{ rows: 1 }, { rows: 3 }]],
  ] as const;
  const forms = ['costs.csv', 'costs.csv.gz', 'costs.ndjson', 'costs.parquet'];
  // What a condition quotes is no option of the export.
  const words = ['--where', 'currency!=a --focus b'];
  test.each(forms.flatMap((name) => edits.map((edit) => [name, ...edit] as const)))(
    '%s: %s is found',
    async (name, _, edits) => {
      const { receipt } = await exportDays(days, name, words);
      const line = ['costs', 'verify', receipt];
      const { stdout } = await succeed(run(line));
      expect(stdout).toContain('(bytes, sha256, rows, sum)');
      const facts = JSON.parse(readFileSync(receipt, 'utf8'));
      for (const [at, edit] of edits.entries()) Object.assign(facts.windows[0].sums[at], edit);
      writeFileSync(receipt, JSON.stringify(facts));
      const ended = await run(line);
      expect(ended.stderr).toMatch(/does not match the receipt: 2026-10-01 (USD|EUR|CHF)/);
      expect(ended.exitCode).toBe(11);
      expect(ended.stdout).not.toContain('correction');
    },
  );

  test('a receipt without its sums is not compared, and says so', async () => {
    const { receipt } = await exportDays();
    const facts = JSON.parse(readFileSync(receipt, 'utf8'));
    for (const window of facts.windows) delete window.sums;
    writeFileSync(receipt, JSON.stringify(facts));
    const { stdout, stderr } = await succeed(run(['costs', 'verify', receipt]));
    expect(stdout).toContain('(bytes, sha256)\n');
    expect(stderr).toContain('were not compared with the rows: it has none');
  });

  test.each([
    ['costs.json', [], 'json files are not read again'],
    ['costs.csv', ['--columns', 'cost,currency'], 'the file does not have the days'],
    ['costs.csv', ['--columns', 'date,cost'], 'the file does not have the days'],
    ['costs.csv', ['--no-header'], 'sums in the receipt were not compared'],
    ['costs.csv', ['--no-header', '--where', 'cost=0.02'], 'sums in the receipt were not compared'],
    ['costs.parquet', ['--types', 'cost=double'], 'the amounts are stored as doubles'],
    ['costs.csv', ['--decimal-comma', '--delimiter', ';'], 'the file does not have the days'],
  ])('%s with %j claims no more than was compared', async (name, words, why) => {
    const { receipt } = await exportDays(days, name, words);
    const { stdout, stderr } = await succeed(run(['costs', 'verify', receipt]));
    expect(stdout).toContain('everything matches the receipt (bytes, sha256)\n');
    expect(stderr).toContain(why);
  });
});

test('a receipt of incomplete data says so, even if everything matches', async () => {
  const { path, receipt } = await exportDays();
  const facts = JSON.parse(readFileSync(receipt, 'utf8'));
  const truncated = [{ date: '2026-10-02', total: 100_001 }];
  writeFileSync(receipt, JSON.stringify({ ...facts, complete: false, truncated }));
  const line = ['costs', 'verify', receipt];
  for (const words of [[], [path], ['--live'], ['-o', 'csv'], ['-q']]) {
    const ended = await succeed(run([...line, ...words], { service: serveCosts(days) }));
    expect(ended.stderr).toContain(
      'warning: the receipt is of incomplete data: only the first rows of 2026-10-02 were read\n',
    );
  }
  const { stdout } = await succeed(run([...line, '-o', 'junit']));
  expect(stdout).toContain('the receipt is of incomplete data');
});

test.each([
  ['rows', 8, 'rows is 8, and the windows have 7'],
  ['read', 8, 'read is 8, and the windows have 7'],
  ['total', 6, 'total is 6, and the windows have 7'],
  ['complete', false, 'complete is false, and truncated names 0 days'],
  ['from', '2026-10-04', 'to is before 2026-10-04'],
  ['amountColumn', null, 'has sums, and no column of days and of amounts is named'],
  ['windows.0.rows', 6, 'rows is 7, and the windows have 6'],
  ['from', '2026-09-01', 'the windows do not have each day of 2026-09-01 to 2026-10-03 once'],
  ['to', '2026-10-31', 'the windows do not have each day of 2026-10-01 to 2026-10-31 once'],
  ['windows.0.to', '2026-09-01', 'ends before it begins'],
  ['windows.0.sums', [], 'has 7 rows, and its sums have 0'],
  ['windows.0.days', [], 'has 7 rows, and its days have 0'],
  ['windows.0.days.0.rows', 5, 'has 7 rows, and its days have 8'],
  ['windows.0.days.0.date', '2026-10-03', 'other rows of 2026-10-03 in its sums and days'],
  ['windows', [], 'rows is 7, and the windows have 0'],
  ['from', '2026-10-32', 'is not a receipt of costs: from'],
  ['rows', -7, 'is not a receipt of costs: rows'],
  ['windows.0.read', 7.5, 'is not a receipt of costs: windows.0.read'],
  ['windows.0.sums.0.sum', '1O.5', 'is not a receipt of costs: windows.0.sums.0.sum'],
  ['windows.0.sums.0.date', 'x', 'is not a receipt of costs: windows.0.sums.0.date'],
  ['files.0.sha256', '../x', 'is not a receipt of costs: files.0.sha256'],
])('a receipt whose %s was changed to %j is refused', async (place, value, reason) => {
  const { receipt } = await exportDays();
  const facts = JSON.parse(readFileSync(receipt, 'utf8'));
  const keys = place.split('.');
  const last = keys.pop() ?? '';
  keys.reduce((inside, key) => inside[key], facts)[last] = value;
  writeFileSync(receipt, JSON.stringify(facts));
  for (const live of [[], ['--live']]) {
    const ended = await run(['costs', 'verify', receipt, ...live], { service: serveCosts(days) });
    expect(ended).toMatchObject({ exitCode: 10, stdout: '' });
    expect(ended.stderr).toContain(reason);
  }
});

test('rows that went to stdout are verified in the file that they were written to', async () => {
  const folder = createFolder();
  const [path, receipt] = [join(folder, 'costs.csv'), join(folder, 'receipt.json')];
  const line = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-03', '-O', '-'];
  const service = serveCosts(days);
  const { stdout } = await run([...line, '-o', 'csv', '--receipt', receipt], { service });
  writeFileSync(path, stdout);
  const named = await run(['costs', 'verify', receipt, path, '-q']);
  expect([named.stderr, named.exitCode]).toEqual(['', 0]);
  const { stderr, exitCode } = await run(['costs', 'verify', receipt]);
  expect([stderr, exitCode]).toEqual([expect.stringContaining(`${receipt} names no file`), 2]);
});

test('a file that a list wrote to stdout has no hash to be compared with', async () => {
  const folder = createFolder();
  const [path, receipt] = [join(folder, 'costs.csv'), join(folder, 'receipt.json')];
  const line = ['costs', 'list', '--from', '2026-10-01', '--to', '2026-10-03', '-o', 'csv'];
  const listed = await run([...line, '--receipt', receipt], { service: serveCosts(days) });
  writeFileSync(path, listed.stdout);
  expect(await failWith(2, run(['costs', 'verify', receipt, path]))).toContain(
    `${receipt} has no hash to compare ${path} with`,
  );
});

test('a file with an extra byte exits 11', async () => {
  const { path, receipt } = await exportDays();
  appendFileSync(path, '\n');
  const { stdout, stderr, exitCode } = await run(['costs', 'verify', receipt, '-o', 'ndjson']);
  expect(stdout).toContain('"what":"bytes"');
  expect(stdout).toContain('"result":"differs"');
  expect(stderr).toContain('does not match the receipt');
  expect(exitCode).toBe(11);
});

test('a moved file is verified by its new path, and is missing without it', async () => {
  const { path, receipt } = await exportDays();
  const folder = join(createFolder(), 'elsewhere');
  mkdirSync(folder);
  renameSync(path, join(folder, 'x.csv'));
  await succeed(run(['costs', 'verify', receipt, join(folder, 'x.csv'), '-q']));
  expect(await failWith(1, run(['costs', 'verify', receipt]))).toContain('no such file or folder');
});

describe('a pipe that rows were exported to', () => {
  needs('mkfifo');

  test('is not waited for', async () => {
    const { path, receipt } = await exportDays();
    rmSync(path);
    execFileSync('mkfifo', [path]);
    const stderr = await failWith(2, run(['costs', 'verify', receipt]));
    expect(stderr).toBe(
      `error: ${receipt} names a pipe or a device: ${path}\n` +
        'hint: name the file that the rows were written to, or give --live\n',
    );
  });
});

test('--live does not pass on a day that has grown over the limit', async () => {
  const serve = (count: number) => ({ '2026-10-01': rowsOf('2026-10-01', count) });
  const { receipt } = await exportDays(serve(100_000));
  const service = serveCosts(serve(100_001));
  const line = ['costs', 'verify', receipt, '--live', '-o', 'csv'];
  const { exitCode, stdout } = await run(line, { service });
  expect(stdout).toBe('subject,what,receipt,now,result\n2026-10-01,rows,100000,100001,differs\n');
  expect(exitCode).toBe(11);
});

test('--live says that a receipt without sums proves nothing but the number of rows', async () => {
  const serve = (cost: number) => ({
    '2026-10-01': [
      { date: '2026-10-01', cost: 1, currency: 'USD' },
      { date: null, cost, currency: 'USD' },
    ],
  });
  const { receipt } = await exportDays(serve(2), 'costs.csv', ['--date-column', 'date']);
  const service = serveCosts(serve(5));
  const { stdout } = await succeed(run(['costs', 'verify', receipt, '--live'], { service }));
  expect(stdout).toBe(
    `${receipt}: the number of rows matches the receipt; sums and content were not compared, since it has none (a row cannot be added up: it has no day in date) (rows)\n`,
  );
});

test('--live lists the days whose rows or sum changed since', async () => {
  const { receipt } = await exportDays();
  const line = ['costs', 'verify', receipt, '--live', '-o', 'csv'];
  const same = await run(line, { service: serveCosts(days) });
  expect([same.stdout, same.exitCode]).toEqual(['subject,what,receipt,now,result\n', 0]);
  const restated = serveCosts({
    ...days,
    '2026-10-02': rowsOf('2026-10-02', 3, { cost: 1 }),
    '2026-10-03': [{ date: '2026-10-03', cost: 5, currency: 'CHF' }],
  });
  const moved = await run(line, { service: restated });
  expect(moved.stdout).toMatchInlineSnapshot(`
    "subject,what,receipt,now,result,currency,correction
    2026-10-02 EUR,sum,0,1,differs,EUR,1
    2026-10-02 USD,sum,0.03,2,differs,USD,1.97
    2026-10-03 CHF,rows,,1,differs,,
    2026-10-03 CHF,sum,,5,differs,CHF,5
    2026-10-01..2026-10-03,rows,7,8,differs,,
    "
  `);
  expect(moved.stderr).toMatch(/^error: does not match the receipt: /);
  expect(moved.exitCode).toBe(11);
});

test('a sum that differs by less than a table shows has its difference beside it', async () => {
  const { receipt } = await exportDays();
  const [first, ...others] = days['2026-10-02'] ?? [];
  const changed = [{ ...first, cost: Number(first?.['cost']) + 0.0001 }, ...others];
  const service = serveCosts({ ...days, '2026-10-02': changed });
  const { stdout } = await run(['costs', 'verify', receipt, '--live', '-o', 'table'], { service });
  expect(stdout.split('\n')[1]).toMatch(/ sum +0\.00 +<0\.01 +differs +\+<0\.01$/);
});

test('--live is refused for a receipt of another address', async () => {
  const { receipt } = await exportDays();
  const { stderr, exitCode } = await run(['costs', 'verify', receipt, '--live'], {
    env: { COSTCTL_BASE_URL: 'https://b.example.test', COSTCTL_TOKEN: 'x' },
  });
  expect(stderr).toContain('the receipt was made from https://api.example.test/');
  expect(exitCode).toBe(2);
});

test('an empty range has a receipt that --live verifies too', async () => {
  const { receipt } = await exportDays({});
  const { exitCode } = await run(['costs', 'verify', receipt, '--live'], {
    service: serveCosts({}),
  });
  expect(exitCode).toBe(0);
});

test('a file that is not a receipt is invalid data', async () => {
  const { path } = await exportDays();
  expect(await failWith(10, run(['costs', 'verify', path]))).toContain('is not a receipt of costs');
});

test.each([
  'summary',
  'compare',
  'explain',
  'anomalies',
  'coverage --require service',
  'check --max-total 5 --allow-empty',
  'export -O FOLDER/costs.csv',
])('a receipt of %s for a period without a day is true', async (words) => {
  const folder = createFolder();
  const path = join(folder, 'receipt.json');
  const world = { now: '2026-11-01T12:00:00Z' };
  const line = `--sandbox costs ${words.replace('FOLDER', folder)} --month-to-date --receipt`;
  await succeed(run([...line.split(' '), path], world));
  const receipt = JSON.parse(readFileSync(path, 'utf8'));
  expect(receipt).toMatchObject({ rows: 0, complete: true });
  expect(receipt.command).toContain('--month-to-date');
  await succeed(run(['--sandbox', 'costs', 'verify', path, '--live'], world));
});

test('a receipt of anomalies of days that are not complete yet is true', async () => {
  const path = join(createFolder(), 'receipt.json');
  await succeed(run(['--sandbox', 'costs', 'anomalies', '--last', '1d', '--receipt', path]));
  const receipt = JSON.parse(readFileSync(path, 'utf8'));
  expect(receipt).toMatchObject({ rows: 0, windows: [], from: '2026-11-14' });
  expect(receipt.command).toContain('--last 1d --receipt');
  expect(receipt.command).not.toContain('--from');
  await succeed(run(['--sandbox', 'costs', 'verify', path, '--live']));
});
