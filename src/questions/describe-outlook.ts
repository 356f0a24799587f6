import { addDays, addMonths, type DayRange, periodName } from '../days.ts';
import { groupBy } from '../grouping.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatPercent,
  subtractDecimals,
  sumDecimals,
  withPlus,
} from '../json/decimal.ts';
import { absolute, percentOf } from '../json/percent.ts';
import type { Group } from '../rows/tally.ts';
import { type Answer, describeAnswer, nameInColumn, nameOthers } from './explain-answers.ts';
import type { AnomalyOptions } from './find-anomalies.ts';
import { findOneOffs, type OneOff } from './one-off-days.ts';
import type { ProjectOptions } from './project-month.ts';
import { decimalOf, fieldOf, mergeGroups, type ResultRow } from './result-rows.ts';

/** How many groups are named. */
const mostNamed = 3;

interface OutlookQuestion
  extends Pick<ProjectOptions, 'by' | 'month' | 'known'>,
    Pick<AnomalyOptions, 'delivered'> {}

/**
 * What moves the month: for each currency, how far the month is from the one before, and which groups of
 * the first column and which single days account for most of that. A currency is left out if its month
 * before is not complete.
 */
export function describeOutlook(
  rows: readonly ResultRow[],
  groups: readonly Group[],
  { by, month, known, delivered }: OutlookQuestion,
): string[] {
  const before = { from: addMonths(month.from, -1), to: addDays(month.from, -1) };
  const [first] = by;
  const own =
    by.length < 2
      ? groups
      : mergeGroups(groups, ({ day, currency, values: [value = null] }) => ({
          day,
          currency,
          values: [value],
        }));
  const elapsed = [{ from: month.from, to: known.to }];
  const oneOffs = findOneOffs(own, first, elapsed, delivered);
  // An unusual day of one group says nothing about the sum.
  const wholeDays =
    first === undefined
      ? oneOffs
      : findOneOffs(
          mergeGroups(own, ({ day, currency }) => ({ day, currency, values: [] })),
          undefined,
          elapsed,
          delivered,
        );
  const wholes = rows.filter((row) => by.length === 0 || row['all'] === true);
  return wholes.flatMap(({ currency, expected }) => {
    const past = own.filter((group) => group.currency === currency);
    if (!past.some(({ day }) => day !== null && day < before.from)) return [];
    const days = oneOffs.filter((one) => one.currency === currency);
    const parts = rows.filter((row) => row['currency'] === currency && row['all'] !== true);
    const all = compare(
      decimalOf(expected),
      sumOf(past, before),
      wholeDays.filter((one) => one.currency === currency),
    );
    const percent = percentOf(all.amount, absolute(all.before));
    const share = percent === null ? '' : `(${withPlus(formatPercent(percent))} %) `;
    const name = `${share}against ${periodName(before)}`;
    // A single group is the whole, which is named already.
    const answers =
      first === undefined || parts.length < 2
        ? []
        : findParts(parts, past, { first, before, days });
    const named = sumDecimals(answers.map(({ amount }) => amount));
    const beyond = subtractDecimals(all.amount, named);
    // The whole is estimated by itself: the groups need not add up to it.
    const left =
      answers.length === 0 || beyond.units === 0n
        ? []
        : [{ name: "beyond the groups' sum", amount: beyond }];
    return [{ ...all, name }, ...answers, ...left].map((one) =>
      describeAnswer(one, textOf(currency), wholes),
    );
  });
}

interface Compared {
  readonly first: string;
  readonly before: DayRange;
  readonly days: readonly OneOff[];
}

/** The groups that moved most, and the others as one. */
function findParts(
  rows: readonly ResultRow[],
  past: readonly Group[],
  { first, before, days }: Compared,
): Answer[] {
  const parts = groupBy(rows, (row) => textOf(row[fieldOf(first)]));
  const pastOf = groupBy(past, ({ values: [value = null] }) => value);
  const daysOf = groupBy(days, ({ value }) => value);
  const changes = [...parts].map(([value, own]) => {
    const expected = sumDecimals(own.map((row) => decimalOf(row['expected'])));
    const pastCost = sumOf(pastOf.get(value) ?? [], before);
    return {
      ...compare(expected, pastCost, daysOf.get(value) ?? []),
      name: nameInColumn(value, first),
    };
  });
  const sorted = changes.sort((one, other) =>
    compareDecimals(absolute(other.amount), absolute(one.amount)),
  );
  const left = sorted.slice(mostNamed);
  const amount = sumDecimals(left.map((one) => one.amount));
  const rest = left.length === 0 ? [] : [{ name: nameOthers(left.length), amount }];
  return [...sorted.slice(0, mostNamed), ...rest];
}

/** A change, with the one day that accounts for at least half of it, if there is one. */
function compare(expected: Decimal, before: Decimal, days: readonly OneOff[]) {
  const amount = subtractDecimals(expected, before);
  const size = absolute(amount);
  const [main] = days
    .filter(({ difference }) => {
      const twice = addDecimals(difference, difference);
      return (
        compareDecimals(absolute(twice), size) >= 0 && difference.units > 0n === amount.units > 0n
      );
    })
    .sort((one, other) => compareDecimals(absolute(other.difference), absolute(one.difference)));
  const mostly = main && { day: main.day, amount: main.difference };
  return { amount, before, mostly };
}

function sumOf(groups: readonly Group[], { from, to }: DayRange): Decimal {
  const own = groups.filter(({ day }) => day !== null && day >= from && day <= to);
  return sumDecimals(own.map(({ total }) => total));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
