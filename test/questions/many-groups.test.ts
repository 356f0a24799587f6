import { expect, test } from 'vitest';
import { split } from '../../src/questions/allocate-costs.ts';
import { drawLines, firstFilled, trendPeriods } from '../../src/questions/trend-lines.ts';
import { decimalOf, groupOf } from '../helpers/groups.ts';

/** A call takes fewer arguments than a service has resources. */
const names = Array.from({ length: 130_000 }, (_, place) => `r${place}`);

test('a trend has any number of groups', () => {
  const periods = trendPeriods(3, 'day', { last: '2026-11-03', today: '2026-11-04' });
  const groups = names.map((name) => groupOf({ values: [name] }));
  const lines = drawLines(groups, { periods, top: undefined, withTotal: false });
  expect([lines.length, firstFilled(lines)]).toEqual([names.length, 1]);
});

test('an amount is split among any number of targets', () => {
  const weights = new Map(names.map((name) => [name, decimalOf('0.5')]));
  expect(split(decimalOf('130000.00'), weights).get('r7')).toEqual(decimalOf('1.00'));
});
