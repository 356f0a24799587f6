import { describe, expect, test } from 'vitest';
import { addDays, eachDay } from '../../src/days.ts';
import { historyDays } from '../../src/questions/expect-day.ts';
import { findAnomalies, settledRange } from '../../src/questions/find-anomalies.ts';
import type { Group } from '../../src/rows/tally.ts';
import { decimalOf } from '../helpers/groups.ts';

const range = { from: '2026-11-01', to: '2026-11-14' };
const start = addDays(range.from, -historyDays);

/** Weekdays cost 100 to 104 and weekends 40 to 44, unless a day says otherwise. */
function groupsOf(
  service: string,
  planted: Record<string, string | null> = {},
  from = start,
): Group[] {
  return [...eachDay({ from, to: range.to })].flatMap((day, place) => {
    const amount =
      day in planted ? planted[day] : String((isWeekend(day) ? 40 : 100) + ((place * 7) % 5));
    if (amount === null || amount === undefined) return [];
    return [
      { day, values: [service], currency: 'USD', rows: 1, faults: 0, total: decimalOf(amount) },
    ];
  });
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

function find(groups: readonly Group[]) {
  const rows = findAnomalies(groups, { range, by: ['service'], score: 3.5, minImpact: undefined });
  return rows.map(({ day, service, state }) => [day, service, state]);
}

test('a usual week has no anomaly, weekends included', () => {
  expect(find(groupsOf('a'))).toEqual([]);
});

describe('an unusual day is found', () => {
  test.each([
    ['2026-11-04', '190', 'high'],
    ['2026-11-04', '20', 'low'],
    // What is usual on a weekday is not on a Sunday.
    ['2026-11-08', '100', 'high'],
  ])('%s at %s is %s', (day, amount, state) => {
    expect(find(groupsOf('a', { [day]: amount }))).toEqual([[day, 'a', state]]);
  });

  test('opposite changes in two groups do not hide each other', () => {
    const found = find([
      ...groupsOf('a', { '2026-11-04': '190' }),
      ...groupsOf('b', { '2026-11-04': '10' }),
    ]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['2026-11-04', 'a', 'high'],
        ['2026-11-04', 'b', 'low'],
      ]),
    );
    expect(found).toHaveLength(2);
  });

  const flat = [...eachDay({ from: start, to: range.to })].map(
    (day): Group => ({
      day,
      values: ['a'],
      currency: null,
      rows: 1,
      faults: 0,
      total: decimalOf(day === '2026-11-05' ? '13' : '10'),
    }),
  );

  test('a constant history causes no division by zero', () => {
    expect(find(flat)).toEqual([['2026-11-05', 'a', 'high']]);
  });

  test.each([
    ['3', 1],
    ['3.01', 0],
  ])('with a least impact of %s, a difference of 3 is reported %i times', (impact, times) => {
    const options = { range, by: [], score: 3.5, minImpact: decimalOf(impact) };
    expect(findAnomalies(flat, options)).toHaveLength(times);
  });
});

test('a new group is new on its first day and unknown afterwards', () => {
  const found = find([...groupsOf('a'), ...groupsOf('b', {}, '2026-11-06')]);
  expect(found).toEqual([
    ['2026-11-06', 'b', 'new'],
    ['2026-11-07', 'b', 'unknown'],
  ]);
});

test('a group that disappears is reported once', () => {
  const gone = Object.fromEntries(
    [...eachDay({ from: '2026-11-10', to: range.to })].map((day) => [day, null]),
  );
  expect(find([...groupsOf('a'), ...groupsOf('b', gone)])).toEqual([['2026-11-10', 'b', 'gone']]);
});

test('a group that disappears again is reported again', () => {
  const gone = { '2026-11-03': null, '2026-11-04': null, '2026-11-10': null };
  expect(find([...groupsOf('a'), ...groupsOf('b', gone)])).toEqual([
    ['2026-11-03', 'b', 'gone'],
    ['2026-11-10', 'b', 'gone'],
  ]);
});

