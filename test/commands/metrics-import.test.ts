import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { metricFiles } from '../helpers/metric-files.ts';
import {
  createFile,
  header,
  importFile,
  importFrom,
  rowsOfDays,
  sentBy,
  twoRows,
} from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { createFolder } from '../helpers/run.ts';
import { runs } from '../helpers/runs.ts';
import { succeed } from '../helpers/screens.ts';

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
    { numRuns: runs(60) },
  );
});

test('a gzip-compressed file is recognized by its name', async () => {
  const path = createFile('orders.csv.gz');
  writeFileSync(path, gzipSync(twoRows));
  const service = createMetricService();
  await succeed(importFile(path, [], { service }));
  expect(sentBy(service)).toEqual(['2026-01-01 1.50', '2026-01-02 +4']);
});

test('no temporary files are left', async () => {
  const folder = createFolder();
  const file = `${header}\n${Array.from({ length: 20_000 }, (_, at) => `2026-01-01,1,${'x'.repeat(60)}${at}\n`).join('')}`;
  await succeed(importFrom(file, [], { env: { TMPDIR: folder } }));
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['first', '5'],
  ['last', '6'],
  ['sum', '11'],
])('--duplicates %s sends %s', async (policy, amount) => {
  const service = createMetricService();
  const file = 'date,amount,region\n2026-01-01,5,eu\n2026-01-01,6,eu\n';
  await importFrom(file, ['--duplicates', policy], { service });
  expect(sentBy(service)).toEqual([`2026-01-01 ${amount}`]);
});

test('an interrupted import reports what was stored and that a new run is safe', async () => {
  const controller = new AbortController();
  const rejects = createFile('rejects.csv');
  const service = createMetricService({
    refuse: (_, post) => {
      if (post === 2) controller.abort(new CostctlError('interrupted', 'interrupted'));
      return undefined;
    },
  });
  const flags = ['--batch-size', '10', '--concurrency', '1', '-o', 'table', '--rejects', rejects];
  const outcome = await importFrom(rowsOfDays(30), flags, { service, signal: controller.signal });
  expect(outcome.exitCode).toBe(130);
  expect(outcome.stdout).toBe('');
  expect(outcome.stderr).toMatch(
    /^error: interrupted: (?:20|10) of 30 values were stored(?:, 10 more may have been)?\n/,
  );
  expect(outcome.stderr).toContain('hint: run the same command again: it is safe');
  expect(readFileSync(rejects, 'utf8')).toContain(
    'not sent, because of an earlier error: interrupted',
  );
  await succeed(importFrom(rowsOfDays(30), [], { service }));
  expect(service.values()).toHaveLength(30);
});

test('an interrupted import counts the values that were stored before', async () => {
  const controller = new AbortController();
  const service = createMetricService({
    refuse: (_, post) => {
      if (post === 3) controller.abort(new CostctlError('interrupted', 'interrupted'));
      return undefined;
    },
  });
  await succeed(importFrom(rowsOfDays(10), [], { service }));
  const flags = ['--batch-size', '10', '--concurrency', '1', '-o', 'table'];
  const { stderr } = await importFrom(rowsOfDays(30), flags, {
    service,
    signal: controller.signal,
  });
  expect(stderr).toMatch(/^error: interrupted: (?:30|20) of 30 values were stored/);
});

test.each([1, 2, 3, 4, 5])(
  'an import interrupted at request %i and run again stores exactly the file',
  async (stop) => {
    const controller = new AbortController();
    const service = createMetricService({
      refuse: (_, post) => {
        if (post === stop) controller.abort(new CostctlError('interrupted', 'interrupted'));
        return undefined;
      },
    });
    const flags = ['--batch-size', '10', '--concurrency', '2'];
    const interrupted = await importFrom(rowsOfDays(60), flags, {
      service,
      signal: controller.signal,
    });
    expect(interrupted.exitCode).toBe(130);
    expect((await importFrom(rowsOfDays(60), flags, { service })).exitCode).toBe(0);
    expect(service.values().map(({ amount }) => amount)).toEqual(
      Array.from({ length: 60 }, (_, day) => `${day}.5`),
    );
    const { stdout } = await importFrom(rowsOfDays(60), flags, { service });
    expect(JSON.parse(stdout)).toMatchObject({ created: 0, updated: 0, unchanged: 60 });
  },
);
