import { expect, test } from 'vitest';
import { playRecords } from '../fuzz/open-records.ts';

test('open records are added up exactly, in receipts and conversions too, or an error names the column', async () => {
  const { answered, refused } = await playRecords(10_000, 20_261_122);
  // Cases that all end one way would prove nothing.
  expect(answered).toBeGreaterThan(3000);
  expect(refused).toBeGreaterThan(1000);
});