test('a group whose rows cost nothing, or cancel each other, is low and not gone', () => {
  const free = { '2026-11-10': '0' };
  expect(find([...groupsOf('a'), ...groupsOf('b', free)])).toEqual([['2026-11-10', 'b', 'low']]);
  const opposite = ['7', '-7'].flatMap((amount) =>
    groupsOf('b', { '2026-11-10': amount }).filter(({ day }) => day === '2026-11-10'),
  );
  const others = groupsOf('b', { '2026-11-10': null });
  const found = find([...groupsOf('a'), ...others, ...opposite]);
  expect(found).toEqual([['2026-11-10', 'b', 'low']]);
});

test('with under 28 days of history every group is unknown', () => {
  expect(find(groupsOf('a', {}, addDays(range.from, -20)))).toEqual([
    ['2026-11-01', 'a', 'unknown'],
  ]);
});

test.each([
  [27, []],
  [28, [['2026-11-04', 'b', 'high']]],
])('a day after %i days of its group, beside an older group, is %j', (history, expected) => {
  const day = '2026-11-04';
  const young = groupsOf('b', { [day]: '190' }, addDays(day, -history));
  const found = find([...groupsOf('a'), ...young]);
  expect(found.filter(([, , state]) => state !== 'unknown')).toEqual(expected);
});

test('a day without any rows is skipped', () => {
  expect(find(groupsOf('a', { '2026-11-04': null }))).toEqual([]);
});

test.each([
  ['2026-11-11', '2026-11-11'],
  ['2026-11-12', '2026-11-12'],
  ['2026-11-13', '2026-11-12'],
  ['2026-11-15', '2026-11-12'],
])('on 15 November, days up to %s are judged up to %s', (to, last) => {
  expect(settledRange({ from: '2026-11-01', to }, '2026-11-15')).toEqual({
    ...{ from: '2026-11-01', to: last },
  });
});

test.each([
  ['USD', '1000', '24.15', false],
  ['USD', '1000', '24.16', true],
  ['EUR', '0', '12.5', true],
  ['GBP', '-1000', '23.84', false],
  ['GBP', '-1000', '23.85', true],
])('in %s, beside %s a day, a day that costs %s instead of 10 is reported: %s', (...given) => {
  const [currency, beside, amount, isReported] = given;
  const daily = (service: string, money: string | null, total: string) =>
    // A day after the range does not count either.
    [...eachDay({ from: start, to: addDays(range.to, 1) })].map(
      (day): Group => ({
        ...{ day, values: [service], currency: money, rows: 1, faults: 0 },
        total: decimalOf(service === 'a' && day === '2026-11-04' ? amount : total),
      }),
    );
  // What other currencies cost does not matter.
  const groups = ['JPY', 'CHF', null].flatMap((other) => daily('other', other, '1000000'));
  const own = [...daily('a', currency, '10'), ...daily('big', currency, beside)];
  const expected = isReported ? [['2026-11-04', 'a', 'high']] : [];
  expect(find([...groups, ...own])).toEqual(expected);
  expect(find([...own, ...groups])).toEqual(expected);
});

/** Weekday shape, noise of 4 %, and a factor from some day on: the same each time for a seed. */
function levels(
  seed: number,
  { moved, from, spike, size }: { moved: number; from: string; spike?: string; size?: number },
) {
  const first = addDays(from, -70);
  return [...eachDay({ from: first, to: addDays(from, 63) })].map((day, place): Group => {
    const usual = day >= from ? moved : 1;
    const level = day === spike ? (size ?? 2 * Math.max(1, moved)) : usual;
    const base = (isWeekend(day) ? 60 : 100) * level;
    const amount = base * (1 + 0.04 * noiseAt(seed * 1000 + place));
    const total = decimalOf(amount.toFixed(6));
    return { day, values: ['a'], currency: 'USD', rows: 1, faults: 0, total };
  });
}

/** Between -2 and 2, with a deviation of about 0.8. */
function noiseAt(place: number): number {
  const draw = (at: number) => {
    const value = Math.sin(at * 12.9898) * 43758.5453;
    return value - Math.floor(value) - 0.5;
  };
  return draw(place) + draw(place + 0.1) + draw(place + 0.2) + draw(place + 0.3);
}

