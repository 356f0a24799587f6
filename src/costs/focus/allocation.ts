import type { ResultRow } from '../analysis/fields.ts';

/** The fields of an allocation under the names that FOCUS 1.3 has for them; others begin with x_. */
export const allocationFields = [
  'AllocatedResourceId',
  'AllocatedResourceName',
  'AllocatedMethodId',
  'AllocatedMethodDetails',
  'BillingCurrency',
  'BilledCost',
  'x_DirectCost',
  'x_AllocatedCost',
  'x_Period',
] as const;

/** `unallocated` is the target of what was charged to no one: null in FOCUS. */
export function describeAllocation(row: ResultRow, unallocated: string): ResultRow {
  const target = row['target'] === unallocated ? null : (row['target'] ?? null);
  const method = row['method'] ?? null;
  const ratio = row['ratio'] ?? null;
  const details =
    method === null || ratio === null ? null : `{"Elements":[{"AllocatedRatio":${ratio}}]}`;
  return {
    AllocatedResourceId: target,
    AllocatedResourceName: target,
    AllocatedMethodId: method,
    AllocatedMethodDetails: details,
    BillingCurrency: row['currency'] ?? null,
    BilledCost: row['total'] ?? null,
    x_DirectCost: row['direct'] ?? null,
    x_AllocatedCost: row['allocated'] ?? null,
    x_Period: row['period'] ?? null,
  };
}
