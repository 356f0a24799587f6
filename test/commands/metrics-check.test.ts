import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFile, header, importFrom, rowsOfDays } from '../helpers/metric-import.ts';
import { createMetricService, type MetricService } from '../helpers/metric-service.ts';
import { run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

const held = (date: string, amount: string, region: string) => ({
  date,
  amount,
  labels: { region },
});
const stored = [held('2026-01-01', '1', 'eu'), held('2026-01-02', '2', 'eu')];
const same = `${header}\n2026-01-01,1,eu\n2026-01-02,2,eu\n`;
const oneNew = `${same}2026-01-02,7,us\n`;
const newAndOther = `${header}\n2026-01-01,1,eu\n2026-01-02,3,eu\n2026-01-02,7,us\n`;

function differing(service: MetricService, stdin: string, flags: readonly string[]) {
  const line = ['metrics', 'diff', 'bmt_orders', '-', '-w', 'wsp_main', '-o', 'csv', ...flags];
  return run(line, { service, stdin });
}

test.each([
  ['nothing', same, 0, 0],
  ['one value', oneNew, 11, 1],
  ['a new and another value', newAndOther, 11, 2],
])(
  '--check of a file that changes %s counts the changes in import and diff',
  async (_, file, exit, count) => {
    const service = createMetricService({ stored });
    for (const checking of [
      await importFrom(file, ['--check'], { service }),
      await differing(service, file, ['--check', '-o', 'json']),
    ]) {
      expect(checking.exitCode).toBe(exit);
      const reported = /an import would change (\d+) value/.exec(checking.stderr)?.[1];
      expect(reported).toBe(count === 0 ? undefined : String(count));
    }
    expect(service.posts).toEqual([]);
  },
);

test.each([
  ['import', 'junit', /<error/],
  ['diff', 'junit', /<error/],
  ['import', 'github', /^::error/m],
  ['diff', 'github', /^::error/m],
])('no report of --check passes if %s could not use every row: %s', async (action, format, bad) => {
  const line = ['metrics', action, 'bmt_orders', '-', '-w', 'wsp_main', '--check', '-o', format];
  const service = createMetricService({ stored });
  const asked = await run([...line, '--skip-invalid'], {
    service,
    stdin: `${same}2026-13-01,x,eu\n`,
  });
  expect(asked.exitCode).toBe(9);
  expect(asked.stdout).toMatch(bad);
  const whole = await run(line, { service, stdin: same });
  expect(whole.exitCode).toBe(0);
  expect(whole.stdout).not.toMatch(bad);
});

test.each([
  [['9', '0'], 11, 'an import would change 1 value'],
  [['0', '0.00', '-0', '+0', '0e5'], 0, ''],
  [['9', '8'], 11, 'an import would change 2 values'],
])('only --zero-extra would set extra values of %j to 0', async (amounts, exit, words) => {
  const extra = amounts.map((amount, at) => held('2026-01-01', amount, `asia ${at}`));
  const service = createMetricService({ stored: [...stored, ...extra] });
  const zeroing = await importFrom(same, ['--check', '--zero-extra'], { service });
  expect(zeroing.exitCode).toBe(exit);
  expect(zeroing.stderr).toContain(words);
  expect(JSON.parse(zeroing.stdout)).toMatchObject({ extra: amounts.length, dryRun: true });
  expect((await importFrom(same, ['--check'], { service })).exitCode).toBe(0);
});

test('a report for CI counts the values that would be set to 0', async () => {
  const service = createMetricService({
    stored: [
      { date: '2026-01-01', amount: '5', labels: { region: 'eu' } },
      { date: '2026-01-01', amount: '7', labels: { region: 'us' } },
    ],
  });
  const file = 'date,amount,region\n2026-01-01,5,eu\n';
  const outcome = await importFrom(file, ['--check', '--zero-extra', '-o', 'junit'], { service });
  expect(outcome).toMatchObject({ exitCode: 11 });
  expect(outcome.stdout).toContain('"0 to create, 0 to update, 1 to set to 0"');
});

test('a dry run with --zero-extra counts the requests for zeros too', async () => {
  const extra = ['a', 'b', 'c'].map((region) => held('2026-01-01', '9', region));
  const service = createMetricService({ stored: [...stored, ...extra] });
  const flags = ['--zero-extra', '--batch-size', '2', '--concurrency', '1'];
  const dry = JSON.parse((await importFrom(same, ['--dry-run', ...flags], { service })).stdout);
  expect(dry).toMatchObject({ unchanged: 2, extra: 3, zeroed: 3, batches: 2 });
  const real = JSON.parse((await importFrom(same, flags, { service })).stdout);
  expect({ ...real, dryRun: true }).toEqual(dry);
  expect(service.posts).toHaveLength(2);
});

test('a retried request for zeros counts as sent again', async () => {
  const service = createMetricService({
    stored: [...stored, held('2026-01-01', '9', 'asia')],
    refuse: (_, post) => (post === 1 ? { status: 503 } : undefined),
  });
  const { stdout, exitCode } = await importFrom(same, ['--zero-extra'], { service });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ resent: 1, batches: 1, zeroed: 1 });
});

