import type { DayRange } from '../days.ts';
import { formatDecimal, subtractDecimals, sumDecimals } from '../json/decimal.ts';
import { absolute, percentOf } from '../json/percent.ts';
import type { Group } from '../rows/tally.ts';
import { changeOfUnit } from './compare-units.ts';
import { amountText } from './pair-groups.ts';
import { decimalOf, type ResultRow, valueFields } from './result-rows.ts';
import { costIn, namesOfPartial, type TrendLine, type TrendPeriod } from './trend-lines.ts';
import {
  divideCosts,
  type MetricDay,
  type OwnLabels,
  type UnitOptions,
  underLabels,
  type ValuesByLabel,
} from './unit-costs.ts';

/** What the cost of each period is divided by. */
interface TrendMetric extends Pick<UnitOptions, 'known'> {
  readonly unit: string;
  readonly values: ValuesByLabel;
  readonly digits: number;
  /** The labels under which both values and costs are. */
  readonly own?: OwnLabels;
}

const noLabels: OwnLabels = { labels: [], places: [] };

export interface TrendQuestion {
  readonly by: readonly string[];
  readonly periods: readonly TrendPeriod[];
  /** The number of the first period with rows: a mean leaves out those before it. */
  readonly since: number;
  readonly metric: TrendMetric | undefined;
}

export function nestedRows(lines: readonly TrendLine[], question: TrendQuestion): ResultRow[] {
  return lines.map((line) => {
    const { metric } = question;
    const periods = periodsOf(line, question);
    return {
      ...namesOf(line, question),
      periods: periods.map(withoutFalse),
      ...figuresOf(line, periods, question),
      ...(metric === undefined ? {} : { unitCost: wholeUnit(line, question, metric) }),
      ...marksOf(line),
    };
  });
}

export function longRows(lines: readonly TrendLine[], question: TrendQuestion): ResultRow[] {
  return lines.flatMap((line) =>
    periodsOf(line, question).map((period) => ({
      ...namesOf(line, question),
      ...withoutFalse(period),
      ...marksOf(line),
    })),
  );
}

/** A row per line, with a metric a second of unit costs; a column per period, and the names of partial ones. */
export function wideRows(lines: readonly TrendLine[], question: TrendQuestion): ResultRow[] {
  const partial = namesOfPartial(question.periods);
  return lines.flatMap((line) => {
    const { metric } = question;
    const periods = periodsOf(line, question);
    const row = (figure: 'total' | 'unitCost', figures: ResultRow) => ({
      ...namesOf(line, question),
      ...(metric === undefined ? {} : { figure: figure === 'total' ? 'cost' : 'unit cost' }),
      ...Object.fromEntries(periods.map((period) => [period.period, period[figure] ?? null])),
      ...figures,
      ...(partial.length === 0 ? {} : { partial: partial.join(', ') }),
      ...marksOf(line),
    });
    const cost = row('total', figuresOf(line, periods, question));
    if (metric === undefined) return [cost];
    const divide = dividerOf(line, metric);
    const whole = question.periods.filter(({ isPartial }) => !isPartial);
    const [before, after] = [whole.slice(-2, -1), whole.slice(-1)];
    const units = {
      total: null,
      ...changeOfUnit(divide(before), divide(after), metric.digits),
      mean: wholeUnit(line, question, metric),
    };
    return [cost, row('unitCost', units)];
  });
}

interface Cell {
  readonly period: string;
  readonly rows: number;
  /** Null if no row at all was found. */
  readonly total: string | null;
  readonly partial: boolean;
  readonly value?: unknown;
  readonly unitCost?: unknown;
}

function periodsOf(line: TrendLine, { periods, metric }: TrendQuestion): Cell[] {
  const divide = metric && dividerOf(line, metric);
  return periods.map((period, place) => {
    const rows = line.cells[place]?.rows ?? 0;
    const cost = costIn(line, periods, place);
    const total = cost === undefined ? null : formatDecimal(cost);
    const { value = null, unitCost = null } = divide?.([period]) ?? {};
    const unit = metric === undefined ? {} : { value, unitCost };
    return { period: period.name, rows, total, partial: period.isPartial, ...unit };
  });
}

