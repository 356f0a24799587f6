import { bucketOf, type DayRange, type Granularity, isPartial, rangeName } from '../days.ts';
import { compareTexts, groupBy, within } from '../grouping.ts';
import {
  type Decimal,
  divideDecimals,
  formatDecimal,
  subtractDecimals,
  sumDecimals,
  zero,
} from '../json/decimal.ts';
import type { Group } from '../rows/tally.ts';
import { addToDay } from './estimate-days.ts';
import { currenciesOf, fieldOf, keyOf, type ResultRow } from './result-rows.ts';

/** The values of the metric for one day and label value, added up over its other labels. */
export interface MetricDay {
  readonly day: string;
  /** Null without a label, or if the value lacks it. */
  readonly label: string | null;
  readonly value: Decimal;
}

export type ValuesByLabel = ReadonlyMap<string | null, readonly MetricDay[]>;

export function byLabel(values: readonly MetricDay[]): ValuesByLabel {
  return groupBy(values, ({ label }) => label);
}

export interface UnitOptions {
  readonly range: DayRange;
  /** The label that costs and values are divided by. */
  readonly label: string | undefined;
  /** Digits of a quotient, half to even. */
  readonly digits: number;
  /** What has a row of its own besides the whole period (default: each day). */
  readonly granularity?: Granularity | 'total' | undefined;
  /** The days whose cost is known; undefined if that is not known. */
  readonly known?: ReadonlySet<string> | undefined;
}

/** The labels of a metric that groups have as columns, and the place of each column. */
export interface OwnLabels {
  readonly labels: readonly string[];
  readonly places: readonly number[];
}

/** The label of a group under which the values of the metric that it is divided by are; null: all of them. */
export function labelsOf({ values }: Pick<Group, 'values'>, { places }: OwnLabels): string | null {
  return places.length === 0 ? null : keyOf(places.map((place) => values[place] ?? null));
}

/** The costs under the labels that groups share with a metric, or all together if they share none. */
export function underLabels(costs: readonly Group[], own: OwnLabels): Group[] {
  return costs.map((group) => ({ ...group, values: [labelsOf(group, own)] }));
}

/** Cost and value of one day in one currency under one label. */
interface Cell {
  readonly day: string;
  readonly label: string | null;
  readonly currency: string | null;
  /** Whether its label has no cost on any day, and so no currency. */
  readonly isLoose: boolean;
  readonly cost: Decimal | undefined;
  readonly value: Decimal | undefined;
}

/**
 * A row for each day, week or month, then one for each label value over the whole period if there is
 * a label, then one of everything for each currency.
 *
 * Cost of a day without a value is left out of a period's quotient, and so is the value of a day whose cost is
 * not known. With a label, so is any value without a cost: only what both sides have is divided. What was left
 * out is reported.
 */
export function divideCosts(
  costs: readonly Group[],
  values: readonly MetricDay[],
  { range, label, digits, granularity = 'day', known }: UnitOptions,
): ResultRow[] {
  const cells = pairDays(costs, values);
  const options = { digits, needsCost: label !== undefined, known };
  const labelled = (value: string | null) =>
    label === undefined ? {} : { [fieldOf(label)]: value };

  function ofEachLabel(own: readonly Cell[], period: string): ResultRow[] {
    return splitBy(own, (cell) => cell.label).flatMap(([value, some]) =>
      splitBy(some, (cell) => cell.currency).map(([currency, few]) => ({
        period,
        ...labelled(value),
        currency,
        ...periodFigures(few, [], options),
      })),
    );
  }

  function everything(own: readonly Cell[], period: string): ResultRow[] {
    const costed = own.filter(({ cost }) => cost !== undefined);
    const currencies = new Set(costed.map(({ currency }) => currency));
    // A value without any cost has no currency: every currency leaves it out.
    const loose = costed.length === 0 ? [] : own.filter(({ isLoose }) => isLoose);
    // A currency without any cost here has cells too, with the same values as the others.
    const counted =
      costed.length === 0
        ? own
        : own.filter(({ currency, isLoose }) => !isLoose && currencies.has(currency));
    return splitBy(counted, (cell) => cell.currency).map(([currency, some]) => ({
      period,
      ...labelled(null),
      currency,
      ...periodFigures(some, loose, options),
    }));
  }

  function parts(): ResultRow[] {
    if (granularity === 'total') return [];
    if (granularity !== 'day') {
      return splitBy(cells, ({ day }) => bucketOf(day, granularity)).flatMap(([name, own]) => {
        const rows =
          label === undefined ? everything(own, name ?? '') : ofEachLabel(own, name ?? '');
        const isCut = isPartial(own[0]?.day ?? range.from, granularity, range);
        return isCut ? rows.map((row) => ({ ...row, partial: true })) : rows;
      });
    }
    return cells.map((cell) => ({
      period: cell.day,
      ...labelled(cell.label),
      currency: cell.currency,
      ...dayFigures(cell, digits),
    }));
  }

  const period = rangeName(range);
  return [
    ...parts(),
    ...(label === undefined ? [] : ofEachLabel(cells, period)),
    ...everything(cells, period).map((row) => ({ ...row, all: true })),
  ];
}

