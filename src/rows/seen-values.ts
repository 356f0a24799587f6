import { CellReader } from '../json/bulk/cell-reader.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { type Phrase, say, sayFirst } from '../phrase.ts';
import { suggest } from '../suggest.ts';
import { hasNone } from './cell-conditions.ts';
import type { Condition } from './where-language.ts';

/** Enough to find a mistyped value, in little memory. */
export const mostSeen = 1000;

/** Values that rows have in the columns of conditions: what a mistyped value may mean. */
export function createSeenValues(conditions: readonly Condition[]) {
  const columns = conditions.flatMap(({ column, values }) => (values === undefined ? [] : column));
  const seen = [...new Set(columns)].map((column) => ({
    cells: new CellReader(column),
    values: new Set<string>(),
  }));
  return {
    add: (rows: RowPage) => {
      for (const { cells, values } of seen) {
        for (let row = 0; row < rows.count && values.size < mostSeen; row += 1) {
          const text = cells.read(rows, row);
          if (typeof text === 'string') values.add(text);
        }
      }
    },
    /** Why no row meets a condition, if no row has its value. */
    explain: (condition: Pick<Condition, 'column' | 'values' | 'text' | 'matches'>) => {
      const values = seen.find(({ cells }) => cells.column === condition.column)?.values ?? [];
      const isSeen = [...values].some((one) => condition.matches(one));
      return isSeen || condition.values === undefined ? undefined : explainUnmet(condition, values);
    },
  };
}

/** `service=ec2: no row has this value; did you mean "Amazon EC2"?` */
export function explainUnmet(
  { text, values }: Pick<Condition, 'text' | 'values'>,
  seen: Iterable<string>,
  /** Whether only rows that met the conditions before this one were looked at. */
  isNarrowed = false,
): Phrase {
  const which = isNarrowed ? 'no row that meets the earlier conditions' : 'no row';
  if (values === undefined) return [`${text}: ${which} meets it`];
  const known = [...seen].filter(isFilled).sort();
  const [meant] = values
    .filter(isFilled)
    .flatMap((wanted) => suggest(wanted, known) ?? findLonger(wanted, known) ?? []);
  const has = `${text}: ${which} has ${values.length === 1 ? 'this value' : 'one of these values'}`;
  if (meant !== undefined) return [`${has}; did you mean ${JSON.stringify(meant)}?`];
  return known.length === 0 ? [has] : say`${has}; rows have ${sayFirst(known, 3)}`;
}

function isFilled(text: string): boolean {
  return !hasNone(text);
}

/** The shortest value that the wanted one is a part of. */
function findLonger(wanted: string, known: readonly string[]): string | undefined {
  const part = wanted.toLowerCase();
  return known
    .filter((one) => one.toLowerCase().includes(part))
    .sort((one, other) => one.length - other.length)[0];
}
