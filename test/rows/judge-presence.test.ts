import { expect, test } from 'vitest';
import { addDays } from '../../src/days.ts';
import { parseDecimal, zero } from '../../src/json/decimal.ts';
import { judgePresence, onlyShare } from '../../src/rows/presence.ts';
import type { SourceDay } from '../../src/rows/source-facts.ts';

/** A Monday. */
const first = '2026-10-05';
const at = (place: number) => addDays(first, place);
const length = 28;
const whole = [{ from: first, to: at(length - 1) }];
const weekdays = '11111..'.repeat(4);
const daily = '1'.repeat(length);

/** A digit is the rows of a day, each of one dollar; a point is a day without rows. */
function daysOf(source: string | null, rows: string, currency: string | null = 'USD'): SourceDay[] {
  return [...rows].flatMap((digit, place) => {
    const cost = parseDecimal(digit === '.' ? '' : digit) ?? zero;
    return digit === '.' ? [] : [{ source, day: at(place), currency, rows: Number(digit), cost }];
  });
}

function judge(
  days: readonly SourceDay[],
  more: Partial<Parameters<typeof judgePresence>[0]> = {},
) {
  return judgePresence({
    ...{ days, read: whole, judged: whole, hasColumn: true, today: at(length) },
    lag: { usual: 2, bySource: new Map() },
    ...more,
  });
}

/** The verdict on one source, next to one that is always there. */
function verdictOf(rows: string, more: Parameters<typeof judge>[1] = {}) {
  const { sources } = judge([...daysOf('own', rows), ...daysOf('other', daily)], more);
  const { verdict, days, missingDays } = sources.find(({ source }) => source === 'own') ?? {
    verdict: undefined,
  };
  return [verdict, days?.map((day) => day.slice(5)).join(' '), missingDays];
}

const without = (rows: string, ...places: readonly number[]) =>
  [...rows].map((digit, place) => (places.includes(place) ? '.' : digit)).join('');

test.each<[string, string, readonly unknown[]]>([
  ['is there each day', daily, ['ok', '', 0]],
  ['is never there at weekends', weekdays, ['ok', '', 0]],
  ['lacks a day', without(daily, 20), ['gap', '10-25', 1]],
  ['lacks a weekday', without(weekdays, 16), ['gap', '10-21', 1]],
  ['lacks the first days, of which nothing is known', without(daily, 0, 1, 2), ['ok', '', 0]],
  [
    'lacks a day of the second week, of which too little is known',
    without(daily, 9),
    ['ok', '', 0],
  ],
  ['lacks the last settled day and is there after it', without(daily, 25), ['gap', '10-30', 1]],
  [
    'lacks the last two days, which may be late',
    without(daily, 26, 27),
    ['late', '10-31 11-01', 2],
  ],
  ['has ended', without(daily, 24, 25, 26, 27), ['stalled', '10-29 10-30', 4]],
  ['has ended at a gap', without(daily, 20, 25, 26, 27), ['stalled', '10-30', 4]],
  ['has few rows on a day', `${'8'.repeat(20)}1${'8'.repeat(7)}`, ['partial', '10-25', 0]],
  ['has a quarter of the rows', `${'8'.repeat(20)}2${'8'.repeat(7)}`, ['ok', '', 0]],
  ['has few rows on a late day', `${'8'.repeat(26)}18`, ['late', '10-31', 0]],
  ['has few rows and lacks a late day', `${'8'.repeat(26)}1.`, ['late', '10-31 11-01', 1]],
  ['has one such weekday before', `${'8'.repeat(7)}1${'8'.repeat(20)}`, ['ok', '', 0]],
  [
    'has few rows, as it had once before',
    [...'8'.repeat(length)].map((one, place) => (place % 14 === 11 ? '1' : one)).join(''),
    ['partial', '10-30', 0],
  ],
])('a source that %s', (_what, rows, due) => {
  expect(verdictOf(rows)).toEqual(due);
});

