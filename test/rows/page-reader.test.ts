import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, countDays, type DayRange, eachDay } from '../../src/days.ts';
import { largestPage as pageSize, type Reading, readWindows } from '../../src/rows/page-reader.ts';
import { planRange, windowLimit } from '../../src/rows/windows.ts';

const first = '2026-01-01';

interface Page {
  readonly rowCount: number;
  readonly total: number;
  readonly from: string;
  readonly start: number;
}

/** Days with a given number of rows each; a row is identified by its overall position. */
function serviceWith(counts: readonly number[]) {
  const starts = counts.map((_, day) => counts.slice(0, day).reduce((sum, one) => sum + one, 0));
  const placeOf = (day: string) => countDays({ from: first, to: day }) - 1;
  const totalOf = (range: DayRange) =>
    [...eachDay(range)].reduce((sum, day) => sum + (counts[placeOf(day)] ?? 0), 0);
  return {
    range: { from: first, to: addDays(first, counts.length - 1) },
    totalOf,
    page: (range: DayRange, page: number): Page => {
      const total = totalOf(range);
      const rowCount = Math.max(0, Math.min(pageSize, total - (page - 1) * pageSize));
      const start = (starts[placeOf(range.from)] ?? 0) + (page - 1) * pageSize;
      return { rowCount, total, from: range.from, start };
    },
  };
}

const toBody = (page: Page) => Buffer.from(JSON.stringify(page));
const openPage = (body: Buffer): Page => JSON.parse(body.toString());

/** Collects the committed pages. */
function collector() {
  const committed: Page[] = [];
  let window: Page[] = [];
  return {
    committed,
    take: (page: Page) => {
      window.push(page);
    },
    rollback: () => {
      window = [];
    },
    keep: () => {
      committed.push(...window);
      window = [];
    },
  };
}

async function readAll(
  windows: Parameters<typeof readWindows>[0],
  fetchPage: Reading<Page>['fetchPage'],
  options: Partial<Reading<Page>> = {},
) {
  const { committed, take, rollback, keep } = collector();
  const read = [];
  for await (const window of readWindows<Page>(windows, {
    fetchPage,
    openPage,
    take,
    rollback,
    concurrency: 4,
    ...options,
  })) {
    keep();
    read.push(window);
  }
  return { committed, read };
}

test('every row is read once and in order, even if pages arrive out of order', async () => {
  const densities = fc.array(
    fc.oneof(fc.integer({ min: 0, max: windowLimit }), fc.constantFrom(0, 1, 5000, windowLimit)),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      densities,
      fc.integer({ min: 1, max: 16 }),
      async (scheduler, counts, concurrency) => {
        const service = serviceWith(counts);
        const { windows } = await planRange(service.range, async (range) => service.totalOf(range));
        let requests = 0;
        const fetchPage = async (range: DayRange, page: number) => {
          requests += 1;
          await scheduler.schedule(Promise.resolve());
          return toBody(service.page(range, page));
        };
        const reading = readAll(windows, fetchPage, { concurrency });
        await scheduler.waitFor(reading);
        const { committed, read } = await reading;
        let next = 0;
        for (const page of committed) {
          expect(page.start).toBe(next);
          next += page.rowCount;
        }
        expect(next).toBe(service.totalOf(service.range));
        expect(read.map((window) => window.rows)).toEqual(windows.map((window) => window.total));
        expect(requests).toBe(
          windows.reduce((pages, window) => pages + Math.ceil(window.total / pageSize), 0),
        );
      },
    ),
    { numRuns: 50 },
  );
});

test('a changed total makes the reader read the window again and count its rows once', async () => {
  const before = serviceWith([12_000, 90_000]);
  const after = serviceWith([17_500, 90_000]);
  let requests = 0;
  const windows = [
    { from: first, to: first, total: 12_000 },
    { from: '2026-01-02', to: '2026-01-02', total: 90_000 },
  ];
  const { committed, read } = await readAll(windows, async (range, page) =>
    toBody((++requests <= 2 ? before : after).page(range, page)),
  );
  expect(read.map((window) => [window.total, window.rows])).toEqual([
    [17_500, 17_500],
    [90_000, 90_000],
  ]);
  expect(committed.filter((page) => page.from === first).map((page) => page.rowCount)).toEqual([
    5000, 5000, 5000, 2500,
  ]);
});

test('a window that keeps changing is reported after four reads', async () => {
  const service = serviceWith([12_000]);
  let readings = 0;
  const reading = readAll([{ from: first, to: first, total: 12_000 }], async (range, page) => {
    if (page === 1) readings += 1;
    return toBody({ ...service.page(range, page), total: 12_000 + page });
  });
  await expect(reading).rejects.toMatchObject({
    code: 'incomplete',
    message: 'the rows of 2026-01-01 do not match their count, after reading them 4 times',
  });
  expect(readings).toBe(4);
});

test.each([
  ['a page with a missing row', [0, -1, 0]],
  ['a page with a row of the page before', [0, -1, 1]],
])('%s is an error', async (_name, more) => {
  const service = serviceWith([12_000]);
  const reading = readAll([{ from: first, to: first, total: 12_000 }], async (range, page) => {
    const whole = service.page(range, page);
    return toBody({ ...whole, rowCount: whole.rowCount + (more[page - 1] ?? 0) });
  });
  await expect(reading).rejects.toMatchObject({ code: 'incomplete' });
});

test('a day that grows over the limit during a read fails unless truncation is allowed', async () => {
  const window = { from: first, to: first, total: windowLimit };
  const grown = serviceWith([windowLimit + 1]);
  const fetchPage = async (range: DayRange, page: number) => toBody(grown.page(range, page));
  await expect(readAll([window], fetchPage)).rejects.toMatchObject({
    code: 'incomplete',
    message: '2026-01-01 grew to 100001 rows while it was read; the service returns at most 100000',
  });
  const { read } = await readAll([window], fetchPage, { truncate: true });
  expect(read).toEqual([{ ...window, total: 100_001, rows: 100_000 }]);
});

test('a page that fails permanently ends the read with its error', async () => {
  const service = serviceWith([30_000]);
  const reading = readAll([{ from: first, to: first, total: 30_000 }], async (range, page) => {
    if (page === 3) throw new Error('page 3 is lost');
    return toBody(service.page(range, page));
  });
  await expect(reading).rejects.toThrow('page 3 is lost');
});
