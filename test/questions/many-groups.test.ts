import { expect, test } from 'vitest';
import { split } from '../../src/questions/allocate-costs.ts';
import { drawLines, firstFilled, trendPeriods } from '../../src/questions/trend-lines.ts';
import { longRows, nestedRows } from '../../src/questions/trend-rows.ts';
import { byLabel } from '../../src/questions/unit-costs.ts';
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

test('a line of a trend looks only at the values of its own labels', () => {
  const some = names.slice(0, 200);
  let looks = 0;
  const values = some.map((name) => ({
    label: JSON.stringify([name]),
    value: decimalOf('2'),
    get day() {
      looks += 1;
      return '2026-11-02';
    },
  }));
  const groups = some.map((name) => groupOf({ day: '2026-11-02', values: [name], total: '5' }));
  const periods = trendPeriods(3, 'day', { last: '2026-11-03', today: '2026-11-04' });
  const lines = drawLines(groups, { periods, top: undefined, withTotal: true });
  const own = { labels: ['team'], places: [0] };
  const metric = { unit: '', values: byLabel(values), digits: 1, known: undefined, own };
  const rows = nestedRows(lines.slice(0, -1), { by: ['team'], periods, since: 0, metric });
  expect(rows.map(({ unitCost }) => unitCost)).toEqual(some.map(() => '2.5'));
  expect(looks).toBeLessThan(some.length * 50);
});

test('the labels of a line are read once, however many periods it has', () => {
  let reads = 0;
  const groups = names.slice(0, 100).map((name) => ({
    ...groupOf({ day: '2026-11-02', values: [name], total: '5' }),
    get values() {
      reads += 1;
      return [name];
    },
  }));
  const periods = trendPeriods(30, 'day', { last: '2026-11-03', today: '2026-11-04' });
  const [line] = drawLines(groups, { periods, top: 0, withTotal: false });
  const own = { labels: ['team'], places: [0] };
  const metric = { unit: '', values: byLabel([]), digits: 1, known: undefined, own };
  reads = 0;
  longRows(line === undefined ? [] : [{ ...line, groups }], { by: [], periods, since: 0, metric });
  expect(reads / groups.length).toBeLessThan(5);
});
