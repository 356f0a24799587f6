import type { ExchangeRate } from '../../api/schemas/rate.ts';
import { maxCostLimit } from '../../api/schemas/shared-fields.ts';
import { dayNumber, dayOf, dayText, isWeekend } from '../calendar.ts';
import {
  type Call,
  invalidField,
  linksOf,
  ok,
  optionalDay,
  optionalNumber,
  type PageRange,
  Problem,
  read,
  readPage,
  requiredDay,
  requiredText,
} from '../call.ts';
import { createLines, createRowDay, type Line, roomFor, writeRow } from '../sample/cost-row.ts';
import { fraction, hash, hashText } from '../sample/hash.ts';
import { reaches } from '../token-reach.ts';

const defaultLimit = 20;
const deepestRow = 100_000;

export function createCostRoutes(rowsPerDay: number | undefined) {
  return {
    getCosts: read((call, state) => {
      const window = readWindow(call);
      const range = readRange(call);
      const sees = (id: string) => reaches(call, id) && state.get('workspaces', id) !== undefined;
      const data = createCostData({ rowsPerDay, sees });
      const total = data.count(window);
      const length = Math.min(range.limit, Math.max(total - range.start, 0));
      const links = JSON.stringify(linksOf(call, range, total));
      const before = `{"links":${links},"data":[`;
      const after = `],"meta":{"totalRecords":${total}}}`;
      return ok(data.write(window, { start: range.start, length }, before, after));
    }),
  };
}

function readWindow(call: Call): Window {
  const startDate = requiredDay(call, 'startDate');
  const endDate = requiredDay(call, 'endDate');
  if (endDate < startDate) throw invalidField('endDate', 'must not be before startDate');
  // Future days have no costs.
  return { from: dayNumber(startDate), to: Math.min(dayNumber(endDate), dayOf(call.now)) };
}

function readRange(call: Call): PageRange {
  const page = readPage(call) ?? 1;
  const limit = optionalNumber(call, 'limit') ?? defaultLimit;
  if (limit < 1 || limit > maxCostLimit) {
    throw invalidField('limit', `must be from 1 to ${maxCostLimit}`);
  }
  if (page * limit > deepestRow) {
    const detail =
      `cost data pages reach ${deepestRow} rows (page times limit): split the date window into ` +
      'shorter startDate to endDate ranges, each read from page 1';
    throw new Problem(400, detail, { page: [detail] });
  }
  return { page, limit, start: (page - 1) * limit };
}

/** Days since 1970-01-01. */
interface Window {
  readonly from: number;
  readonly to: number;
}

interface Rows {
  readonly start: number;
  /** At most as many as there are. */
  readonly length: number;
}

export interface CostScope {
  readonly rowsPerDay: number | undefined;
  readonly sees: (workspaceId: string) => boolean;
}

/** Cost rows of any day, generated while they are read: a row depends only on its day and its position. */
export function createCostData({ rowsPerDay, sees }: CostScope) {
  lines ??= createLines();
  const seen = shares
    .filter(({ workspaceId }) => sees(workspaceId))
    .map((share) => ({ ...share, lines: lines?.get(share.workspaceId) ?? [] }));
  const room = Math.max(0, ...seen.flatMap((share) => share.lines.map(roomFor)));

  /** A day's rows, divided by workspace: the positions of each part among all rows of the day. */
  function partsOf(day: number) {
    const all = day < firstDay ? 0 : (rowsPerDay ?? usualRows(day));
    return seen.map(({ from, to, lines }) => {
      const first = Math.floor(all * from);
      return { lines, first, length: Math.floor(all * to) - first };
    });
  }

  /** Rows of a window of whole days, both ends included. */
  function count({ from, to }: Window): number {
    let sum = 0;
    for (let day = Math.max(from, firstDay); day <= to; day += 1) {
      for (const { length } of partsOf(day)) sum += length;
    }
    return sum;
  }

  /** Rows from a position in the window on, as JSON between two texts. */
  function write({ from, to }: Window, rows: Rows, before: string, after: string): Buffer {
    const extra = Buffer.byteLength(before) + Buffer.byteLength(after);
    const target = Buffer.allocUnsafe(rows.length * room + extra);
    let end = target.write(before);
    let skip = rows.start;
    let left = rows.length;
    for (let number = Math.max(from, firstDay); number <= to && left > 0; number += 1) {
      const day = createRowDay(number, dayText(number));
      for (const part of partsOf(number)) {
        const begin = Math.min(skip, part.length);
        const stop = Math.min(part.length, begin + left);
        skip -= begin;
        left -= stop - begin;
        for (let at = begin; at < stop; at += 1) {
          const line = part.lines[placeOf(at, part)];
          if (line !== undefined) end = writeRow(target, end, line, day, part.first + at);
        }
      }
    }
    // Every row ends in a comma; the last one is overwritten.
    if (rows.length > 0) end -= 1;
    return target.subarray(0, end + target.write(after, end));
  }

  return { count, write };
}

