import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, countDays, type DayRange, eachDay } from '../../src/days.ts';
import {
  isOverFull,
  isTruncated,
  nameOverFull,
  planRange,
  refuseOverFull,
  windowLimit,
} from '../../src/rows/windows.ts';

const first = '2026-01-01';
const pageSize = 5000;

/** A service with a number of rows on each day from the first of January on, which counts requests. */
function serviceWith(counts: readonly number[]) {
  const asked: DayRange[] = [];
  const askTotal = async (range: DayRange) => {
    asked.push(range);
    let total = 0;
    for (const day of eachDay(range)) total += counts[countDays({ from: first, to: day }) - 1] ?? 0;
    return total;
  };
  const range = { from: first, to: addDays(first, counts.length - 1) };
  return { range, askTotal, asked };
}

const pagesOf = (windows: readonly { total: number }[]) =>
  windows.reduce((pages, window) => pages + Math.ceil(window.total / pageSize), 0);

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

const densities = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: windowLimit }),
    fc.integer({ min: 0, max: 9000 }),
    fc.constantFrom(0, 0, 1, windowLimit - 1, windowLimit),
  ),
  { minLength: 1, maxLength: 90 },
);

test('a range within the limit is one window and takes one count request', async () => {
  const { range, askTotal, asked } = serviceWith([50_000, 50_000]);
  expect((await planRange(range, askTotal)).windows).toEqual([{ ...range, total: 100_000 }]);
  expect(asked).toHaveLength(1);
});

test('one row over the limit makes two windows', async () => {
  const { range, askTotal } = serviceWith([50_000, 50_001]);
  expect((await planRange(range, askTotal)).windows).toEqual([
    { from: first, to: first, total: 50_000 },
    { from: '2026-01-02', to: '2026-01-02', total: 50_001 },
  ]);
});

test('windows contain every day once, in order, with correct and readable totals', async () => {
  await fc.assert(
    fc.asyncProperty(densities, async (counts) => {
      const { range, askTotal } = serviceWith(counts);
      const { windows } = await planRange(range, askTotal);
      expect(windows.flatMap((window) => [...eachDay(window)])).toEqual([...eachDay(range)]);
      for (const window of windows) {
        expect(isOverFull(window)).toBe(false);
        expect(window.total).toBe(await askTotal(window));
      }
    }),
  );
});

test('neighboring windows that fit together are joined', async () => {
  await fc.assert(
    fc.asyncProperty(densities, async (counts) => {
      const { range, askTotal } = serviceWith(counts);
      const { windows } = await planRange(range, askTotal);
      windows.slice(1).forEach((window, position) => {
        expect(window.total + (windows[position]?.total ?? 0)).toBeGreaterThan(windowLimit);
      });
    }),
  );
});

test('planning sends at most one count request plus two per smallest range', async () => {
  await fc.assert(
    fc.asyncProperty(densities, async (counts) => {
      const { range, askTotal, asked } = serviceWith(counts);
      await planRange(range, askTotal);
      const leaves = asked.filter(
        (range) => !asked.some((other) => other !== range && contains(range, other)),
      );
      expect(asked.length).toBeLessThanOrEqual(1 + 2 * leaves.length);
    }),
  );
});

test('of days over the limit each stretch is named once, however many they are', () => {
  const whole = [...eachDay({ from: first, to: '2026-12-31' })].map((date, place) => ({
    date,
    total: windowLimit + 1 + place,
  }));
  expect(nameOverFull(whole)).toBe('2026-01-01 to 2026-12-31 (up to 100365 rows a day)');
  expect(nameOverFull(whole.filter(({ date }) => !date.startsWith('2026-02')))).toBe(
    '2026-01-01 to 2026-01-31 (up to 100031 rows a day), 2026-03-01 to 2026-12-31 (up to 100365 rows a day)',
  );
  expect(nameOverFull(whole.slice(0, 1))).toBe('2026-01-01 (100001 rows)');
});

