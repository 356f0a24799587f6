import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { createFile, header, importFrom, rowsOfDays, twoRows } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';

const rows = Array.from({ length: 30 }, (_, day) => `2026-01-${String(day + 1).padStart(2, '0')}`);
const file = `${header}\n${rows.map((date) => `${date},1,eu\n`).join('')}`;

test('--verify lists values that the service stored differently', async () => {
  const rejects = createFile('rejects.csv');
  const service = createMetricService({
    keep: (value) => {
      if (value.date === '2026-01-01') return { ...value, amount: '1' };
      return undefined;
    },
  });
  const outcome = await importFrom(twoRows, ['--verify', '-o', 'table', '--rejects', rejects], {
    service,
  });
  expect(outcome.exitCode).toBe(9);
  expect(outcome.stderr).toContain(
    'warning: 2026-01-01 region=eu: 1.50 was sent, the service has 1\n',
  );
  expect(outcome.stderr).toContain(
    'warning: 2026-01-02 region=us: +4 was sent, the service has no value\n',
  );
  expect(outcome.stderr).toContain('error: 2 values did not read back as sent\n');
  expect(readFileSync(rejects, 'utf8').split('\n')).toHaveLength(4);
});

test('--verify reads back extra values that were set to 0', async () => {
  const extra = { date: '2026-01-01', amount: '9', labels: { region: 'asia' } };
  const service = createMetricService({
    stored: [extra],
    keep: (value) => (Number(value.amount) === 0 ? extra : value),
  });
  const outcome = await importFrom(twoRows, ['--zero-extra', '--verify'], { service });
  expect(outcome.stderr).toContain(
    'warning: 2026-01-01 region=asia: 0 was sent, the service has 9\n',
  );
  expect(outcome.exitCode).toBe(9);
});

test('--verify passes if the values are stored as sent', async () => {
  const outcome = await importFrom(rowsOfDays(250), ['--verify']);
  expect(outcome.exitCode).toBe(0);
});

test('an import interrupted during --verify reports what was stored', async () => {
  const controller = new AbortController();
  const service = createMetricService({
    keep: (value) => ({
      ...value,
      get amount() {
        controller.abort(new CostctlError('interrupted', 'interrupted'));
        return value.amount;
      },
    }),
  });
  const outcome = await importFrom(file, ['--verify', '-o', 'table'], {
    service,
    signal: controller.signal,
  });
  expect(outcome.stderr).toContain('error: interrupted: 30 of 30 values were stored\n');
  expect(outcome.stderr).toContain('hint: run the same command again: it is safe');
  expect(outcome).toMatchObject({ exitCode: 130, stdout: '' });
});

test('if values cannot be read back, the import is still reported and exits 9', async () => {
  const service = createMetricService({ unreadable: 'after an import' });
  const outcome = await importFrom(file, ['--verify', '--retries', '0'], { service });
  expect(JSON.parse(outcome.stdout)).toMatchObject({ values: 30, created: 30, failed: 0 });
  expect(outcome.stderr).toContain('the values could not be read back: the service answered 500');
  expect(outcome.exitCode).toBe(9);
});

test('an import interrupted while setting extra values to 0 counts them separately', async () => {
  const controller = new AbortController();
  const service = createMetricService({
    stored: rows.map((date) => ({ date, amount: '9', labels: { region: 'asia' } })),
    refuse: (_, post) => {
      if (post === 5) controller.abort(new CostctlError('interrupted', 'interrupted'));
      return undefined;
    },
  });
  const flags = ['--zero-extra', '--batch-size', '10', '--concurrency', '1', '-o', 'table'];
  const outcome = await importFrom(file, flags, { service, signal: controller.signal });
  expect(outcome.stderr).toContain(
    'error: interrupted: 30 of 30 values were stored, 10 extra ones were set to 0, 10 more may have been\n',
  );
});
