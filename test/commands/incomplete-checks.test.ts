import { expect, test } from 'vitest';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import { createFile, header, importFrom } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

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
  );
  const { exitCode } = await run(['providers', 'test', 'prv_a', 'prv_b'], { service });
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
    stderr: expect.stringContaining("cut at the service's limit: 2026-10-01"),
  });
});