test('what a source lacks besides the days without any row is known', () => {
  const otherwiseOf = (rows: string) => {
    const { sources, missing } = judge([
      ...daysOf('own', without(rows, 18)),
      ...daysOf('other', without(daily, 18)),
    ]);
    const { verdict, otherwise } = sources.find(({ source }) => source === 'own') ?? {};
    return [missing, verdict, otherwise?.verdict, otherwise?.days];
  };
  const day = [at(18)];
  expect(otherwiseOf(daily)).toEqual([day, 'gap', 'ok', []]);
  expect(otherwiseOf(without(daily, 26, 27))).toEqual([day, 'gap', 'late', [at(26), at(27)]]);
  expect(otherwiseOf(without(daily, 20))).toEqual([day, 'gap', 'gap', [at(20)]]);
  const few = `${'8'.repeat(20)}1${'8'.repeat(7)}`;
  expect(otherwiseOf(few)).toEqual([day, 'gap', 'partial', [at(20)]]);
});

test('a gap is worse than a partial day, and both than a late one', () => {
  const rows = `${'8'.repeat(19)}18${'8'.repeat(7)}`;
  expect(verdictOf(without(rows, 22))[0]).toBe('gap');
  expect(verdictOf(without(rows, 27))).toEqual(['partial', '10-24', 1]);
});

test('few rows without any cost are not judged', () => {
  const free = (day: SourceDay): SourceDay => ({ ...day, cost: zero });
  const days = daysOf('own', `${'8'.repeat(20)}1${'8'.repeat(7)}`).map(free);
  expect(judge(days).sources[0]?.verdict).toBe('ok');
});

test('days are in order, however they were judged and counted', () => {
  const judged = [
    { from: at(21), to: at(27) },
    { from: first, to: at(22) },
  ];
  const days = daysOf('own', without('1234567'.repeat(4), 20, 24)).toReversed();
  const { sources, missing } = judge(days, { judged });
  const [own] = sources;
  expect(own).toMatchObject({ verdict: 'gap', days: [at(20), at(24)], missingDays: 2 });
  expect(missing).toEqual([at(20), at(24)]);
  expect(own).toMatchObject({ firstDay: first, lastDay: at(27), usualRows: 4 });
});

test('a source may come later than others', () => {
  const lag = { usual: 2, bySource: new Map([['own', 5]]) };
  expect(verdictOf(without(daily, 24, 25, 26, 27), { lag })[0]).toBe('late');
  expect(verdictOf(without(daily, 22, 24, 25, 26, 27), { lag })).toEqual(['gap', '10-27', 5]);
});

test.each([
  [null, true, '(none)'],
  [null, false, '(all)'],
  ['(all)', true, '(all)'],
])(
  'the source %s, with a column of sources: %s, may come later as %s',
  (source, hasColumn, name) => {
    const days = daysOf(source, without(daily, 24, 25, 26, 27));
    const lag = { usual: 2, bySource: new Map([[name, 5]]) };
    expect(judge(days, { hasColumn }).sources[0]?.verdict).toBe('stalled');
    expect(judge(days, { hasColumn, lag }).sources[0]?.verdict).toBe('late');
  },
);

test('only days that are judged are reported, and what ended in the week before has ended', () => {
  const judged = [{ from: at(21), to: at(length - 1) }];
  expect(verdictOf(without(daily, 15), { judged })).toEqual(['ok', '', 0]);
  const ended = daily.slice(0, 14).padEnd(length, '.');
  expect(verdictOf(ended, { judged })[0]).toBe('stalled');
  expect(verdictOf(ended, { judged })[2]).toBe(7);
  const last = [{ from: at(27), to: at(27) }];
  expect(verdictOf(ended, { judged: last })[0]).toBe('stalled');
  expect(verdictOf(ended, { judged: last })[2]).toBe(1);
});

test('the days of a source that has ended are those that it had each week, over ranges apart', () => {
  const ended = '11111..11111..'.padEnd(length, '.');
  const lost = [14, 15, 16, 17, 18, 21, 22, 23, 24, 25].map((place) => at(place).slice(5));
  expect(verdictOf(ended)).toEqual(['stalled', lost.join(' '), 10]);
  const range = (from: number, to: number) => ({ from: at(from), to: at(to) });
  const apart = { read: [range(0, 34)], judged: [range(14, 20), range(28, 34)], today: at(60) };
  const days = daysOf('own', '1'.repeat(14));
  expect(judge(days, apart).sources[0]).toMatchObject({ verdict: 'stalled', missingDays: 14 });
});

