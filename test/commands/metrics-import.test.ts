import { readdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metricFiles } from '../helpers/metric-files.ts';
import { createFile, header, importFrom, sentBy, twoRows } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { createFolder, run } from '../helpers/run.ts';

test('values are sent as written in the file, and the result has every field in order', async () => {
  const service = createMetricService();
  const outcome = await importFrom(twoRows, [], { service });
  expect(service.posts).toEqual([
    [
      { date: '2026-01-01', amount: '1.50', labels: { region: 'eu' } },
      { date: '2026-01-02', amount: '+4', labels: { region: 'us' } },
    ],
  ]);
  expect(outcome).toMatchObject({ stderr: '', exitCode: 0 });
  expect(outcome.stdout).toBe(
    '{"metric":"bmt_orders","rows":2,"values":2,"merged":0,"invalid":0,"created":2,"updated":0,"unchanged":0,"failed":0,"resent":0,"batches":1,"sum":"5.50","from":"2026-01-01","to":"2026-01-02"}\n',
  );
});

test('a second run changes nothing', async () => {
  const service = createMetricService();
  await importFrom(twoRows, [], { service });
  const { stdout } = await importFrom(twoRows, [], { service });
  expect(JSON.parse(stdout)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
});

test.each(['table', 'csv', 'tsv', 'yaml', 'markdown', 'ndjson'])(
  'the result can be printed as %s',
  async (format) => {
    const { stdout, exitCode } = await importFrom(twoRows, ['-o', format]);
    expect(stdout).toContain('2026-01-02');
    expect(stdout).toContain('5.50');
    expect(exitCode).toBe(0);
  },
);

test('the service gets exactly the good rows of any faulty file, as text, each once', async () => {
  await fc.assert(
    fc.asyncProperty(
      metricFiles,
      fc.integer({ min: 1, max: 12 }),
      async ({ content, format, rows, good }, batchSize) => {
        const service = createMetricService();
        const flags = ['--format', format, '--skip-invalid', '--batch-size', String(batchSize)];
        const outcome = await importFrom(content, flags, { service });
        const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
        expect(service.posts.flat().sort(byText)).toEqual(
          good
            .map(({ date, amount, region }) => ({ date, amount, labels: { region } }))
            .sort(byText),
        );
        expect(outcome.exitCode).toBe(good.length === rows ? 0 : 9);
        expect(JSON.parse(outcome.stdout)).toMatchObject({
          rows,
          values: good.length,
          invalid: rows - good.length,
          created: good.length,
        });
      },
    ),
    { numRuns: 60 },
  );
});

test('a gzip-compressed file is recognized by its name', async () => {
  const path = createFile('orders.csv.gz');
  writeFileSync(path, gzipSync(twoRows));
  const service = createMetricService();
  const outcome = await run(['metrics', 'import', 'bmt_orders', path, '-w', 'wsp_main'], {
    service,
  });
  expect(outcome.exitCode).toBe(0);
  expect(sentBy(service)).toEqual(['2026-01-01 1.50', '2026-01-02 +4']);
});

test('a missing file is reported, and nothing is sent', async () => {
  const service = createMetricService();
  const outcome = await run(
    ['metrics', 'import', 'bmt_orders', '/nowhere/orders.csv', '-w', 'wsp_main'],
    { service },
  );
  expect(outcome.stderr).toBe('error: cannot read /nowhere/orders.csv: no such file or folder\n');
  expect(outcome.exitCode).toBe(1);
  expect(service.posts).toEqual([]);
});

test.each(['csv', 'tsv'])('values exported as %s are read back as unchanged', async (format) => {
  const stored = ['eu, "west"', 'tab\there', 'two\nlines', 'back\\slash', '=1+1', 'été'].map(
    (region, at) => ({ date: '2026-01-01', amount: `${at}.50`, labels: { region } }),
  );
  const service = createMetricService({ stored });
  const values = await run(['metrics', 'values', 'bmt_orders', '-w', 'wsp_main', '-o', format], {
    service,
  });
  const { stdout } = await importFrom(values.stdout, ['--format', format], { service });
  expect(JSON.parse(stdout)).toMatchObject({ values: 6, created: 0, updated: 0, unchanged: 6 });
});

test('rows with the same day, labels and amount are sent once, with a note', async () => {
  const service = createMetricService();
  const outcome = await importFrom(`${header}\n2026-01-01,5,eu\n2026-01-01,5.0,eu\n`, [], {
    service,
  });
  expect(outcome.stderr).toBe('note: 1 row was merged into another with the same day and labels\n');
  expect(JSON.parse(outcome.stdout)).toMatchObject({ rows: 2, values: 1, merged: 1, sum: '5' });
  expect(sentBy(service)).toEqual(['2026-01-01 5']);
});

test('no temporary files are left', async () => {
  const folder = createFolder();
  const file = `${header}\n${Array.from({ length: 20_000 }, (_, at) => `2026-01-01,1,${'x'.repeat(60)}${at}\n`).join('')}`;
  const { exitCode } = await importFrom(file, [], { env: { TMPDIR: folder } });
  expect(exitCode).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
