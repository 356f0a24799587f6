import type { RowPage } from '../json/bulk/rows.ts';
import { type ColumnWatch, createColumnWatch, type WatchOptions } from './column-watch.ts';
import { leaves, rowObject } from './cost-page.ts';
import type { RowSource } from './row-source.ts';
import type { Plan } from './windows.ts';

/** Columns of the first rows: what a mistyped name may mean. */
export type KnownNames = () => Promise<readonly string[]>;

/** Looks at the first rows of each range. If the names of columns tell enough, no others are looked at. */
export async function lookAtFirst(
  source: RowSource,
  plans: readonly Plan[],
  options: WatchOptions,
): Promise<{ readonly watch: ColumnWatch; readonly names: KnownNames }> {
  const names = new Set<string>();
  const nameTaker = () => {
    let left = namedRows;
    return (page: RowPage) => {
      for (const name of namesIn(page, left)) names.add(name);
      left -= Math.min(left, page.count);
    };
  };
  const { sampleColumns } = source;
  const create = (byNames: boolean) => createColumnWatch({ ...options, byNames });
  if (sampleColumns === undefined) {
    const watch = create(false);
    for (const plan of plans) {
      const takeNames = nameTaker();
      await source.sample(plan, (page) => {
        watch.look(page);
        takeNames(page);
      });
    }
    return { watch, names: async () => [...names] };
  }
  const look = async (watch: ColumnWatch): Promise<ColumnWatch> => {
    for (const plan of plans) await sampleColumns(plan, watch.lookAtColumns);
    return watch;
  };
  const first = await look(create(true));
  return {
    watch: first.isEnough() ? first : await look(create(false)),
    // Only an error needs them.
    names: async () => {
      for (const plan of plans) await source.sample(plan, nameTaker(), namedRows);
      return [...names];
    },
  };
}

/** Rows that are looked at for the names of columns. */
const namedRows = 20;

function namesIn(page: RowPage, most: number): Set<string> {
  const rows = Array.from({ length: Math.min(most, page.count) }, (_, row) => row);
  return new Set(rows.flatMap((row) => [...leaves(rowObject(page, row))].map(([name]) => name)));
}