test('days that were not read say nothing of a source', () => {
  const range = (from: number, to: number) => ({ from: at(from), to: at(to) });
  const read = [range(0, 13), range(21, 27)];
  expect(verdictOf(without(daily, 14, 15, 16, 17, 18, 19, 20), { read })[0]).toBe('ok');
  const judged = [range(21, 27)];
  const rows = without(daily, 14, 15, 16, 17, 18, 19, 20);
  expect(verdictOf(rows, { read, judged })).toEqual(['ok', '', 0]);
});

test('few rows with the usual cost are not partial, nor is little cost in many rows', () => {
  const costs = (rows: number, cost: string) => (day: SourceDay) =>
    day.day === at(20) ? { ...day, rows, cost: parseDecimal(cost) ?? zero } : day;
  const usual = daysOf('own', '8'.repeat(length));
  const verdict = (days: readonly SourceDay[]) => judge(days).sources[0]?.verdict;
  expect(verdict(usual.map(costs(1, '8')))).toBe('ok');
  expect(verdict(usual.map(costs(8, '1')))).toBe('ok');
  expect(verdict(usual.map(costs(1, '1.999')))).toBe('partial');
  expect(verdict(usual.map(costs(1, '2')))).toBe('ok');
  // Each currency that it usually has must be low.
  const euros = daysOf('own', '8'.repeat(length), 'EUR');
  expect(verdict([...usual.map(costs(1, '1')), ...euros.map(costs(0, '8'))])).toBe('ok');
  expect(verdict([...usual.map(costs(1, '1')), ...euros.map(costs(0, '1'))])).toBe('partial');
  const free = euros.map((day) => ({ ...day, cost: zero }));
  expect(verdict([...usual.map(costs(1, '1')), ...free.map(costs(0, '0'))])).toBe('partial');
});

test('days without any row are missing, but for those that are too recent and days off', () => {
  const missing = (rows: string, more = {}) => judge(daysOf('own', rows), more).missing;
  expect(missing(daily)).toEqual([]);
  expect(missing(weekdays)).toEqual([]);
  expect(missing(without(daily, 3, 20, 25, 26))).toEqual([at(3), at(20), at(25)]);
  expect(missing(without(weekdays, 16))).toEqual([at(16)]);
  // A weekday without rows twice in a row has no other that says so.
  expect(missing(without(daily, 9, 16))).toEqual([at(9), at(16)]);
  const judged = [{ from: at(10), to: at(20) }];
  expect(missing(without(daily, 3, 15, 25), { judged })).toEqual([at(15)]);
  // An outage of weeks is no row of days off, and few days say nothing of days off.
  const long = [{ from: first, to: at(48) }];
  const outage = { read: long, judged: long, today: at(60) };
  expect(missing('1'.repeat(7), outage)).toEqual(
    Array.from({ length: 42 }, (_, day) => at(7 + day)),
  );
  // Nor is the middle of an outage one that has rows before and after it.
  for (const days of [20, 28, 29, 30, 31, 33, 40]) {
    const range = [{ from: first, to: at(days + 19) }];
    const rows = `${'1'.repeat(10)}${'.'.repeat(days)}${'1'.repeat(10)}`;
    expect(missing(rows, { read: range, judged: range, today: at(80) })).toHaveLength(days);
  }
  const short = [{ from: first, to: at(9) }];
  expect(missing(without('1'.repeat(10), 4), { read: short, judged: short })).toEqual([at(4)]);
  // What was not read is not missing.
  const read = [{ from: first, to: at(14) }];
  expect(missing(daily.slice(0, 12), { read })).toEqual([at(12), at(13), at(14)]);
});