/**
 * The place of the line that a row is of: one line after the other. If there are fewer rows than lines, the
 * rows skip lines evenly, so that every provider has some.
 */
function placeOf(
  at: number,
  { lines, length }: { readonly lines: readonly Line[]; readonly length: number },
): number {
  if (length >= lines.length) return at % lines.length;
  return Math.floor(((at + 0.5) * lines.length) / length);
}

let lines: ReadonlyMap<string, readonly Line[]> | undefined;

const firstDay = dayNumber('2015-01-01');

/** The consecutive share of a day's rows that belongs to each workspace. */
const shares = [
  { workspaceId: 'wsp_storefront', from: 0, to: 0.5 },
  { workspaceId: 'wsp_platform', from: 0.5, to: 0.8 },
  { workspaceId: 'wsp_forschung-eu', from: 0.8, to: 1 },
];

function usualRows(day: number): number {
  return (isWeekend(day) ? 120 : 150) + (hash(day, 7, 7) % 50);
}

export const rateRoutes = {
  getExchangeRate: read((call) => {
    const base = requiredText(call, 'baseCurrency').toUpperCase();
    const target = requiredText(call, 'targetCurrency').toUpperCase();
    const date = readDate(call);
    const rate = sampleRate(base, target, dayNumber(date));
    if (rate === undefined) throw new Problem(404, `there is no rate from ${base} to ${target}`);
    return ok(rate);
  }),
  listExchangeRates: read((call) => {
    const rates = sampleRates(dayNumber(readDate(call)));
    return ok({ rates, total: rates.length });
  }),
};

function readDate(call: Call): string {
  const today = dayText(dayOf(call.now));
  const date = optionalDay(call, 'date') ?? today;
  if (date > today || date < firstRateDay) throw new Problem(404, `there are no rates for ${date}`);
  return date;
}

/** The value of a euro in each currency, around which the daily rates vary. */
const perEuro: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 1.0832,
  GBP: 0.8561,
  JPY: 163.27,
  CHF: 0.9418,
  SEK: 11.382,
  PLN: 4.3117,
  INR: 90.451,
  BRL: 5.8923,
};

const currencies = Object.keys(perEuro);

const firstRateDay = '1999-01-04';

function sampleRate(base: string, target: string, day: number): ExchangeRate | undefined {
  const from = euroPrice(base, day);
  const to = euroPrice(target, day);
  if (from === undefined || to === undefined) return undefined;
  return {
    baseCurrency: base,
    targetCurrency: target,
    rate: base === target ? 1 : Number((to / from).toPrecision(8)),
    effectiveDate: dayText(day),
    source: 'Sandbox Reference Rates',
  };
}

function sampleRates(day: number): ExchangeRate[] {
  const rates = currencies.flatMap((base) =>
    currencies.filter((target) => target !== base).map((target) => sampleRate(base, target, day)),
  );
  return rates.filter((rate) => rate !== undefined);
}

function euroPrice(currency: string, day: number): number | undefined {
  if (!Object.hasOwn(perEuro, currency)) return undefined;
  const price = perEuro[currency];
  if (price === undefined || currency === 'EUR') return price;
  const seed = hashText(currency);
  const season = Math.sin(day / 58 + (seed % 7)) * 0.018;
  const noise = (fraction(hash(seed, day, 1)) - 0.5) * 0.006;
  return price * (1 + season + noise);
}
