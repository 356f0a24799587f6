import { expect, test } from 'vitest';
import { addDays, type DayRange, eachDay } from '../../src/days.ts';
import { lostHash } from '../../src/mirror/lost-files.ts';
import {
  choosePartitionKey,
  historyStart,
  parseDays,
  parseHistory,
  parseSpan,
  partitionOf,
  partitionRange,
  planReading,
} from '../../src/mirror/partitions.ts';

const days = (from: string, to: string) => [...eachDay({ from, to })];
const rangeOf = (from: string, to = from): DayRange => ({ from, to });

interface Given {
  readonly range: DayRange;
  /** The days of the mirror, and how many rows it has read of each. */
  readonly held?: readonly string[];
  /** Those of them whose file is lost. */
  readonly lost?: readonly string[];
  readonly rowsADay?: number;
  readonly truncated?: Readonly<Record<string, number>>;
  readonly unit?: 'month' | 'day';
  readonly restateFrom?: string;
  readonly deep?: boolean;
  /** What the service has more than the mirror, by day. */
  readonly more?: Readonly<Record<string, number>>;
}

async function plan(given: Given) {
  const { held = [], lost = [], rowsADay = 10, truncated = {}, more = {}, unit = 'month' } = given;
  const read = new Map([
    ...held.map((date): [string, number] => [date, rowsADay]),
    ...Object.entries(truncated),
  ]);
  const asked: DayRange[] = [];
  const heard: string[] = [];
  const found = await planReading(
    {
      days: held.map((date) => ({
        ...{ date, read: rowsADay, rows: 1, sums: [], readAt: '' },
        hash: lost.includes(date) ? lostHash : '',
      })),
      truncated: Object.entries(truncated).map(([date, total]) => ({ date, total })),
      query: {
        ...{ address: '', scope: '', from: given.range.from, where: [], parameters: {}, types: {} },
        ...{ partitionBy: unit, dateColumn: null, amountColumn: null, currencyColumn: null },
      },
    },
    {
      range: given.range,
      restateFrom: given.restateFrom ?? addDays(given.range.to, 1),
      deep: given.deep === true,
      count: async (range) => {
        asked.push(range);
        return [...eachDay(range)].reduce(
          (sum, day) => sum + (read.get(day) ?? 0) + (more[day] ?? 0),
          0,
        );
      },
      onCounted: (counted, all) => heard.push(`${counted} of ${all}`),
    },
  );
  return { ...found, asked, heard };
}

test('days that the mirror lacks are read: whole months before, the last of them at last', async () => {
  const held = ['2026-09-03', '2026-10-10'];
  const found = await plan({ range: rangeOf('2026-08-30', '2026-10-12'), held });
  expect(found.fill).toEqual([
    rangeOf('2026-08-30', '2026-08-31'),
    rangeOf('2026-09-01', '2026-09-02'),
    rangeOf('2026-09-04', '2026-09-30'),
  ]);
  expect(found.last).toEqual([
    rangeOf('2026-10-01', '2026-10-09'),
    rangeOf('2026-10-11', '2026-10-12'),
  ]);
  expect(found).toMatchObject({ counted: 2, heard: ['1 of 2', '2 of 2'] });
});

test('a mirror that has every day, as it is in the service, reads nothing', async () => {
  const range = rangeOf('2026-09-29', '2026-10-02');
  const held = days(range.from, range.to);
  const { asked, heard, ...found } = await plan({ range, held });
  expect(found).toEqual({ fill: [], last: [], counted: 2 });
  expect(asked).toEqual([rangeOf('2026-09-29', '2026-09-30'), rangeOf('2026-10-01', '2026-10-02')]);
  expect(heard).toEqual(['1 of 2', '2 of 2']);
});

test('days outside of the range are neither read nor counted', async () => {
  const held = ['2026-09-01', '2026-10-01', '2026-10-02', '2026-11-01'];
  const { asked, last } = await plan({ range: rangeOf('2026-10-01', '2026-10-02'), held });
  expect(asked).toEqual([rangeOf('2026-10-01', '2026-10-02')]);
  expect(last).toEqual([]);
});

