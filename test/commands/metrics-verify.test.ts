import { expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { createMetricService, type MetricService } from '../helpers/metric-service.ts';
import { run, type World } from '../helpers/run.ts';

const rows = Array.from({ length: 30 }, (_, day) => `2026-01-${String(day + 1).padStart(2, '0')}`);
const file = `date,amount,region\n${rows.map((date) => `${date},1,eu\n`).join('')}`;

function importing(service: MetricService, flags: readonly string[], world: World = {}) {
  const line = ['metrics', 'import', 'bmt_orders', '-', '-w', 'wsp_main', ...flags];
  return run(line, { service, stdin: file, ...world });
}

test('interrupted while it verifies, an import says what was stored', async () => {
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
  const outcome = await importing(service, ['--verify'], { signal: controller.signal });
  expect(outcome.stderr).toContain('error: interrupted: 30 of 30 values were stored\n');
  expect(outcome.stderr).toContain('hint: run the same command again: it is safe');
  expect(outcome).toMatchObject({ exitCode: 130, stdout: '' });
});

test('where values cannot be read back the import is told all the same, and is incomplete', async () => {
  const service = createMetricService({ unreadable: true });
  const outcome = await importing(service, ['--verify', '-o', 'json', '--retries', '0']);
  expect(JSON.parse(outcome.stdout)).toMatchObject({ values: 30, created: 30, failed: 0 });
  expect(outcome.stderr).toContain('the values could not be read back: the service answered 500');
  expect(outcome.exitCode).toBe(9);
});

test('interrupted while it sets extra values to 0, an import counts them by themselves', async () => {
  const controller = new AbortController();
  const service = createMetricService({
    stored: rows.map((date) => ({ date, amount: '9', labels: { region: 'asia' } })),
    refuse: (_, post) => {
      if (post === 5) controller.abort(new CostctlError('interrupted', 'interrupted'));
      return undefined;
    },
  });
  const flags = ['--zero-extra', '--batch-size', '10', '--concurrency', '1'];
  const outcome = await importing(service, flags, { signal: controller.signal });
  expect(outcome.stderr).toContain(
    'error: interrupted: 30 of 30 values were stored, 10 extra ones were set to 0, 10 more may have been\n',
  );
});