describe.each([0.3, 0.5, 2, 3])('after the level became %s times what it was', (moved) => {
  const from = '2026-08-10';
  const settled = { from: addDays(from, 7), to: addDays(from, 63) };
  const seeds = [1, 2, 3, 4, 5, 6];

  test('no usual day of the nine weeks after the first is reported', () => {
    for (const seed of seeds) {
      const groups = levels(seed, { moved, from });
      const options = { range: settled, by: [], score: 3.5, minImpact: undefined };
      expect(findAnomalies(groups, options).map(({ day, state }) => [day, state])).toEqual([]);
    }
  });

  test('in each of these weeks, a day between both levels is reported', () => {
    for (let week = 2; week < 9; week += 1) {
      const spike = addDays(from, 7 * week + 2);
      const groups = levels(week, { moved, from, spike, size: Math.sqrt(moved) });
      const options = { range: settled, by: [], score: 3.5, minImpact: undefined };
      const found = findAnomalies(groups, options).map(({ day }) => day);
      expect(found, `week ${week}`).toEqual([spike]);
    }
  });

  test('in the first weeks, a day that costs what it did before is not reported', () => {
    for (let week = 1; week < 5; week += 1) {
      const groups = levels(week, { moved, from, spike: addDays(from, 7 * week + 2), size: 1 });
      const options = { range: settled, by: [], score: 3.5, minImpact: undefined };
      expect(findAnomalies(groups, options), `week ${week}`).toEqual([]);
    }
  });

  test('in each of these weeks, a day that costs twice both levels is reported', () => {
    for (let week = 1; week < 9; week += 1) {
      const spike = addDays(from, 7 * week + 2);
      const groups = levels(week, { moved, from, spike });
      const options = { range: settled, by: [], score: 3.5, minImpact: undefined };
      const found = findAnomalies(groups, options).map(({ day, state }) => [day, state]);
      expect(found, `week ${week}`).toEqual([[spike, 'high']]);
    }
  });
});

test('amounts of different currencies are not compared: each currency has its own order', () => {
  const inCurrency = (currency: string, groups: readonly Group[]) =>
    groups.map((group) => ({ ...group, currency }));
  const yen = inCurrency('JPY', groupsOf('a', { '2026-11-04': '9000' }));
  const euros = ['d', 'c'].flatMap((name) =>
    inCurrency('EUR', groupsOf(name, { '2026-11-05': '190', '2026-11-04': '190' })),
  );
  expect(find([...yen, ...euros])).toEqual([
    ['2026-11-04', 'c', 'high'],
    ['2026-11-04', 'd', 'high'],
    ['2026-11-05', 'c', 'high'],
    ['2026-11-05', 'd', 'high'],
    ['2026-11-04', 'a', 'high'],
  ]);
});

test('rows without a day say nothing about what is usual', () => {
  const short = addDays(range.from, -14);
  const groups = [...groupsOf('a', {}, short), ...groupsOf('b', {}, '2026-11-04')];
  const [first] = groups;
  if (first === undefined) throw new Error('there is no group');
  expect(find(groups)).toEqual([
    ['2026-11-04', 'b', 'unknown'],
    ['2026-11-01', 'a', 'unknown'],
  ]);
  expect(find([{ ...first, day: null }, ...groups])).toEqual(find(groups));
});

test('what a small group may reach together with a large one is judged, and nothing below that', () => {
  // A thousandth of all that is spent in the range is the least that counts.
  const large = groupsOf('large').map((group) => ({ ...group, total: decimalOf('1000') }));
  const small = (amount: string) =>
    groupsOf('small').map((group) => ({
      ...group,
      total: decimalOf(group.day === '2026-11-04' ? amount : '1'),
    }));
  expect(find([...large, ...small('15')])).toEqual([]);
  expect(find([...large, ...small('16')])).toEqual([['2026-11-04', 'small', 'high']]);
  expect(find([...large, ...small('-14')])).toEqual([['2026-11-04', 'small', 'low']]);
});