test('recent days are read again without a count, and a deep run reads every day', async () => {
  const range = rangeOf('2026-10-01', '2026-10-05');
  const held = days(range.from, range.to);
  const recent = await plan({ range, held, restateFrom: '2026-10-04' });
  expect(recent.last).toEqual([rangeOf('2026-10-04', '2026-10-05')]);
  expect(recent.asked).toEqual([rangeOf('2026-10-01', '2026-10-03')]);
  expect(recent.counted).toBe(1);
  const deep = await plan({ range, held, restateFrom: '2026-10-04', deep: true });
  expect(deep).toMatchObject({ last: [range], asked: [], counted: 0, heard: [] });
});

test('lost days are read again, although their count is as before, and the others are counted', async () => {
  const range = rangeOf('2026-09-30', '2026-10-06');
  const held = days(range.from, range.to);
  const lost = ['2026-09-30', '2026-10-03', '2026-10-06'];
  const found = await plan({ range, held, lost, restateFrom: '2026-10-06' });
  expect(found).toMatchObject({
    ...{ fill: [], last: lost.map((day) => rangeOf(day)), counted: 1, heard: ['1 of 1'] },
    asked: [rangeOf('2026-10-01', '2026-10-02'), rangeOf('2026-10-04', '2026-10-05')],
  });
});

test('a partition whose count differs is read, and only that one', async () => {
  const range = rangeOf('2026-08-01', '2026-10-31');
  const held = days(range.from, range.to);
  const found = await plan({ range, held, more: { '2026-09-17': -1 } });
  expect(found).toMatchObject({ fill: [], counted: 3 });
  expect(found.last).toEqual([rangeOf('2026-09-01', '2026-09-30')]);
  const byDay = await plan({ range, held, unit: 'day', more: { '2026-09-17': 3 } });
  expect(byDay).toMatchObject({ counted: 92, last: [rangeOf('2026-09-17')] });
});

test('a day over the limit counts as what the service had', async () => {
  const range = rangeOf('2026-10-01', '2026-10-03');
  const given = { range, held: ['2026-10-01', '2026-10-03'], truncated: { '2026-10-02': 200_000 } };
  expect(await plan(given)).toMatchObject({ fill: [], last: [], asked: [range] });
  const recent = await plan({ ...given, restateFrom: '2026-10-02' });
  expect(recent.last).toEqual([rangeOf('2026-10-02', '2026-10-03')]);
  const grown = await plan({ ...given, more: { '2026-10-02': 1 } });
  expect(grown.last).toEqual([rangeOf('2026-10-02')]);
});

test('each stretch between days that the mirror lacks is counted by itself', async () => {
  const held = [...days('2026-10-01', '2026-10-03'), ...days('2026-10-06', '2026-10-08')];
  const found = await plan({
    ...{ range: rangeOf('2026-10-01', '2026-10-08'), held },
    more: { '2026-10-07': 1 },
  });
  expect(found.asked).toEqual([
    rangeOf('2026-10-01', '2026-10-03'),
    rangeOf('2026-10-06', '2026-10-08'),
  ]);
  expect(found).toMatchObject({
    counted: 1,
    last: [rangeOf('2026-10-04', '2026-10-08')],
  });
});

test('of a month with many rows only the part that changed is read', async () => {
  const range = rangeOf('2026-10-01', '2026-10-31');
  const held = days(range.from, range.to);
  const found = await plan({ range, held, rowsADay: 6000, more: { '2026-10-09': 1 } });
  // A part with four pages or fewer is read rather than halved once more.
  expect(found.last).toEqual([rangeOf('2026-10-08', '2026-10-09')]);
  expect(found.asked).toEqual([
    ...[range, rangeOf('2026-10-01', '2026-10-15'), rangeOf('2026-10-01', '2026-10-07')],
    ...[rangeOf('2026-10-08', '2026-10-11'), rangeOf('2026-10-08', '2026-10-09')],
  ]);
  const two = { '2026-10-03': 1, '2026-10-29': -1 };
  const both = await plan({ range, held, rowsADay: 20_000, more: two });
  // Both changes together leave the count as it was: nobody can see that.
  expect(both.last).toEqual([]);
  const seen = await plan({ range, held, rowsADay: 20_001, more: { ...two, '2026-10-03': 2 } });
  expect(seen.last).toEqual([rangeOf('2026-10-03'), rangeOf('2026-10-29')]);
});

