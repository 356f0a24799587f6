import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { publishedDocument } from '../openapi/fixtures/full.ts';

const folder = createFolder();
const days = '--from 2026-10-01 --to 2026-10-02';

/** Every check that a person can ask for, if it passes. */
const checks = [
  'providers test prv_azure',
  'providers status --stale 999999',
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
    // It was never synced.
    'providers delete prv_licences --yes',
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
