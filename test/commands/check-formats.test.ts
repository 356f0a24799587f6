import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { findAll, parseXml } from '../helpers/xml.ts';

const folder = createFolder();
const orders = join(folder, 'orders.csv');
writeFileSync(orders, 'date,amount,region\n2026-11-02,1,eu-central\n');
const settings = join(folder, 'costctl.yaml');
writeFileSync(settings, 'version: 1\nfilters:\n  - title: New\n    filter: tag:a = b\n');

const checks: readonly (readonly [string, number])[] = [
  ['costs check --last 3d --max-total 1000000000 --convert-to USD', 0],
  ['costs check --last 3d --max-total 1 --convert-to USD --by service', 11],
  ['providers test prv_aws_main', 0],
  ['providers test --all', 11],
  ['providers status --stale 1', 11],
  [`metrics diff bmt_orders ${orders} --check`, 11],
  [`metrics import bmt_orders ${orders} --check`, 11],
  [`config plan ${settings} --check`, 11],
  ['doctor', 0],
];

describe.each(checks)('%s', (line, expected) => {
  const words = ['--sandbox', ...line.split(' ')];

  test('writes a JUnit report whose failures match the exit code', async () => {
    const { stdout, stderr, exitCode } = await run([...words, '-o', 'junit']);
    expect([exitCode, stderr.includes('internal')]).toEqual([expected, false]);
    const failures = findAll(parseXml(stdout), 'failure').length;
    expect(failures > 0).toBe(expected === 11);
  });

  test('writes annotations for GitHub whose errors match the exit code', async () => {
    const { stdout, exitCode } = await run([...words, '-o', 'github']);
    expect(exitCode).toBe(expected);
    expect(stdout.includes('::error ')).toBe(expected === 11);
    expect(stdout).toMatch(
      /::notice title=costctl [a-z ]+::\d+ passed, \d+ failed, \d+ skipped\n$/,
    );
  });
});

test.each([
  'costs summary --last 3d',
  'providers list',
  'providers status',
  'providers sync prv_aws_main',
  `metrics import bmt_orders ${orders}`,
])('%s is no check: a report is a usage error before anything is sent', async (line) => {
  const { stdout, stderr, exitCode } = await run(['--sandbox', ...line.split(' '), '-o', 'junit']);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--output junit is for checks');
});