test('a stretch of four pages is read as it is, and of one row more it is halved', async () => {
  const range = rangeOf('2026-10-01', '2026-10-02');
  const held = days(range.from, range.to);
  const four = await plan({ range, held, rowsADay: 10_000, more: { '2026-10-01': -1 } });
  expect(four).toMatchObject({ last: [range], asked: [range] });
  const even = await plan({ range, held, rowsADay: 9999, more: { '2026-10-01': 2 } });
  expect(even).toMatchObject({ last: [range], asked: [range] });
  const more = await plan({ range, held, rowsADay: 10_000, more: { '2026-10-02': 1 } });
  expect(more).toMatchObject({
    last: [rangeOf('2026-10-02')],
    asked: [range, rangeOf('2026-10-01')],
  });
});

test.each([
  ['2026-10', '2026-09-15', '2026-11-15', '2026-10-01', '2026-10-31'],
  ['2026-10', '2026-10-05', '2026-10-20', '2026-10-05', '2026-10-20'],
  ['2026-10', '2026-10-01', '2026-10-31', '2026-10-01', '2026-10-31'],
  ['2026-10-03', '2026-10-01', '2026-10-31', '2026-10-03', '2026-10-03'],
])('the days of partition %s from %s to %s are %s to %s', (value, from, to, first, last) => {
  expect(partitionRange(value, { from, to })).toEqual({ from: first, to: last });
  expect(partitionOf(first, value.length === 7 ? 'month' : 'day')).toBe(value);
});

test('the key of partitions is not the name of a column', () => {
  const key = (unit: 'month' | 'day', ...names: readonly string[]) =>
    choosePartitionKey(
      unit,
      names.map((name) => ({ name })),
    );
  expect([key('month'), key('day', 'month')]).toEqual(['month', 'day']);
  expect(key('month', 'Month')).toBe('cost_month');
  expect(key('month', 'month', 'COST_MONTH')).toBe('partition_month');
  expect(key('day', 'day', 'cost_day')).toBe('partition_day');
  expect(key('day', 'day')).toBe('cost_day');
  expect(key('day', 'day', 'cost_day', 'partition_day')).toBe('costctl_partition_day');
});

test.each([
  ['7s', 7000],
  ['30min', 1_800_000],
  ['1h', 3_600_000],
  ['999999d', 999_999 * 86_400_000],
])('%s is %i milliseconds', (text, expected) => {
  expect(parseSpan(text)).toBe(expected);
});

test.each(['', '1', 'h', '1m', '1234567s', '-1h', '1h ', ' 1h', '1.5h', '1hd'])(
  '%j is not a span of time',
  (text) => {
    expect(() => parseSpan(text)).toThrow(
      expect.objectContaining({
        message: `--keep: '${text}' is not a span of time`,
        details: { hint: 'write it as 30min, 1h or 2d' },
      }),
    );
  },
);

test.each([
  ['35d', 35],
  ['5w', 35],
  ['9999d', 9999],
])('%s is %i days', (text, expected) => {
  expect(parseDays(text)).toBe(expected);
});

test.each(['', '5', 'd', '5m', '12345d', 'x5d', '5dx'])('%j is not a number of days', (text) => {
  expect(() => parseDays(text)).toThrow(
    expect.objectContaining({
      message: `--restate: '${text}' is not a number of days`,
      details: { hint: 'write it as 35d or 5w' },
    }),
  );
});

test.each([
  ['none', '', undefined],
  ['0', '', undefined],
  ['90d', '90d', '2026-08-17'],
  ['2w', '2w', '2026-11-01'],
  ['13m', '13m', '2025-10-15'],
  ['2y', '2y', '2024-11-15'],
  ['9999m', '9999m', '1193-08-15'],
])('the history %s is stored as %j and begins on %s', (text, stored, start) => {
  expect(parseHistory(text)).toBe(stored);
  expect(historyStart(stored, '2026-11-15T23:59:59.999Z')).toBe(start);
});

test.each(['', '0m', '13', '13h', '10000d', 'x13m', '13mx', 'm'])('%j is no history', (text) => {
  expect(() => parseHistory(text)).toThrow(
    expect.objectContaining({
      message: `--history: '${text}' is not a span of time`,
      details: { hint: 'write it as 90d, 13m, 2y or none' },
    }),
  );
});
