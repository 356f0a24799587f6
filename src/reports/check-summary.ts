import { formatDecimal, zero } from '../json/decimal.ts';
import { percentOf } from '../json/percent.ts';
import { compareTotals, mergeGroups, nameValues, totalGroups } from '../questions/result-rows.ts';
import type { Group } from '../rows/tally.ts';
import { type Check, compare } from './checks.ts';

/** Rows that were added up by some columns. */
export interface AddedUp {
  readonly by: readonly string[];
  readonly groups: readonly Group[];
}

/** The groups in the summary of a close pack, against its rows. Only those that differ are listed. */
export function checkSummary(
  path: string,
  lines: readonly Readonly<Record<string, string>>[],
  { by, groups }: AddedUp,
): Check[] {
  const [column = ''] = by;
  const own = byName(
    lines.filter((line) => line['column'] === column),
    ({ value = '', currency = '' }) => [value, currency],
  );
  const none = { rows: 0, total: zero };
  const now = byName(
    mergeGroups(groups, ({ values, currency }) => ({ day: null, values, currency })).sort(
      compareTotals,
    ),
    ({ values, currency }) => [values[0] ?? '', currency ?? ''],
  );
  const all = new Map(totalGroups(groups).map(({ currency, total }) => [currency, total]));
  return [...new Set([...own.keys(), ...now.keys()])].flatMap((key) => {
    const line = own.get(key);
    const group = now.get(key);
    const values = group === undefined ? [line?.['value']] : nameValues(group.values);
    const currency = group?.currency ?? line?.['currency'] ?? null;
    const subject = [path, column, ...values, currency].filter(Boolean).join(' ');
    const { rows, total } = group ?? none;
    return [
      compare(subject, 'rows', line?.['rows'] ?? null, String(rows)),
      {
        ...compare(subject, 'sum', numberIn(line?.['total']), formatDecimal(total)),
        currency,
      },
      // A line too many or too few has been said once.
      ...(line === undefined || group === undefined
        ? []
        : [
            compare(
              subject,
              'share',
              numberIn(line['share']) || null,
              percentOf(total, all.get(group.currency) ?? zero),
            ),
          ]),
    ].filter(({ result }) => result === 'differs');
  });
}

/**
 * A summary may be written for a spreadsheet, and cells are read without the spaces around them. Of the names that are
 * the same then, the first is the largest on both sides.
 */
function byName<One>(
  all: readonly One[],
  nameOf: (one: One) => readonly [value: string, currency: string],
): ReadonlyMap<string, One> {
  const counts = new Map<string, number>();
  return new Map(
    all.map((one) => {
      const [value, currency] = nameOf(one);
      const name = JSON.stringify([value.trim().replace(/^'/, ''), currency]);
      const place = counts.get(name) ?? 0;
      counts.set(name, place + 1);
      return [`${name} ${place}`, one];
    }),
  );
}

function numberIn(cell: string | undefined): string | null {
  return cell === undefined ? null : cell.replace(',', '.');
}
