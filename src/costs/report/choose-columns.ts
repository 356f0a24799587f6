import type { RowPage } from '../../json/bulk/rows.ts';
import { leaves, rowObject } from '../cost-page.ts';
import type { DayRange } from '../days.ts';
import type { RowSource } from '../source.ts';

/** Rows that are looked at: enough to see which columns there are. */
const looked = 500;

/** The usual names of what costs are grouped by, from the most telling to the least. */
const dimensions: readonly (readonly RegExp[])[] = [
  [/^service(_?name)?$/i, /^product(_?name)?$/i, /service/i, /product/i],
  [
    /^(sub_?)?account_?name$/i,
    /^(sub_?)?account(_?id)?$/i,
    /^(project|subscription)(_?name)?$/i,
    /account/i,
  ],
  [/^tags\.team$/i, /^tags\./i, /^labels\./i],
];

/** The columns of a report if none are named: a service, an account and a tag, as far as rows have them. */
export async function findReportColumns(source: RowSource, range: DayRange): Promise<string[]> {
  const filled = new Map<string, number>();
  await source.readFirst(range, looked, (page) => countFilled(page, filled));
  // The most filled first, ties by name.
  const columns = [...filled]
    .sort(([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1))
    .map(([column]) => column);
  return dimensions.flatMap((names) => {
    const found = names.flatMap((name) => columns.filter((column) => name.test(column)));
    return found.slice(0, 1);
  });
}

function countFilled(page: RowPage, filled: Map<string, number>): void {
  for (let row = 0; row < Math.min(page.count, looked); row += 1) {
    for (const [column, value] of leaves(rowObject(page, row))) {
      const isFilled = typeof value === 'string' && value.trim() !== '';
      if (isFilled) filled.set(column, (filled.get(column) ?? 0) + 1);
    }
  }
}

/** What a column is called in headings: `tags.team` is `team`, `accountName` is `account name`. */
export function labelOf(column: string): string {
  const name = column.split('.').at(-1) ?? column;
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