test('a weekday is off if it has no rows around, although the days next to it have', () => {
  const missing = (rows: string, more = {}) => judge(daysOf('own', rows), more).missing;
  // Each day off has two days with rows next to it, before it, after it or on both sides.
  expect(missing('..11...'.repeat(4))).toEqual([]);
  // The last weekend that was read has only days before it.
  expect(missing(weekdays, { today: at(60) })).toEqual([]);
  // Of the first day that was read, a lost day beside it says less than days that were not read.
  const sinceSaturday = [{ from: at(5), to: at(25) }];
  for (const lost of [7, 8, 9]) {
    const since = { read: sinceSaturday, judged: [{ from: at(19), to: at(25) }] };
    expect(missing(`.....${without(weekdays, lost).slice(5)}`, since)).toEqual([]);
  }
  // One day beside it is too little.
  expect(missing('...1...'.repeat(4))).toHaveLength(26 - 4);
  // It had rows in one of the two weeks before.
  expect(missing(without(daily, 2, 16, 23))).toEqual([at(2), at(16), at(23)]);
  expect(missing(without(daily, 9, 16, 23))).toEqual([at(9), at(16)]);
  // Weeks that were not read, or in which there are no rows around it either, do not say so.
  const short = [{ from: first, to: at(10) }];
  expect(missing(without('1'.repeat(11), 5), { read: short, judged: short })).toEqual([at(5)]);
  const long = [{ from: first, to: at(34) }];
  const lone = `${'.'.repeat(14)}111.111${'.'.repeat(14)}`;
  expect(missing(lone, { read: long, judged: long, today: at(60) })).toHaveLength(29);
});

test('without cost in a currency a source has no share of it, and of two shares none is the only one', () => {
  const days = [...daysOf('a', daily), ...daysOf('a', '0', 'CHF')];
  const [own] = judge(days).sources;
  expect(own?.shares).toEqual([{ currency: 'USD', percent: '100.00' }]);
  expect(onlyShare(own?.shares ?? [])).toBe('100.00');
  expect(onlyShare([])).toBeNull();
  const euros = { currency: 'EUR', percent: '1.00' };
  expect(onlyShare([euros, ...(own?.shares ?? [])])).toBeNull();
});

test('sources have their days, their usual rows and their share, until the first fault', () => {
  const { sources } = judge([
    ...daysOf(null, '2'),
    ...daysOf('b', '.1234'.padEnd(length, '5')),
    ...daysOf('a', '3'.padEnd(length, '3')),
    ...daysOf('a', '1', 'EUR'),
    { source: 'a', day: at(1), currency: 'USD', rows: 1, cost: { units: -900n, scale: 0 } },
  ]);
  const shown = sources.map(({ source, firstDay, lastDay, usualRows }) => [
    ...[source, firstDay, lastDay, usualRows],
  ]);
  expect(shown).toEqual([
    ['a', first, at(27), 3],
    ['b', at(1), at(27), 5],
    [null, first, first, 2],
  ]);
  const sum = { a: 3 * 28, b: 1 + 2 + 3 + 4 + 23 * 5, none: 2 };
  const percent = (part: number) => ((100 * part) / (sum.a + sum.b + sum.none)).toFixed(2);
  expect(sources.map(({ shares }) => shares)).toEqual([
    [
      { currency: 'EUR', percent: '100.00' },
      { currency: 'USD', percent: percent(sum.a) },
    ],
    [
      { currency: 'EUR', percent: '0.00' },
      { currency: 'USD', percent: percent(sum.b) },
    ],
    [
      { currency: 'EUR', percent: '0.00' },
      { currency: 'USD', percent: percent(sum.none) },
    ],
  ]);
});

test('the share of a source is that of the days before any source fails', () => {
  const { sources } = judge([
    ...daysOf('other', without('1'.repeat(20).padEnd(length, '9'), 24)),
    ...daysOf('own', without('3'.repeat(length), 20)),
  ]);
  expect(sources.map(({ shares }) => shares[0]?.percent)).toEqual(['25.00', '75.00']);
});

test('a weekday that lacks rows is a day off only if two other weeks show it', () => {
  const judgeFirst = (rows: string) => {
    const read = [{ from: first, to: at(rows.length - 1) }];
    const days = daysOf('own', rows);
    return judge(days, { read, judged: read, today: at(rows.length + 2) }).missing;
  };
  expect(judgeFirst('1111.111111.')).toEqual([at(4), at(11)]);
  expect(judgeFirst('1111.111111.111111.1')).toEqual([]);
});
