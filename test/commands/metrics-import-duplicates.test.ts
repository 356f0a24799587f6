import { expect, test } from 'vitest';
import { importFrom, sentBy } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';

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