/** Divides the cost of some periods of a line, as `costs unit` does. */
function dividerOf({ groups }: TrendLine, { values, digits, known, own = noLabels }: TrendMetric) {
  const costs = underLabels(groups, own);
  // The values of other labels divide nothing of the line.
  const labels = new Set(costs.map((group) => group.values[0] ?? null));
  const divisors = [...labels].flatMap((label) => values.get(label) ?? []);
  const [label] = own.labels;
  return (periods: readonly TrendPeriod[]): ResultRow | undefined => {
    const [first, last] = [periods[0], periods.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const range = { from: first.from, to: last.to };
    const isInside = ({ day }: Pick<Group, 'day'>) => isInAny(periods, day);
    const options = { range, label, digits, known };
    const rows = divideCosts(costs.filter(isInside), divisors.filter(isInside), options);
    return rows.find((row) => row['all'] === true);
  };
}

function withoutFalse({ partial, ...cell }: Cell): ResultRow {
  return partial ? { ...cell, partial } : cell;
}

function figuresOf(line: TrendLine, periods: readonly Cell[], { since }: TrendQuestion): ResultRow {
  const whole = periods
    .slice(since)
    .flatMap(({ partial, total }) => (partial || total === null ? [] : [decimalOf(total)]));
  const divisor = whole.length;
  const mean = divisor === 0 ? null : amountText(sumDecimals(whole), { divisor });
  return { total: formatDecimal(line.total), ...changeOf(periods), mean };
}

/** The last period that has ended, compared with the one before it. */
function changeOf(periods: readonly Cell[]): ResultRow {
  const [before, after] = periods.filter(({ partial }) => !partial).slice(-2);
  if (typeof before?.total !== 'string' || typeof after?.total !== 'string')
    return { change: null, changePercent: null };
  const change = subtractDecimals(decimalOf(after.total), decimalOf(before.total));
  const changePercent = percentOf(change, absolute(decimalOf(before.total)));
  return { change: formatDecimal(change), changePercent };
}

function wholeUnit(line: TrendLine, question: TrendQuestion, metric: TrendMetric): unknown {
  const counted = knownPeriods(question).filter(({ isPartial }) => !isPartial);
  return dividerOf(line, metric)(counted)?.['unitCost'] ?? null;
}

/** The periods whose cost is known: values of a metric in others have no cost to be divided. */
function knownPeriods({ periods, since }: KnownPeriods): TrendPeriod[] {
  return periods.slice(since).filter(({ isBlank }) => isBlank !== true);
}

type KnownPeriods = Pick<TrendQuestion, 'periods' | 'since'>;

export function valuesOfKnown(values: readonly MetricDay[], question: KnownPeriods): MetricDay[] {
  const known = knownPeriods(question);
  return values.filter(({ day }) => isInAny(known, day));
}

/** The days whose cost is left out of the unit cost of their period. Without any value a period has no unit cost. */
export function undividedDays(
  groups: readonly Pick<Group, 'day' | 'total'>[],
  values: readonly MetricDay[],
  periods: readonly DayRange[],
): string[] {
  const counted = values.filter(({ value }) => value.units !== 0n);
  const valued = new Set(counted.map(({ day }) => day));
  const divided = periods.filter((period) => counted.some(({ day }) => isInAny([period], day)));
  return groups.flatMap(({ day, total }) =>
    day !== null && total.units !== 0n && !valued.has(day) && isInAny(divided, day) ? [day] : [],
  );
}

function isInAny(periods: readonly DayRange[], day: string | null): boolean {
  return day !== null && periods.some(({ from, to }) => day >= from && day <= to);
}

function namesOf({ values, currency }: TrendLine, { by }: TrendQuestion): ResultRow {
  return { ...valueFields(by, values), currency };
}

function marksOf({ mark }: TrendLine): ResultRow {
  return mark === undefined ? {} : { [mark]: true };
}
