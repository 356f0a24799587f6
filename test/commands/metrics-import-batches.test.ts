import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createFile,
  importFile,
  importFrom,
  rowsOfDays,
  sentBy,
  twoRows,
} from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { readJson } from '../helpers/screens.ts';

test('values are sent in batches', async () => {
  const service = createMetricService();
  const { stdout } = await importFrom(rowsOfDays(25), ['--batch-size', '10'], { service });
  expect(service.posts.map((values) => values.length).sort()).toEqual([10, 10, 5]);
  expect(JSON.parse(stdout)).toMatchObject({ created: 25, batches: 3 });
});

test('a batch has a thousand values by default', async () => {
  const service = createMetricService();
  await importFrom(rowsOfDays(1001), [], { service });
  expect(service.posts.map((values) => values.length).sort()).toEqual([1, 1000]);
});

test('a batch that is too large is halved, and the smaller size is remembered', async () => {
  const service = createMetricService({
    refuse: (values) => (values.length > 6 ? { status: 413 } : undefined),
  });
  const flags = ['--batch-size', '20', '--concurrency', '1'];
  expect(await readJson(importFrom(rowsOfDays(40), flags, { service }))).toMatchObject({
    created: 40,
    failed: 0,
    batches: 8,
  });
  expect(service.posts.map((values) => values.length)).toEqual([
    20, 10, 5, 5, 10, 5, 5, 5, 5, 5, 5,
  ]);
});

test('a batch that fails does not stop the others, and its rows are in the rejects', async () => {
  const rejects = createFile('rejects.csv');
  const service = createMetricService({
    refuse: (values) =>
      values.some(({ amount }) => amount === '12.5') ? { status: 400 } : undefined,
  });
  const outcome = await importFrom(rowsOfDays(30), ['--batch-size', '10', '--rejects', rejects], {
    service,
  });
  expect(outcome.exitCode).toBe(9);
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    values: 30,
    created: 20,
    failed: 10,
    batches: 3,
  });
  expect(readFileSync(rejects, 'utf8').split('\n')).toHaveLength(12);
  const again = createMetricService();
  await importFile(rejects, [], { service: again });
  expect(sentBy(again)).toHaveLength(10);
});

test('a server error is retried, and the batch counts as sent again', async () => {
  const service = createMetricService({
    refuse: (_, post) => (post === 1 ? { status: 503 } : undefined),
  });
  const { stdout, exitCode } = await importFrom(twoRows, [], { service });
  expect(JSON.parse(stdout)).toMatchObject({ created: 2, resent: 1, batches: 1 });
  expect(exitCode).toBe(0);
});

test('a batch retried after a rate limit does not count as sent again', async () => {
  const service = createMetricService({
    refuse: (_, post) => (post === 1 ? { status: 429 } : undefined),
  });
  const { stdout, exitCode } = await importFrom(twoRows, [], { service });
  expect(JSON.parse(stdout)).toMatchObject({ created: 2, resent: 0 });
  expect(exitCode).toBe(0);
});

test.each([
  [401, 3],
  [403, 4],
  [404, 5],
])(
  'status %i stops an import that stored nothing, with its own exit code',
  async (status, exitCode) => {
    const rejects = createFile('rejects.csv');
    const service = createMetricService({ refuse: () => ({ status }) });
    const flags = ['--batch-size', '10', '--concurrency', '1', '--rejects', rejects];
    const outcome = await importFrom(rowsOfDays(30), flags, { service });
    expect(outcome).toMatchObject({ exitCode, stdout: '' });
    expect(service.posts).toHaveLength(1);
    expect(readFileSync(rejects, 'utf8').split('\n')).toHaveLength(32);
  },
);

test('a 403 after some values were stored exits 9 with a result', async () => {
  const service = createMetricService({
    refuse: (_, post) => (post > 1 ? { status: 403 } : undefined),
  });
  const outcome = await importFrom(rowsOfDays(30), ['--batch-size', '10', '--concurrency', '1'], {
    service,
  });
  expect(outcome.exitCode).toBe(9);
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    values: 30,
    created: 10,
    failed: 20,
    batches: 2,
  });
  expect(service.posts).toHaveLength(2);
});

test('counts that do not add up exit 9', async () => {
  const answer = { created: 1, updated: 0, unchanged: 0 };
  const service = createMetricService({ refuse: () => ({ status: 200, answer }) });
  const outcome = await importFrom(twoRows, ['-o', 'table'], { service });
  expect(outcome.exitCode).toBe(9);
  expect(outcome.stderr).toContain('error: the service counted 1 of 2 values sent\n');
});

test('an answer without valid counts is a failure', async () => {
  const service = createMetricService({
    refuse: () => ({ status: 200, answer: { created: '2' } }),
  });
  const outcome = await importFrom(twoRows, [], { service });
  expect(outcome.exitCode).toBe(9);
  expect(JSON.parse(outcome.stdout)).toMatchObject({ created: 0, failed: 2 });
});

test('nothing more is sent after the token is refused, not even zeros', async () => {
  const stored = [{ date: '2026-01-01', amount: '9', labels: { region: 'asia' } }];
  const service = createMetricService({
    stored,
    refuse: (_, post) => (post > 1 ? { status: 401 } : undefined),
  });
  const flags = ['--zero-extra', '--batch-size', '1', '--concurrency', '1'];
  const outcome = await importFrom(twoRows, flags, { service });
  expect(outcome.exitCode).toBe(9);
  expect(service.posts).toHaveLength(2);
});

test("the rejects give the service's reason for a batch that failed", async () => {
  const rejects = createFile('rejects.csv');
  const answer = { title: 'No', errors: { amount: ['is too large'] } };
  const service = createMetricService({ refuse: () => ({ status: 400, answer }) });
  const { stderr } = await importFrom(rowsOfDays(1), ['--rejects', rejects], { service });
  const reason = 'the service answered 400 to POST /v1/business-metrics/bmt_orders/values';
  expect(stderr).toContain(`${reason}: No: amount: is too large`);
  expect(readFileSync(rejects, 'utf8')).toContain(`${reason}: No: amount: is too large`);
});
