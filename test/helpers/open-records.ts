import type { DayRange } from '../../src/days.ts';
import { type RowPage, RowScanner } from '../../src/json/bulk/rows.ts';
import type { FindRate } from '../../src/questions/convert-currency.ts';
import type { RowSource, Transaction } from '../../src/rows/row-source.ts';
import type { Draw } from '../fuzz/draw.ts';

/** The pages of one period, and what they add up to if nothing is guessed. */
export interface Records {
  readonly range: DayRange;
  readonly pages: readonly (readonly string[])[];
}

/** What an exact reader of the same rows would say. */
export interface Truth {
  /** By period: the totals by currency and team, in units of the fourth place. */
  readonly totals: readonly ReadonlyMap<string, bigint>[];
  /** By day and currency, over the first period: for a receipt. */
  readonly days: ReadonlyMap<string, bigint>;
  /** Rows with an amount that is not a number, over all periods. */
  readonly faults: number;
  /** Rows of a day that cannot be read. */
  readonly dayFaults: number;
  /** Whether the columns are on the first page, named exactly, and nothing else could be one. */
  readonly isPlain: boolean;
  /** Whether the first page has the columns of day and amount: otherwise others may be found. */
  readonly hasColumns: boolean;
  /** A column to group by. */
  readonly team: string;
  /** Every column that an error may name. */
  readonly columns: ReadonlySet<string>;
}

export const places = 4;
const ranges: readonly DayRange[] = [
  { from: '2026-11-02', to: '2026-11-04' },
  { from: '2026-10-30', to: '2026-11-01' },
];

interface Names {
  readonly date: string;
  readonly amount: string;
  /** Undefined: the rows have no currency. */
  readonly currency: string | undefined;
  readonly team: string;
}

/** Instead of a value: the row lacks the column. */
const missing = '';

const decoys = ['tax_cost', 'list_price', 'quantity', 'cost_center', 'updated_at', 'invoice_date'];
const oddAmounts = ['null', '"n/a"', '".50"', '""', '"1,5"', 'true', '[1]', missing];
const oddCurrencies = ['null', '""', '"  "', '"N/A"', '"USDT"', missing];

