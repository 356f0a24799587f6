import { isObject } from '../json/bulk/merge.ts';
import { parseDecimal } from '../json/decimal.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../json/number.ts';
import { wholeDayIn } from './day-cell.ts';
import type { DayRange } from './days.ts';

/** What options and profile say of the columns. `none` as currency: there is none. */
export interface GivenColumns {
  readonly date?: string | undefined;
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
}

export interface ColumnChoice {
  readonly column?: string | undefined;
  readonly how: 'given' | 'found' | 'none' | 'unclear';
  /** Columns that it could be. */
  readonly candidates: readonly string[];
}

export interface FoundColumns {
  readonly date: ColumnChoice;
  readonly amount: ColumnChoice;
  readonly currency: ColumnChoice;
}

/** What the values of one column are, over the rows looked at. */
interface Evidence {
  readonly column: string;
  rows: number;
  days: number;
  numbers: number;
  codes: number;
  currencies: number;
}

/**
 * Finds the date, amount and currency columns by looking at rows: the values say what a column can
 * be, its name which of several it is. What stays unclear is left to the caller, with the candidates.
 */
export function findColumns(
  rows: readonly JsonObject[],
  given: GivenColumns,
  range: DayRange,
): FoundColumns {
  const evidence = collectEvidence(rows, range);
  const always = evidence.filter((column) => column.rows === rows.length);
  const days = always.filter((column) => column.days === column.rows);
  const numbers = always.filter((column) => column.numbers === column.rows);
  const codes = evidence.filter((column) => column.codes === column.rows);
  return {
    date: choose(given.date, days, dateNames, days),
    amount: choose(given.amount, numbers, amountNames, []),
    currency:
      given.currency === 'none'
        ? { column: undefined, how: 'none', candidates: [] }
        : choose(
            given.currency,
            codes,
            currencyNames,
            codes.filter((column) => column.currencies === column.rows),
          ),
  };
}

/** One line for stderr: `date column usageDate, amount column cost, no currency column`. */
export function describeColumns(found: FoundColumns): string {
  return (['date', 'amount', 'currency'] as const)
    .map((role) => {
      const { column, candidates, how } = found[role];
      if (column !== undefined) return `${role} column ${column}`;
      if (how === 'none') return `no ${role} column`;
      return `${role} column unclear (${candidates.join(', ')}; --${role}-column settles it)`;
    })
    .join(', ');
}

/** Names from the surest on: the first that exactly one column has decides. */
const dateNames = [/^(date|day)$/, /^(usage|charge|cost|billing)_?(date|day)$/, /date|day/];
const amountNames = [
  /^(cost|amount)$/,
  /(^|[._])(cost|amount)s?$|(cost|amount)s?(_|$)/,
  /cost|amount/,
  /spend|charge|price|total/,
];
const currencyNames = [/^currency(_?code)?$/, /currency/];

/** Where no name decides, the only one of `telling` does: its values leave no doubt. */
function choose(
  given: string | undefined,
  possible: readonly Evidence[],
  names: readonly RegExp[],
  telling: readonly Evidence[],
): ColumnChoice {
  const candidates = possible.map(({ column }) => column);
  if (given !== undefined) return { column: given, how: 'given', candidates };
  for (const name of names) {
    const named = candidates.filter((column) => name.test(column.toLowerCase()));
    if (named.length === 1) return { column: named[0], how: 'found', candidates };
    if (named.length > 1) return { column: undefined, how: 'unclear', candidates: named };
  }
  const [only, ...others] = telling;
  if (only !== undefined && others.length === 0) {
    return { column: only.column, how: 'found', candidates };
  }
  return { column: undefined, how: candidates.length === 0 ? 'none' : 'unclear', candidates };
}

function collectEvidence(rows: readonly JsonObject[], range: DayRange): Evidence[] {
  const columns = new Map<string, Evidence>();
  for (const row of rows) {
    for (const [column, value] of leaves(row)) {
      let evidence = columns.get(column);
      if (evidence === undefined) {
        evidence = { column, rows: 0, days: 0, numbers: 0, codes: 0, currencies: 0 };
        columns.set(column, evidence);
      }
      weigh(evidence, value, range);
    }
  }
  return [...columns.values()];
}

function weigh(evidence: Evidence, value: JsonValue, range: DayRange): void {
  evidence.rows += 1;
  if (typeof value === 'number' || value instanceof ExactNumber) evidence.numbers += 1;
  if (typeof value !== 'string') return;
  if (/^[A-Z]{3}$/.test(value)) {
    evidence.codes += 1;
    if (knownCurrencies().has(value)) evidence.currencies += 1;
    return;
  }
  const day = wholeDayIn(value);
  // A day outside the days asked for is an invoice's or a contract's, not the cost's.
  if (day !== undefined && range.from <= day && day <= range.to) evidence.days += 1;
  if (day === undefined && parseDecimal(value) !== undefined) evidence.numbers += 1;
}

/** The values of a row that have no parts, by property path; null counts as not there. */
export function* leaves(row: JsonObject, prefix = ''): Generator<[string, JsonValue], void> {
  for (const [key, value] of Object.entries(row)) {
    if (isObject(value)) yield* leaves(value, `${prefix}${key}.`);
    else if (value !== null) yield [prefix + key, value];
  }
}

let currencies: ReadonlySet<string> | undefined;

function knownCurrencies(): ReadonlySet<string> {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return currencies;
}
