import { expect, test } from 'vitest';
import { operations } from '../../src/api/operations.ts';

test.each(Object.values(operations).map((one) => [one.id, one] as const))(
  '%s is retried only if a repeat is harmless',
  (id, { method, idempotent }) => {
    const repeats = method === 'GET' || method === 'PUT' || method === 'DELETE';
    expect(idempotent).toBe(repeats || id === 'importBusinessMetricValues');
  },
);
