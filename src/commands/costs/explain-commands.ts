import { type DayRange, monthRange, rangeName } from '../../days.ts';
import { outputOptions, periodNames } from '../../declaration/shared.ts';
import { conditionOf, type Place } from '../../questions/explain-change.ts';
import type { CostColumns } from '../../rows/require-columns.ts';
import type { Session } from '../../session.ts';
import { conversionOptions } from './conversion.ts';

interface Compared {
  readonly period: DayRange;
  readonly baseline: DayRange;
  readonly by: readonly string[];
  /** The conditions of the command. */
  readonly where: readonly string[];
  /** Undefined if there was no row. */
  readonly columns: CostColumns | undefined;
}

/** Options of this command that the commands which show its rows do not have. */
const own = [
  ...['depth', 'top', 'quantityColumn', 'unitColumn', 'commands'],
  ...['envelope', 'receipt'],
] as const;

/** The command that shows what is behind a line: the rows of a day, or both periods side by side. */
export function showRows(session: Session, compared: Compared): (place: Place) => string {
  const { period, baseline, by, columns } = compared;
  // Options that say how this answer is written are not for theirs.
  const left = [...periodNames, ...own, ...Object.keys(outputOptions)];
  const none = Object.fromEntries(left.map((name) => [name, undefined]));
  const line = (action: string, changes: Parameters<Session['line']>[0]) =>
    session
      .line({ ...none, ...changes })
      .replace('costctl costs explain', `costctl costs ${action}`);
  return ({ cause, path, day }) => {
    const credits = cause === 'credits' && columns !== undefined ? [`${columns.amount}<0`] : [];
    const paths = path.map(([column, value]) => conditionOf(column, value));
    const where = [...compared.where, ...paths, ...credits];
    if (day !== undefined) {
      const idle = { by: undefined, against: undefined };
      const rates = Object.fromEntries(
        Object.keys(conversionOptions).map((name) => [name, undefined]),
      );
      return line('list', { ...idle, ...rates, from: [day], to: [day], where });
    }
    const isByGroup = cause === 'new' || cause === 'gone';
    const month = monthOf(period);
    const days =
      month === undefined ? { from: [period.from], to: [period.to] } : { month: [month] };
    return line('compare', {
      ...{ ...days, where },
      against: [monthOf(baseline) ?? rangeName(baseline)],
      by: isByGroup ? [by.join(',')] : undefined,
    });
  };
}

/** The calendar month that a period is. */
function monthOf(period: DayRange): string | undefined {
  const month = period.from.slice(0, 7);
  return rangeName(monthRange(month)) === rangeName(period) ? month : undefined;
}
