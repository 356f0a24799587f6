import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import { createFile, header, importFrom } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { createFolder, run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';
import { publishedDocument } from '../openapi/fixtures/full.ts';

const folder = createFolder();
const days = '--from 2026-10-01 --to 2026-10-02';

/** Every check that a person can ask for, if it passes. */
const checks = [
  'providers test prv_azure',
  'providers status --check',
  'costs freshness --check',
  'metrics diff bmt_orders orders.csv --check',
  'metrics import bmt_orders orders.csv --check',
  `costs check ${days} --max-total 100000000 --convert-to USD`,
  'costs verify receipt.json',
  'costs verify receipt.json --live',
  'api diff --check',
  'doctor',
];

/** Files are in the folder; doctor compares this clock with the sandbox's. */
const sandbox = (line: string) => {
  const words = line.split(' ').map((word) => (/\.\w+$/.test(word) ? join(folder, word) : word));
  const stdin = JSON.stringify(publishedDocument());
  return run([...words, '--sandbox'], { folder, stdin, now: new Date().toISOString() });
};

beforeAll(async () => {
  for (const line of [
    `metrics values bmt_orders ${days} -O orders.csv`,
    `costs export ${days} -O costs.csv --receipt receipt.json`,
    // Its sync fails, and that of the other is overdue.
    'providers delete prv_snowflake --yes',
    'providers delete prv_datadog --yes',
    'api import -',
  ]) {
    expect(await sandbox(line)).toMatchObject({ exitCode: 0 });
  }
});

const silent = { exitCode: 0, stdout: '', stderr: '' };

test.each(checks)('%s prints nothing with --quiet if it passes', async (line) => {
  expect(await sandbox(`${line} -q`)).toMatchObject(silent);
});

test.each(checks)('%s still writes its file with --quiet', async (line) => {
  const name = `${checks.indexOf(line)}.json`;
  expect(await sandbox(`${line} -q -O ${name}`)).toMatchObject(silent);
  expect(typeof JSON.parse(readFileSync(join(folder, name), 'utf8'))).toBe('object');
});

test.each(checks)('%s prints something without --quiet', async (line) => {
  const { stdout, stderr } = await sandbox(line);
  expect(stdout + stderr).not.toBe('');
});

test('a failed check is reported even with --quiet', async () => {
  const line = `costs check ${days} --max-total 1 --convert-to USD -q`;
  const { exitCode, stdout, stderr } = await sandbox(line);
  expect(exitCode).toBe(11);
  expect(stdout).toContain('exceeded');
  expect(stderr).toMatch(/^error: the check failed: /);
});

const goodAndBad = `${header}\n2026-01-01,5,eu\n2026-01-01,$5,us\n`;

test('--check of a file with an unusable row exits 9, even if other rows would change values', async () => {
  const imported = await importFrom(goodAndBad, ['--check', '--skip-invalid']);
  expect(imported.exitCode).toBe(9);
  expect(JSON.parse(imported.stdout)).toMatchObject({ created: 1, invalid: 1, dryRun: true });
  const line = ['metrics', 'diff', 'bmt_orders', '-', '-w', 'wsp_main', '--check'];
  const world = { service: createMetricService(), stdin: goodAndBad };
  const compared = await run([...line, '--skip-invalid', '--no-color'], world);
  expect(compared.exitCode).toBe(9);
  expect(compared.stderr).toMatch(
    /\nerror: 1 of 2 rows cannot be used and were not compared\nhint: .*correct.*\n$/,
  );
});

test('a provider that could not be tested exits 9, even if another one fails its test', async () => {
  const testOf = (id: string) => ({ method: 'POST', path: `/v1/providers/${id}/test` });
  const service = scriptService(
    { ...testOf('prv_a'), answer: { success: false } },
    { ...testOf('prv_b'), status: 404, answer: {} },
    { path: '/v1/providers/prv_a', answer: { id: { Value: 'prv_a' }, name: 'A' } },
  );
  const { exitCode } = await run('providers test prv_a prv_b', { service });
  expect(exitCode).toBe(9);
});

test('a truncated export exits 9 even if required rows are missing', async () => {
  const service = serveCosts({ '2026-10-01': rowsOf('2026-10-01', 100_001) });
  const line = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-01'];
  const none = ['--where', 'service=none', '--require-rows', '--allow-truncated'];
  const path = createFile('costs.csv');
  const { exitCode, stderr } = await run([...line, ...none, '-O', path], { service });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 9,
    stderr: expect.stringContaining("cut at the service's limit of 100000 rows a day: 2026-10-01"),
  });
});
