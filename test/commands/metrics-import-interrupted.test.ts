import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { createFile, importFrom, rowsOfDays } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';

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
  expect(readFileSync(rejects, 'utf8')).toContain('not sent, after: interrupted');
  const again = await importFrom(rowsOfDays(30), [], { service });
  expect(again.exitCode).toBe(0);
  expect(service.values()).toHaveLength(30);
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
