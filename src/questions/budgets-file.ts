import { addDays, addMonths, type DayRange, rangeName } from '../days.ts';
import { compareDecimals, type Decimal, formatDecimal, parseDecimal } from '../json/decimal.ts';
import { comparePercent, percentOf } from '../json/percent.ts';
import { failAt, openYaml, type PlacedCondition, parseConditions } from '../rows/yaml-file.ts';
import type { ResultRow } from './result-rows.ts';

/** The months of a budget's period. */
export const monthsOf = { month: 1, quarter: 3, year: 12 } as const;

const periods = ['month', 'quarter', 'year'] as const;
const keys = ['name', 'where', 'amount', 'currency', 'period', 'warn', 'on', 'mayBeEmpty'];

export interface Budget {
  readonly name: string;
  /** The conditions as they were written. */
  readonly where: readonly string[];
  readonly conditions: readonly PlacedCondition[];
  readonly amount: Decimal;
  readonly currency: string;
  readonly period: (typeof periods)[number];
  /** Percentages of the amount that are worth a warning, in order. */
  readonly warn: readonly Decimal[];
  readonly on: 'actual' | 'outlook';
  /** Whether it is fine that no row meets its conditions. */
  readonly mayBeEmpty: boolean;
}

/** The budgets of a file; a bad one is an error that names line and column. */
export function parseBudgets(path: string, text: string): readonly Budget[] {
  const names = new Set<string>();
  return openYaml(path, text, keys)
    .items()
    .map((item) => {
      const name = item.required('name');
      if (names.has(name)) throw item.fail('name', `two budgets have the name ${name}`);
      names.add(name);
      const amount = parseDecimal(item.required('amount'));
      if (amount === undefined || amount.units <= 0n) {
        throw item.fail('amount', 'amount must be more than 0, and written as 1234.56');
      }
      const period = periods.find((one) => one === (item.text('period') ?? 'month'));
      if (period === undefined)
        throw item.fail('period', `period must be one of ${periods.join(', ')}`);
      const on = item.text('on') ?? 'actual';
      if (on !== 'actual' && on !== 'outlook')
        throw item.fail('on', 'on must be actual or outlook');
      const warn = (item.texts('warn') ?? []).map(({ text: share, place }) => {
        const percent = parseDecimal(share);
        if (percent === undefined || percent.units <= 0n) {
          throw failAt(place, `warn must be percentages, such as [80, 100], not ${share}`);
        }
        return percent;
      });
      const empty = item.text('mayBeEmpty') ?? 'false';
      if (empty !== 'true' && empty !== 'false') {
        throw item.fail('mayBeEmpty', 'mayBeEmpty must be true or false');
      }
      const mayBeEmpty = empty === 'true';
      const texts = item.texts('where') ?? [];
      const where = texts.map((one) => one.text);
      const conditions = parseConditions(texts, 'where');
      const currency = item.required('currency').toUpperCase();
      warn.sort(compareDecimals);
      return { name, where, conditions, amount, currency, period, warn, on, mayBeEmpty };
    });
}

export function budgetRange(period: Budget['period'], day: string): DayRange {
  const passed = (Number(day.slice(5, 7)) - 1) % monthsOf[period];
  const from = addMonths(`${day.slice(0, 7)}-01`, -passed);
  return { from, to: addDays(addMonths(from, monthsOf[period]), -1) };
}

export interface Spent {
  readonly range: DayRange;
  readonly actual: Decimal;
  /** The expected total at the end of the period; undefined if it was not requested. */
  readonly outlook: Decimal | undefined;
}

/** One row for each budget: what is used, its share, and whether it is exceeded. */
export function describeBudget(budget: Budget, { range, actual, outlook }: Spent): ResultRow {
  const used = outlook ?? actual;
  const share = percentOf(used, budget.amount, budget.warn);
  const isOver = compareDecimals(used, budget.amount) > 0;
  const isActual = compareDecimals(actual, budget.amount) > 0;
  const reaches = (one: Decimal) => comparePercent(used, budget.amount, one) >= 0;
  const warned = budget.warn.filter(reaches).at(-1);
  const over = isActual ? 'exceeded' : 'outlook exceeded';
  return {
    budget: budget.name,
    state: isOver ? over : warned === undefined ? 'ok' : 'warned',
    period: rangeName(range),
    currency: budget.currency,
    actual: formatDecimal(actual),
    outlook: outlook === undefined ? null : formatDecimal(outlook),
    limit: formatDecimal(budget.amount),
    share,
    warned: warned === undefined ? null : formatDecimal(warned),
  };
}

/** A budget whose cost is no single amount, or is not known. */
export function describeOpenBudget({ name, currency, amount }: Budget, range: DayRange): ResultRow {
  const known = { budget: name, period: rangeName(range), currency, limit: formatDecimal(amount) };
  return openRow(known);
}

/** The row of a budget without the figures that no row was found for. */
export function openRow(row: ResultRow): ResultRow {
  const none = { actual: null, outlook: null, share: null, warned: null };
  return { ...row, ...none, state: 'unjudged' };
}