test('350,000 rows over 30 days with one nearly full day take few extra requests', async () => {
  const shapes = fc
    .tuple(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 29, maxLength: 29 }),
      fc.nat(29),
      fc.integer({ min: 1, max: 6 }),
    )
    .map(([weights, place, power]) => {
      const sharp = weights.map((weight) => weight ** power + 1e-9);
      const rest = 350_000 - 99_999;
      const counts = sharp.map((weight) =>
        Math.min(99_999, Math.floor((rest * weight) / sum(sharp))),
      );
      counts.splice(place, 0, 99_999);
      for (let day = 0, left = 350_000 - sum(counts); left > 0; day++) {
        const room = Math.min(left, 99_999 - (counts[day] ?? 0));
        counts[day] = (counts[day] ?? 0) + room;
        left -= room;
      }
      return counts;
    });
  await fc.assert(
    fc.asyncProperty(shapes, async (counts) => {
      expect(sum(counts)).toBe(350_000);
      const { range, askTotal, asked } = serviceWith(counts);
      const { windows } = await planRange(range, askTotal);
      const bound = 1.15 * Math.ceil(350_000 / pageSize) + 12;
      expect(pagesOf(windows) + asked.length).toBeLessThanOrEqual(bound);
    }),
    { numRuns: 2000 },
  );
});

test.each([[[10, 100_001, 10]], [[0, 100_001, 0]]])(
  'of %j rows a day, the day over the limit is a separate window before any rows are read',
  async (counts) => {
    const { range, askTotal } = serviceWith(counts);
    expect((await planRange(range, askTotal)).windows.filter(isOverFull)).toEqual([
      { from: '2026-01-02', to: '2026-01-02', total: 100_001 },
    ]);
  },
);

test('a service that leaves out the last day is detected', async () => {
  const { range, askTotal } = serviceWith([60_000, 60_000, 60_000]);
  const shortened = async (asked: DayRange) =>
    asked.from === asked.to ? 0 : askTotal({ from: asked.from, to: addDays(asked.to, -1) });
  await expect(planRange(range, shortened)).rejects.toMatchObject({
    code: 'incomplete',
    message:
      'the rows of 2026-01-01 to 2026-01-03 do not add up: 120000 for the whole, 60000 for its parts',
  });
});

test('counts are requested again if rows arrive during planning', async () => {
  const { range, askTotal } = serviceWith([60_000, 60_000]);
  let questions = 0;
  const growing = async (asked: DayRange) => (await askTotal(asked)) + (questions++ === 0 ? -7 : 0);
  const { windows } = await planRange(range, growing);
  expect(windows.map((window) => window.total)).toEqual([60_000, 60_000]);
});

test('days that have more rows than the part that they are in are not planned', async () => {
  const { range, askTotal } = serviceWith([0, 0, 150_000, 1]);
  const fewer = async (asked: DayRange) =>
    asked.from === '2026-01-03' && asked.to === '2026-01-03' ? 160_000 : askTotal(asked);
  await expect(planRange(range, fewer)).rejects.toMatchObject({
    code: 'incomplete',
    message:
      'the rows of 2026-01-03 to 2026-01-04 do not add up: 150001 for the whole, 160000 for its parts',
    details: { needsRestart: true },
  });
});

function contains(outer: DayRange, inner: DayRange): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

test('all counts are requested again after one changes, and the new plan is valid', async () => {
  const { range, askTotal } = serviceWith([80_000, 80_000]);
  const wholes: number[] = [];
  const questions: string[] = [];
  const { windows } = await planRange(range, async (asked) => {
    const total = await askTotal(asked);
    const isWhole = asked.from === range.from && asked.to === range.to;
    questions.push(isWhole ? 'whole' : 'part');
    if (!isWhole) return total;
    wholes.push(total);
    // The first answer is out of date.
    return wholes.length === 1 ? total - 10 : total;
  });
  expect(questions).toEqual(['whole', 'part', 'part', 'whole', 'part', 'part']);
  expect(sum(windows.map(({ total }) => total))).toBe(160_000);
});

