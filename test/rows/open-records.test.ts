import { expect, test } from 'vitest';
import { playRecords } from '../fuzz/open-records.ts';

test('records of any shape are added up exactly, or an error names the column', async () => {
  const { answered, refused } = await playRecords(2000, 20_261_122);
  // Cases that all end one way would prove nothing.
  expect(answered).toBeGreaterThan(600);
  expect(refused).toBeGreaterThan(200);
});
