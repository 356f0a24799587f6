import { type DayRange, monthOf, rangeName } from '../../../days.ts';
import { noPeriod } from '../../../declaration/shared.ts';
import type { Place } from '../../../questions/explain-change.ts';
import type { CostColumns } from '../../../rows/require-columns.ts';
import { conditionOf, quoteInCondition } from '../../../rows/where-language.ts';
import type { Session } from '../../../session.ts';
import { compare } from '../compare.ts';
import { list } from '../list.ts';
import { daysOptions } from '../options.ts';

interface Compared {
  readonly period: DayRange;
  readonly baseline: DayRange;
  readonly by: readonly string[];
  readonly where: readonly string[];
  readonly columns: CostColumns | undefined;
}

/** The command that shows what is behind a line: the rows of a day, or both periods side by side. */
export function showRows(session: Session, compared: Compared): (place: Place) => string {
  const { period, baseline, by, columns } = compared;
  // The command has days of its own, and how this answer is written does not concern its answer.
  const none = { ...noPeriod, top: undefined };
  // A list of columns has no way to write another name; conditions have.
  const named = by.filter((column) => column.trim() === column && !column.includes(','));
  return ({ cause, path, day }) => {
    const credits =
      cause === 'credits' && columns !== undefined ? [`${quoteInCondition(columns.amount)}<0`] : [];
    const paths = path.map(([column, value]) => conditionOf(column, value));
    const where = [...compared.where, ...paths, ...credits];
    if (day !== undefined) {
      return session.lineToType({ ...none, from: [day], to: [day], where }, list);
    }
    const isByGroup = cause === 'new' || cause === 'gone';
    const against = [monthOf(baseline) ?? rangeName(baseline)];
    const groups = isByGroup && named.length > 0 ? [named.join(',')] : undefined;
    return session.lineToType(
      { ...none, ...daysOptions(period), where, against, by: groups },
      compare,
    );
  };
}
