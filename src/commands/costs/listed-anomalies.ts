import { type DayRange, isEmpty } from '../../days.ts';
import type { DescribedOperation } from '../../openapi/description.ts';
import type { ResultRow } from '../../questions/result-rows.ts';
import type { Session } from '../../session.ts';
import { nameFirst } from '../../text.ts';
import { besides, propertyOf, readRecords, textIn } from '../openapi/service-operation.ts';
import type { CostChoice } from './options.ts';

/** Adds how many anomalies the service lists for each day, if its document says of which day. */
export async function withListedDays(
  session: Session,
  { conditions, mirror }: CostChoice,
  rows: readonly ResultRow[],
  range: DayRange,
  note: (sentence: string) => void,
): Promise<readonly ResultRow[]> {
  if (conditions.length > 0 || mirror !== undefined || isEmpty(range)) return rows;
  const read = async (operation: DescribedOperation) => {
    const property = propertyOf(operation, 'day');
    const records = await readRecords(session, operation, range);
    return records.map((record) => textIn(record, property)?.slice(0, 10) ?? '');
  };
  const days = await besides(session, 'Anomalies: list', read, note);
  if (days === undefined) return rows;
  const ours = new Set(rows.map(({ day }) => day));
  const others = days.filter((day) => day >= range.from && day <= range.to && !ours.has(day));
  if (others.length > 0) {
    note(
      `the service lists anomalies on other days: ${nameFirst([...new Set(others)].sort(), 10)}`,
    );
  }
  return rows.map((row) => ({
    ...row,
    listedByService: days.filter((day) => day === row['day']).length,
  }));
}