test('the whole is asked as one part, and its parts as the number that they are', async () => {
  const { range, askTotal } = serviceWith([60_000, 60_000, 60_000]);
  const asked: [string, number | undefined][] = [];
  await planRange(range, (days, parts) => {
    asked.push([`${days.from}..${days.to}`, parts]);
    return askTotal(days);
  });
  expect(asked).toEqual([
    ['2026-01-01..2026-01-03', 1],
    ['2026-01-01..2026-01-01', 3],
    ['2026-01-02..2026-01-02', 3],
    ['2026-01-03..2026-01-03', 3],
  ]);
});

test('parts of a part are asked without a number, and the last of them is not asked', async () => {
  const { range, askTotal } = serviceWith([90_000, 90_000, 1, 1]);
  const asked: [string, number | undefined][] = [];
  const { windows } = await planRange(range, (days, parts) => {
    asked.push([`${days.from.slice(8)}-${days.to.slice(8)}`, parts]);
    return askTotal(days);
  });
  expect(asked).toEqual([
    ...[
      ['01-04', 1],
      ['01-01', 3],
      ['02-02', 3],
      ['03-04', 3],
    ],
  ]);
  expect(windows.map(({ total }) => total)).toEqual([90_000, 90_002]);
  const { range: longer, askTotal: count } = serviceWith([90_000, 20_000, 0, 0]);
  const again: string[] = [];
  expect(
    await planRange(longer, (days, parts) => {
      again.push(`${days.from.slice(8)}-${days.to.slice(8)} ${parts}`);
      return count(days);
    }),
  ).toMatchObject({
    windows: [
      { from: first, to: first, total: 90_000 },
      { from: '2026-01-02', to: '2026-01-04', total: 20_000 },
    ],
  });
  expect(again).toEqual(['01-04 1', '01-02 2', '03-04 2', '01-01 undefined']);
});

test('only days over the limit are refused, unless there is no limit', () => {
  const full = { from: '2026-01-02', to: '2026-01-02', total: windowLimit };
  const over = { ...full, total: windowLimit + 1 };
  const planOf = (...windows: readonly (DayRange & { total: number })[]) => ({
    ...{ range: { from: first, to: '2026-01-03' }, windows, total: 0 },
  });
  expect(() => refuseOverFull(planOf(full))).not.toThrow();
  expect(() => refuseOverFull({ ...planOf(over), isUnlimited: true })).not.toThrow();
  const message =
    'a day of more than 100000 rows cannot be read completely: 2026-01-02 (100001 rows)';
  const error = (hint: string) =>
    expect.objectContaining({ code: 'incomplete', message, details: { hint } });
  expect(() => refuseOverFull(planOf(full, over))).toThrow(
    error('narrow the rows with --param, if the service knows a filter'),
  );
  expect(() => refuseOverFull(planOf(over), 'wait')).toThrow(error('wait'));
});

test('a window is cut short if it is over the limit and not all of it was read', () => {
  const window = { from: first, to: first, total: windowLimit + 1 };
  expect(isTruncated({ ...window, read: windowLimit })).toBe(true);
  expect(isTruncated({ ...window, read: windowLimit + 1 })).toBe(false);
  expect(isTruncated({ ...window, total: windowLimit, read: 7 })).toBe(false);
});

test('the most rows of a stretch of days is that of any of them', () => {
  const days = [7, 9, 8].map((more, at) => ({
    date: `2026-01-0${at + 1}`,
    total: windowLimit + more,
  }));
  expect(nameOverFull([...days, { date: '2026-01-05', total: 200_000 }])).toBe(
    '2026-01-01 to 2026-01-03 (up to 100009 rows a day), 2026-01-05 (200000 rows)',
  );
});

test('parts that never add up say that the data may be changing', async () => {
  const { range, askTotal } = serviceWith([60_000, 60_000]);
  const more = async (days: DayRange) => (await askTotal(days)) + (days.from === days.to ? 1 : 0);
  await expect(planRange(range, more)).rejects.toMatchObject({
    message:
      'the rows of 2026-01-01 to 2026-01-02 do not add up: 120000 for the whole, 120002 for its parts',
    details: {
      hint: 'the data may be changing now, or the service may not count the last day: try again later',
    },
  });
});
