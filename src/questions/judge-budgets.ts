import { addMonths, type DayRange, isEmpty } from '../days.ts';
import { sumDecimals } from '../json/decimal.ts';
import type { Group } from '../rows/tally.ts';
import { type Budget, budgetRange, describeBudget, describeOpenBudget } from './budgets-file.ts';
import { type ConvertedGroup, missingRates } from './convert-currency.ts';
import { monthsLearned } from './forecast.ts';
import { type Delivered, withoutLate } from './late-days.ts';
import { byPart } from './marker.ts';
import { expectedTotal } from './project-month.ts';
import { mergeGroups } from './result-rows.ts';

/** The first day that a budget needs, for the period that a day is in. */
export function budgetHistory({ period, on }: Budget, day: string): string {
  const { from } = budgetRange(period, day);
  return on === 'outlook' ? addMonths(from, -monthsLearned) : from;
}

export interface BudgetDays {
  /** A day of the budget's period. */
  readonly today: string;
  /** The last day that was read. */
  readonly to: string;
}

interface BudgetCosts extends BudgetDays {
  /** Undefined if amounts keep their currencies. */
  readonly convert: ConvertTo | undefined;
  /** The days that an outlook may learn from, as far as its sources have delivered them. */
  readonly past: DayRange;
  readonly delivered: (met: ReadonlySet<string | null>) => Delivered;
}

/** What is used of each budget, on which days, and from which sources. Groups are marked with budgets and sources. */
export async function judgeBudgets(
  budgets: readonly Budget[],
  groups: readonly Group[],
  { convert, past, delivered, ...asOf }: BudgetCosts,
) {
  const { today } = asOf;
  const spent = await spentOn(budgets, groups, today, convert);
  const meeting = byPart(groups);
  return budgets.map((budget, number) => {
    const days = budgetDays(budget, asOf);
    const own = meeting.get(number) ?? [];
    const met = new Set(own.map(({ values }) => values[1] ?? null));
    const isMet = isBudgetMet(own, days);
    const { to: learnedTo } = withoutLate(past, delivered(met));
    return {
      ...{ budget, number, days, met, isMet },
      /** Whether no row meets its conditions although some row should. */
      isUnmet: !isMet && needsRows(budget, days),
      ...judgeBudget(budget, spent[number] ?? [], { today, learnedTo }),
    };
  });
}

interface LearnedDays extends Pick<BudgetDays, 'today'> {
  /** The last day that an outlook learns from. */
  readonly learnedTo: string;
}

export function budgetDays({ period }: Budget, { today, to }: BudgetDays): DayRange {
  return { from: budgetRange(period, today).from, to };
}

/** Whether any row since this day meets the conditions of a budget, whose groups these are. */
export function isBudgetMet(own: readonly Group[], { from }: Pick<DayRange, 'from'>): boolean {
  return own.some(({ day }) => (day ?? '') >= from);
}

/** Whether a budget without such a row needs an explanation. */
export function needsRows({ conditions, mayBeEmpty }: Budget, days: DayRange): boolean {
  return conditions.length > 0 && !mayBeEmpty && !isEmpty(days);
}

/** Budgets whose conditions no row of their periods meets. */
export interface Unmet {
  readonly numbers: readonly number[];
  /** The period of each budget. */
  readonly periods: readonly DayRange[];
}

/** Leaves groups without a rate as they are. */
type ConvertTo = (groups: readonly Group[], currency: string) => Promise<readonly ConvertedGroup[]>;

/** The groups of each budget, in its own currency if amounts are converted: no earlier day needs a rate. */
export async function spentOn(
  budgets: readonly Budget[],
  groups: readonly Group[],
  today: string,
  convert: ConvertTo | undefined,
): Promise<readonly (readonly ConvertedGroup[])[]> {
  const starts = budgets.map((budget) => budgetHistory(budget, today));
  /** Another budget may need earlier days. */
  const share = (all: readonly ConvertedGroup[]) => {
    const parts = byPart(all);
    return starts.map((start, number) =>
      (parts.get(number) ?? []).filter(({ day }) => (day ?? '') >= start),
    );
  };
  const own = share(groups);
  if (convert === undefined) return own;
  const converted = new Map<string, ReturnType<typeof share>>();
  for (const currency of new Set(budgets.map((budget) => budget.currency))) {
    const needed = new Set(own.filter((_, at) => budgets[at]?.currency === currency).flat());
    const some = groups.filter((group) => needed.has(group));
    converted.set(currency, share(await convert(some, currency)));
  }
  return budgets.map(({ currency }, number) => converted.get(currency)?.[number] ?? []);
}

/** Why a budget cannot be compared with its cost; undefined if all of it has the budget's currency. */
function findMismatch(budget: Budget, groups: readonly ConvertedGroup[]) {
  const others = groups.filter(
    ({ currency, total }) => currency !== budget.currency && total.units !== 0n,
  );
  const other = others.find(({ lacks }) => lacks === undefined);
  if (other === undefined) {
    const missing = others.flatMap(({ lacks = [] }) => lacks);
    if (missing.length === 0) return undefined;
    const { message: problem, details } = missingRates(missing);
    return { problem, hint: details.hint ?? '' };
  }
  const problem = `it is in ${budget.currency}, and some of its cost is in ${other.currency ?? 'no currency'}`;
  const narrow = 'narrow the budget with where';
  // Cost without a currency cannot be converted.
  const hint =
    other.currency === null ? narrow : `add --convert-to ${budget.currency}, or ${narrow}`;
  return { problem, hint };
}

/** What is used of a budget, whose groups these are, or why that cannot be said. */
export function judgeBudget(
  budget: Budget,
  own: readonly ConvertedGroup[],
  { today, learnedTo }: LearnedDays,
) {
  const range = budgetRange(budget.period, today);
  const mismatch = findMismatch(budget, own);
  if (mismatch !== undefined) return { row: describeOpenBudget(budget, range), mismatch };
  const days = mergeGroups(own, ({ day, currency }) => ({ day, currency, values: [] }));
  const spent = days.filter(({ day }) => day !== null && day >= range.from && day <= range.to);
  const actual = sumDecimals(spent.map(({ total }) => total));
  const known = { from: addMonths(range.from, -monthsLearned), to: learnedTo };
  const inCurrency = days.filter(({ currency }) => currency === budget.currency);
  const outlook =
    budget.on === 'outlook'
      ? expectedTotal(inCurrency, { month: range, known, level: 80 })
      : undefined;
  return { row: describeBudget(budget, { range, actual, outlook }), mismatch };
}
