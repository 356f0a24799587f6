import {
  addDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  subtractDecimals,
  zero,
} from '../../json/decimal.ts';
import type { DayRange } from '../days.ts';
import { rangeName } from './bucket.ts';
import { fieldOf, type ResultRow } from './fields.ts';
import { compareTexts, currenciesOf } from './merge.ts';
import type { Group } from './tally.ts';

/** What the metric holds of one day and label value, added up over its other labels. */
export interface MetricDay {
  readonly day: string;
  /** Null without a label, or where the value lacks it. */
  readonly label: string | null;
  readonly value: Decimal;
}

export interface UnitOptions {
  readonly range: DayRange;
  /** The label that costs and values are told apart by. */
  readonly label: string | undefined;
  /** Digits of a quotient, half to even. */
  readonly digits: number;
}

/** Cost and value of one day in one currency under one label. */
interface Cell {
  readonly day: string;
  readonly label: string | null;
  readonly currency: string | null;
  readonly cost: Decimal | undefined;
  readonly value: Decimal | undefined;
}

/**
 * A row a day, then a row a label value for the whole period where there is a label, then one of
 * everything a currency. Costs of days without a value stand beside the quotient, not in it.
 */
export function divideCosts(
  costs: readonly Group[],
  values: readonly MetricDay[],
  { range, label, digits }: UnitOptions,
): ResultRow[] {
  const cells = pairDays(costs, values);
  const labelled = (value: string | null) =>
    label === undefined ? {} : { [fieldOf(label)]: value };
  const days = cells.map((cell) => ({
    period: cell.day,
    ...labelled(cell.label),
    currency: cell.currency,
    ...dayFigures(cell, digits),
  }));
  const period = rangeName(range);
  const whole = (label === undefined ? [] : splitBy(cells, (cell) => cell.label)).flatMap(
    ([value, own]) => {
      const held = values.filter((one) => one.label === value);
      return splitBy(own, (cell) => cell.currency).map(([currency, some]) => ({
        period,
        ...labelled(value),
        currency,
        ...periodFigures(some, held, digits),
      }));
    },
  );
  const costed = cells.filter(({ cost }) => cost !== undefined);
  const all = splitBy(costed.length === 0 ? cells : costed, (cell) => cell.currency).map(
    ([currency, some]) => ({
      period,
      ...labelled(null),
      currency,
      ...periodFigures(some, values, digits),
      all: true,
    }),
  );
  return [...days, ...whole, ...all];
}

/** Each day and label that has a cost, a value or both; a value counts for each currency of its label. */
function pairDays(costs: readonly Group[], values: readonly MetricDay[]): Cell[] {
  const byLabel = new Map<string | null, { costs: Group[]; values: MetricDay[] }>();
  const of = (label: string | null) => {
    const known = byLabel.get(label) ?? { costs: [], values: [] };
    byLabel.set(label, known);
    return known;
  };
  for (const group of costs) of(group.values[0] ?? null).costs.push(group);
  for (const value of values) of(value.label).values.push(value);
  const cells = [...byLabel].flatMap(([label, own]) => {
    const currencies = own.costs.length === 0 ? [null] : currenciesOf(own.costs);
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
  const state = stateOf(cost, value);
  return {
    cost: formatDecimal(cost ?? zero),
    value: value === undefined ? null : formatDecimal(value),
    unitCost: cost === undefined ? null : quotient(cost, value, digits),
    state,
  };
}

function stateOf(cost: Decimal | undefined, value: Decimal | undefined): string {
  if (value === undefined) return 'no value';
  if (value.units === 0n) return 'value is zero';
  return cost === undefined ? 'no cost' : 'ok';
}

/** Total cost of the days with a value over the total value; `cost` is all of it, as summary has it. */
function periodFigures(
  cells: readonly Cell[],
  values: readonly MetricDay[],
  digits: number,
): ResultRow {
  const hasValue = ({ value }: Cell) => value !== undefined && value.units !== 0n;
  const hasCost = cells.some((cell) => cell.cost !== undefined);
  const cost = sum(cells.map((cell) => cell.cost));
  const divided = sum(cells.filter(hasValue).map((cell) => cell.cost));
  const value = values.length === 0 ? undefined : sum(values.map((one) => one.value));
  return {
    cost: formatDecimal(cost),
    value: value === undefined ? null : formatDecimal(value),
    unitCost: hasCost ? quotient(divided, value, digits) : null,
    state: stateOf(hasCost ? cost : undefined, value),
    costLeftOut: formatDecimal(subtractDecimals(cost, divided)),
  };
}

function quotient(cost: Decimal, value: Decimal | undefined, digits: number): string | null {
  if (value === undefined || value.units === 0n) return null;
  return formatDecimal(divideDecimals(cost, value, digits));
}

function splitBy(
  cells: readonly Cell[],
  keyOf: (cell: Cell) => string | null,
): [string | null, Cell[]][] {
  const split = new Map<string | null, Cell[]>();
  for (const cell of cells) {
    const key = keyOf(cell);
    const own = split.get(key) ?? [];
    own.push(cell);
    split.set(key, own);
  }
  return [...split].sort(([one], [other]) => compareTexts(one, other));
}

function sumByDay(entries: readonly (readonly [day: string, amount: Decimal])[]) {
  const days = new Map<string, Decimal>();
  for (const [day, amount] of entries) days.set(day, addDecimals(days.get(day) ?? zero, amount));
  return days;
}

function sum(amounts: readonly (Decimal | undefined)[]): Decimal {
  return amounts.reduce<Decimal>((total, amount) => addDecimals(total, amount ?? zero), zero);
}
