import { expect, test } from 'vitest';
import { displayColumn } from '../../src/output/display.ts';

const look = { now: 0, terminal: false, exact: false };

test.each([
  ['paid', '12,345'],
  ['prepaid', '12,345'],
  ['invoice.unpaid', '12,345'],
  ['spot bid', '12,345'],
  ['id', '12345'],
  ['accountId', '12345'],
  ['accountid', '12345'],
  ['payer_id', '12345'],
  ['fiscalYear', '12345'],
])('a number in the column %s is shown as %s', (path, text) => {
  expect(displayColumn({ path }, [{ [path]: 12_345 }], look).texts).toEqual([text]);
});