/** Whether any cost has a value to be divided by. */
export function hasMatch(costs: readonly Group[], values: readonly MetricDay[]): boolean {
  return pairDays(costs, values).some(
    ({ cost, value }) => cost !== undefined && value !== undefined,
  );
}

/** Each day and label that has a cost, a value or both; a value counts for each currency of its label. */
function pairDays(costs: readonly Group[], values: readonly MetricDay[]): Cell[] {
  const labels = new Map<string | null, { costs: Group[]; values: MetricDay[] }>();
  const of = (label: string | null) => within(labels, label, () => ({ costs: [], values: [] }));
  for (const group of costs) of(group.values[0] ?? null).costs.push(group);
  for (const value of values) of(value.label).values.push(value);
  const cells = [...labels].flatMap(([label, own]) => {
    const isLoose = own.costs.length === 0;
    const currencies = isLoose ? [null] : currenciesOf(own.costs);
    return currencies.flatMap((currency) => {
      const cost = sumByDay(
        own.costs
          .filter((group) => group.currency === currency)
          .map(({ day, total }) => [day ?? '', total]),
      );
      const value = sumByDay(own.values.map((one) => [one.day, one.value]));
      const days = [...new Set([...cost.keys(), ...value.keys()])];
      return days.map((day) => ({
        day,
        label,
        currency,
        isLoose,
        cost: cost.get(day),
        value: value.get(day),
      }));
    });
  });
  return cells.sort(
    (one, other) =>
      compareTexts(one.day, other.day) ||
      compareTexts(one.label, other.label) ||
      compareTexts(one.currency, other.currency),
  );
}

function dayFigures({ cost, value }: Cell, digits: number): ResultRow {
  const state = stateOf(cost !== undefined, value);
  return {
    cost: formatDecimal(cost ?? zero),
    value: value === undefined ? null : formatDecimal(value),
    unitCost: cost === undefined ? null : quotient(cost, value, digits),
    state,
  };
}

function stateOf(hasCost: boolean, value: Decimal | undefined): string {
  if (value === undefined) return 'no value';
  if (value.units === 0n) return 'value is zero';
  return hasCost ? 'ok' : 'no cost';
}

interface PeriodOptions {
  readonly digits: number;
  /** Whether values without a cost are left out. */
  readonly needsCost: boolean;
  readonly known: UnitOptions['known'];
}

/** `cost` is all of it, as in `costs summary`; the quotient is of what both sides have. */
function periodFigures(
  cells: readonly Cell[],
  loose: readonly Cell[],
  { digits, needsCost, known }: PeriodOptions,
): ResultRow {
  const hasValue = ({ value }: Cell) => value !== undefined && value.units !== 0n;
  const hasCost = cells.some((cell) => cell.cost !== undefined);
  const all = [...cells, ...loose];
  const cost = sum(cells.map((cell) => cell.cost));
  const divided = sum(cells.filter(hasValue).map((cell) => cell.cost));
  const value = sum(all.map((cell) => cell.value));
  const isCounted = (cell: Cell) =>
    cell.cost !== undefined || (!needsCost && (!hasCost || known?.has(cell.day) !== false));
  const divisor = sum(cells.filter(isCounted).map((cell) => cell.value));
  const hasValues = all.some((cell) => cell.value !== undefined);
  const both = cells.filter((cell) => cell.cost !== undefined && cell.value !== undefined);
  const isDivided = both.some(hasValue);
  const state = () => {
    if (needsCost && !hasCost) return 'no cost';
    if (!hasCost || !hasValues || isDivided)
      return stateOf(hasCost, hasValues ? divisor : undefined);
    // Days without a cost may have values that are not zero, which the row shows.
    return both.length === 0 || divisor.units !== 0n ? 'no day has both' : 'value is zero';
  };
  return {
    cost: formatDecimal(cost),
    value: hasValues ? formatDecimal(divisor) : null,
    unitCost: isDivided ? quotient(divided, divisor, digits) : null,
    state: state(),
    costLeftOut: formatDecimal(subtractDecimals(cost, divided)),
    valueLeftOut: formatDecimal(subtractDecimals(value, divisor)),
  };
}

function quotient(cost: Decimal, value: Decimal | undefined, digits: number): string | null {
  if (value === undefined || value.units === 0n) return null;
  return formatDecimal(divideDecimals(cost, value, digits));
}

function splitBy(cells: readonly Cell[], keyOf: (cell: Cell) => string | null) {
  return [...groupBy(cells, keyOf)].sort(([one], [other]) => compareTexts(one, other));
}

function sumByDay(entries: readonly (readonly [day: string, amount: Decimal])[]) {
  const days = new Map<string, Decimal>();
  for (const [day, amount] of entries) addToDay(days, day, amount);
  return days;
}

function sum(amounts: readonly (Decimal | undefined)[]): Decimal {
  return sumDecimals(amounts.filter((amount) => amount !== undefined));
}
