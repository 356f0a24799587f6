import { CellReader } from '../json/bulk/cell-reader.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import type { Condition } from '../rows/where-language.ts';
import { suggest } from '../suggest.ts';
import { nameFirst } from '../text.ts';

/** Values that rows have in the columns of conditions: what a mistyped value may mean. */
export interface SeenValues {
  readonly add: (rows: RowPage) => void;
  /** Why no row meets a condition, if no row has its value: `no row has service=Typpo; did you mean Typo?`. */
  readonly explain: (condition: Pick<Condition, 'column' | 'values'>) => string | undefined;
}

const mostValues = 1000;

export function createSeenValues(conditions: readonly Condition[]): SeenValues {
  const columns = conditions.flatMap(({ column, values }) => (values === undefined ? [] : column));
  const seen = [...new Set(columns)].map((column) => ({
    cells: new CellReader(column),
    values: new Set<string>(),
  }));
  return {
    add: (rows) => {
      for (const { cells, values } of seen) {
        for (let row = 0; row < rows.count && values.size < mostValues; row += 1) {
          const text = cells.read(rows, row);
          if (typeof text === 'string' && text.trim() !== '') values.add(text);
        }
      }
    },
    explain: ({ column, values: wanted = [] }) => {
      const values = [...(seen.find(({ cells }) => cells.column === column)?.values ?? [])];
      const [first] = wanted;
      if (first === undefined || wanted.some((one) => values.includes(one))) return undefined;
      const meant = suggest(first, values);
      const known = values.length === 0 ? '' : `; rows have ${nameFirst(values.sort(), 3)}`;
      return `no row has ${column}=${first}${meant === undefined ? known : `; did you mean ${meant}?`}`;
    },
  };
}