/** Draws one or two periods of open records with odd names, gaps, late columns and several currencies. */
export function drawRecords(draw: Draw, periods: number): { records: Records[]; truth: Truth } {
  const chance = (percent: number) => draw.below(100) < percent;
  const spell = (name: string) =>
    draw.pick([name, name, name.toUpperCase(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`]);
  const names: Names = {
    date: spell(draw.pick(['date', 'day'])),
    amount: spell(draw.pick(['cost', 'amount'])),
    currency: chance(85)
      ? draw.pick([spell('currency'), 'currency_code', 'billing_currency', 'Währung'])
      : undefined,
    team: draw.pick(['team', 'tags.team', 'Kosten.Stelle']),
  };
  const isNamed = names.currency === undefined || /currency/i.test(names.currency);
  const isIrregular = { amount: chance(15), date: chance(10), currency: chance(30) };
  const hasLate = { currency: chance(15), other: chance(15) };
  const used = decoys.filter(() => chance(20));
  const late = hasLate.other
    ? draw.pick(['Amount', 'COST', 'day', 'my_currency', 'total_cost', 'note'])
    : undefined;
  const totals: Map<string, bigint>[] = [];
  const days = new Map<string, bigint>();
  let [faults, dayFaults] = [0, 0];
  let seenCurrency = false;
  let seenTeam = false;
  const seen = { date: false, amount: false };
  const currencies = draw.pick([
    ['USD'],
    ['USD', 'EUR'],
    ['EUR', 'usd', ' EUR '],
    ['USD', 'JPY', 'KWD'],
  ]);

  function makeRow(range: DayRange, isLater: boolean, sums: Map<string, bigint>, isFirst: boolean) {
    const cells: string[] = [];
    const put = (name: string, value: string) => {
      if (value !== missing) cells.push(`${JSON.stringify(name)}:${value}`);
    };
    const day = draw.pick([range.from, range.to]);
    const dayText =
      isIrregular.date && chance(20) ? draw.pick(['null', '"soon"', missing]) : `"${day}"`;
    put(names.date, dayText);
    if (dayText !== missing && !isLater) seen.date = true;
    const units = BigInt(draw.below(2_000_000) - 400_000);
    const isBad = isIrregular.amount && chance(20);
    const amount = isBad ? draw.pick(oddAmounts) : writeAmount(draw, units);
    if (amount !== missing && !isLater) seen.amount = true;
    put(names.amount, amount);
    let currency = missing;
    if (names.currency !== undefined && (!hasLate.currency || isLater)) {
      const odd = isIrregular.currency && isNamed && chance(30);
      currency = odd ? draw.pick(oddCurrencies) : JSON.stringify(draw.pick(currencies));
      if (currency !== missing && !isLater) seenCurrency = true;
      put(names.currency, currency);
    }
    const team = draw.pick(['"web"', '"data"', 'null', missing]);
    if (team !== missing) seenTeam = true;
    if (names.team === 'tags.team')
      cells.push(`"tags":{${team === missing ? '' : `"team":${team}`}}`);
    else put(names.team, team);
    for (const name of used) if (chance(70)) put(name, decoyValue(draw, name));
    // On the first page of a second period they would rightly be the currency: one by its name, the
    // others if most rows have a currency there.
    const isRight = periods > 1 && ['my_currency', 'note', 'day'].some((name) => name === late);
    const isNew = late !== names.amount && late !== names.date && !isRight;
    if (late !== undefined && isNew && isLater && chance(60))
      put(late, draw.pick(['1', '"USD"', `"${day}"`, 'null']));
    const isFault = isBad;
    if (isFault) faults += 1;
    const isDayFault = dayText !== `"${day}"`;
    if (isDayFault) dayFaults += 1;
    if (!isFault) {
      const group = `${normalize(currency)}|${team === missing ? 'null' : team}`;
      sums.set(group, (sums.get(group) ?? 0n) + units);
      const key = `${day}|${normalize(currency)}`;
      if (isFirst && !isDayFault) days.set(key, (days.get(key) ?? 0n) + units);
    }
    for (let at = cells.length - 1; at > 0; at -= 1) {
      if (!chance(10)) continue;
      const other = draw.below(at + 1);
      [cells[at], cells[other]] = [cells[other] ?? '', cells[at] ?? ''];
    }
    return `{${cells.join(',')}}`;
  }

  const records = Array.from({ length: periods }, (_, period): Records => {
    const range = ranges[period] ?? { from: '', to: '' };
    const sums = new Map<string, bigint>();
    totals.push(sums);
    const pages = Array.from({ length: 1 + draw.below(3) }, (_one, page) =>
      Array.from({ length: 1 + draw.below(4) }, () =>
        makeRow(range, page > 0 || period > 0, sums, period === 0),
      ),
    );
    return { range, pages };
  });
  return {
    records,
    truth: {
      totals,
      days,
      faults,
      dayFaults,
      team: names.team,
      hasColumns: seen.date && seen.amount,
      isPlain:
        isNamed &&
        seenTeam &&
        !isIrregular.amount &&
        !isIrregular.date &&
        !(isIrregular.currency && names.currency === 'billing_currency') &&
        !hasLate.currency &&
        !hasLate.other &&
        (names.currency === undefined ? used.length === 0 : seenCurrency),
      columns: new Set([
        names.date,
        names.amount,
        ...(names.currency === undefined ? [] : [names.currency]),
        ...used,
        ...(late === undefined ? [] : [late]),
        'team',
        names.team,
      ]),
    },
  };
}

/** As users of the service write an amount: a number, a text, with zeros or an exponent. */
function writeAmount(draw: Draw, units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const sign = units < 0n ? '-' : '';
  const plain = `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return draw.pick([
    plain,
    `"${plain}"`,
    `"${plain}00"`,
    `${sign}${digits}e-4`.replace(/^(-?)0+(?=\d)/, '$1'),
  ]);
}

function decoyValue(draw: Draw, name: string): string {
  if (name.endsWith('_at')) return '"2026-11-02T10:15:00Z"';
  if (name === 'invoice_date') return '"2026-12-01"';
  if (name === 'cost_center') return draw.pick(['"4711"', '"A-1"']);
  return String(draw.below(100));
}

function normalize(currency: string): string {
  if (currency === missing || currency === 'null') return '';
  return String(JSON.parse(currency)).trim().toUpperCase();
}

/** One for all cases: making them takes longer than a case. */
const scanner = new RowScanner();
const sampler = new RowScanner();

/** A source of rows in memory: each period is one window, and a page of it may be read again. */
export function sourceOf(records: readonly Records[], rereads = false): RowSource {
  const open = (rows: readonly string[], by: RowScanner): RowPage =>
    by.scan(Buffer.from(`{"data":[${rows.join(',')}]}`));
  const pagesOf = (range: DayRange) =>
    records.find((one) => one.range.from === range.from)?.pages ?? [];
  return {
    plan: async (range) => {
      const total = pagesOf(range).flat().length;
      return { range, windows: [{ ...range, total }], total };
    },
    sample: ({ range }, take) => {
      const [first] = pagesOf(range);
      return first === undefined ? undefined : take(open(first, sampler));
    },
    read: async (windows, transaction: Transaction) => {
      for (const window of windows) {
        const pages = pagesOf(window);
        if (rereads) {
          for (const page of pages.slice(0, 1)) await transaction.add(open(page, scanner));
          await transaction.rollback();
        }
        for (const page of pages) await transaction.add(open(page, scanner));
        await transaction.commit({ ...window, rows: window.total });
      }
    },
    confirm: async () => undefined,
    readFirst: () => Promise.reject(new Error('not needed')),
    readPage: () => Promise.reject(new Error('not needed')),
    requests: () => 0,
  };
}

/** Rates by currency and day, each with three digits. */
export const rateUnits = (currency: string, day: string): bigint =>
  BigInt(
    500 + ((currency.charCodeAt(0) * 31 + currency.charCodeAt(2) * 7 + Number(day.slice(8))) % 900),
  );

export const findRate: FindRate = async (base, _target, date) =>
  /^[A-Z]{3}$/.test(base)
    ? {
        rate: `0.${String(rateUnits(base, date)).padStart(4, '0')}`,
        effectiveDate: date,
        source: null,
      }
    : undefined;
