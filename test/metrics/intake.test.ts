import { expect, test } from 'vitest';
import { takeText } from './helpers.ts';

test('a csv file becomes the values that stand in it, as text', async () => {
  const taken = await takeText('date,amount,region\n2026-01-01,1.50,eu\n2026-01-02,+4,"us, east"\n');
  expect(taken.values).toEqual([
    '{"date":"2026-01-01","amount":"1.50","labels":{"region":"eu"}}',
    '{"date":"2026-01-02","amount":"+4","labels":{"region":"us, east"}}',
  ]);
  expect(taken.rejected).toEqual([]);
});