test('failed zeros exit 9 and are in the rejects without a line number', async () => {
  const service = createMetricService({
    stored: [...stored, held('2026-01-01', '9', 'asia')],
    refuse: (_, post) => (post === 1 ? { status: 400 } : undefined),
  });
  const rejects = createFile('rejects.csv');
  const flags = ['--zero-extra', '-o', 'table', '--rejects', rejects];
  const outcome = await importFrom(same, flags, { service });
  expect(outcome.exitCode).toBe(9);
  expect(readFileSync(rejects, 'utf8')).toMatch(/\n2026-01-01,0,asia,,the service answered 400/);
  expect(outcome.stderr).toContain('error: 1 of 1 extra values were not set to 0: ');
});

test('a passing check prints its list or its result unless -q is given', async () => {
  const service = createMetricService({ stored: [...stored, held('2026-01-01', '9', 'asia')] });
  const { stdout, exitCode } = await differing(service, same, ['--check']);
  expect({ stdout, exitCode }).toEqual({
    exitCode: 0,
    stdout: 'change,date,labels,old,new\nextra,2026-01-01,"{""region"":""asia""}",9,\n',
  });
  expect((await differing(service, same, ['--check', '-q'])).stdout).toBe('');
  expect((await differing(service, same, ['-q'])).stdout).toBe(stdout);
  expect((await differing(service, oneNew, ['--check', '-q'])).stdout).toContain('create,');
  const quiet = await importFrom(oneNew, ['--check', '-q'], { service });
  expect(JSON.parse(quiet.stdout)).toMatchObject({ created: 1 });
});

test('the diff table shows labels as name=value, and nothing for a value without labels', async () => {
  const service = createMetricService({
    stored: [...stored, { date: '2026-01-01', amount: '9', labels: {} }],
  });
  const { stdout } = await differing(service, oneNew, ['-o', 'table']);
  expect(stdout).toMatchInlineSnapshot(`
    "change  date        labels     old  new
    create  2026-01-02  region=us         7
    "
  `);
});

const amount = fc.constantFrom('0', '0.0', '1', '1.0', '1e0', '+1', '-2', '20e-1', '2');
const key = fc.record({
  day: fc.integer({ min: 1, max: 4 }),
  region: fc.constantFrom('eu', 'us', 'asia'),
});
const values = (most: number) =>
  fc.uniqueArray(fc.tuple(key, amount), {
    minLength: 1,
    maxLength: most,
    selector: ([{ day, region }]) => `${day} ${region}`,
  });

test('for any stored values, a dry run reports exactly what the import then reports', async () => {
  await fc.assert(
    fc.asyncProperty(
      values(8),
      values(12),
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      async (file, stored, zeroes, batchSize) => {
        const service = createMetricService({
          stored: stored.map(([{ day, region }, held]) => ({
            date: `2026-01-0${day}`,
            amount: held,
            labels: { region },
          })),
        });
        const rows = file.map(([{ day, region }, own]) => `2026-01-0${day},${own},${region}`);
        const content = [header, ...rows, ''].join('\n');
        const flags = ['--batch-size', String(batchSize), ...(zeroes ? ['--zero-extra'] : [])];
        const dry = await importFrom(content, ['--dry-run', ...flags], { service });
        expect(service.posts).toEqual([]);
        const check = await importFrom(content, ['--check', ...flags], { service });
        const before = service.values();
        const real = await importFrom(content, ['--verify', ...flags], { service });
        expect([dry.exitCode, real.exitCode]).toEqual([0, 0]);
        const { dryRun, extra, ...predicted } = JSON.parse(dry.stdout);
        const { extra: printed, ...reported } = JSON.parse(real.stdout);
        expect({ dryRun, extra, ...predicted }).toEqual({
          ...reported,
          extra: printed ?? extra,
          dryRun: true,
        });
        const same = before.every(({ amount: held }, at) => {
          const now = service.values()[at]?.amount;
          return Number(held) === Number(now);
        });
        const isUnchanged = same && before.length === service.values().length;
        expect(check.exitCode).toBe(isUnchanged ? 0 : 11);
        await succeed(importFrom(content, ['--check', ...flags], { service }));
      },
    ),
    { numRuns: 20 },
  );
});

test('the number of read requests is reported before the second request', async () => {
  const service = createMetricService();
  await importFrom(rowsOfDays(250), [], { service });
  const flags = ['--dry-run', '--debug', '-o', 'table'];
  const { stderr } = await importFrom(rowsOfDays(250), flags, { service });
  const printed = stderr.indexOf('are read: 3 requests');
  expect(printed).toBeGreaterThan(stderr.indexOf('page=1&'));
  expect(stderr.indexOf('page=2&')).toBeGreaterThan(printed);
});

test('a bad last row prevents sending any batch', async () => {
  const service = createMetricService();
  const file = `${rowsOfDays(2500)}2026-01-01,x,eu\n`;
  await failWith(10, importFrom(file, ['--batch-size', '10'], { service }));
  expect(service.posts).toEqual([]);
});
