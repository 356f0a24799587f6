import type { DayRange } from '../days.ts';
import type { ColumnBatch } from '../formats/column-batch.ts';
import type { NamedType } from '../formats/parquet/types.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { keysOf } from '../json/bulk/shapes.ts';
import { type ColumnWatch, createColumnWatch, type WatchOptions } from './column-watch.ts';
import { leaves, rowObject } from './cost-page.ts';
import type { Plan, Window, WindowRead } from './windows.ts';

/**
 * Where cost rows come from. `list`, `export` and every analysis read rows through this interface
 * and through nothing else. The service is one source (`service-source.ts`); any other place that
 * has the rows of a range of days, such as a folder of files, becomes one by implementing it.
 *
 * The order is always plan, then sample, then read, then confirm.
 */
export interface RowSource {
  /**
   * Divides a range into windows of whole days, in order and without gaps. A day that the source cannot read
   * completely is a window of its own, with its true total.
   */
  readonly plan: (range: DayRange) => Promise<Plan>;
  /**
   * Hands over rows from the start of a planned range, before it is read: columns are chosen by looking at
   * them. These are as many rows as a page has, or `most`, if the source has that many at hand; none if it
   * has none yet.
   */
  readonly sample: (plan: Plan, take: TakePage, most?: number) => Promise<void> | void;
  /** Hands over as many rows as `sample` does without `most`, column by column. */
  readonly sampleColumns?: (plan: Plan, take: (batch: ColumnBatch) => void) => Promise<void>;
  /** Reads windows in order. Each window is one transaction. */
  readonly read: (
    windows: readonly Window[],
    transaction: Transaction,
    options?: ReadOptions,
  ) => Promise<void>;
  /** Fails if the windows that were read do not add up to the whole range. */
  readonly confirm: (plan: Plan, read: readonly Window[]) => Promise<void>;
  /**
   * Hands over pages until they have `count` rows, or all there are. Unless they are `used` up, as by an
   * encoder that writes into them, the source may keep them for what is read next.
   */
  readonly readFirst: (
    range: DayRange,
    count: number,
    take: TakePage,
    used?: 'used',
  ) => Promise<void>;
  /** Hands over one page of the range; the first page is 1. */
  readonly readPage: (range: DayRange, page: number, take: TakePage) => Promise<void>;
  /** The columns that the rows can have, in their order, if the source knows them without reading rows. */
  readonly columns?: () => Promise<readonly string[]>;
  /** The types of columns, paths into objects among them, as far as the source knows them without reading rows. */
  readonly types?: () => Promise<ReadonlyMap<string, NamedType>>;
  /** How many requests were sent so far; 0 for a source that sends none. */
  readonly requests: () => number;
}

/** The rows are valid only until this is done. */
type TakePage = (rows: RowPage) => Promise<void> | void;

/** Rows count once committed. After a rollback the window starts again from its first page. */
export interface Transaction {
  /** The next rows of the window, in order. */
  readonly add: TakePage;
  /** Column by column, if the source can. False: nothing was done, and the pages of the batch have to be added. */
  readonly addColumns?: ((batch: ColumnBatch) => boolean) | undefined;
  /** The window is complete. Nothing goes on until this is done. */
  readonly commit: (window: WindowRead) => Promise<void> | void;
  readonly rollback: () => Promise<void> | void;
}

interface ReadOptions {
  /** Read as much as possible of a day that is over the limit, instead of failing. */
  readonly truncate?: boolean | undefined;
  /** Columns that are looked at, paths into objects among them: a source may leave out the others. */
  readonly columns?: readonly string[] | undefined;
}

/** What a mistyped name may mean, by the first rows. The wanted ones they lack are looked for in all. */
export type KnownNames = (wanted?: readonly string[]) => Promise<readonly string[]>;

/** Looks at the first rows of each range. If the names of columns are enough, no others are looked at. */
export async function lookAtFirst(
  source: RowSource,
  plans: readonly Plan[],
  options: WatchOptions,
) {
  const names = new Set<string>();
  /** Columns of these rows, without what is inside others. */
  const columns = new Set<string>();
  const nameTaker = () => {
    let left = namedRows;
    return (page: RowPage) => {
      for (const name of namesIn(page, left)) names.add(name);
      left -= Math.min(left, page.count);
    };
  };
  const { sampleColumns } = source;
  const create = (byNames: boolean) => createColumnWatch({ ...options, byNames });
  const findNames = async (wanted: readonly string[] = []) => {
    await addWanted(source, plans, wanted, names);
    return [...names];
  };
  if (sampleColumns === undefined) {
    const watch = create(false);
    for (const plan of plans) {
      const takeNames = nameTaker();
      await source.sample(plan, (page) => {
        watch.look(page);
        takeNames(page);
        for (const name of page.shapes.flatMap(keysOf)) columns.add(name);
      });
    }
    return { watch, columns, names: findNames };
  }
  const look = async (watch: ColumnWatch): Promise<ColumnWatch> => {
    for (const plan of plans) {
      await sampleColumns(plan, (batch) => {
        watch.lookAtColumns(batch);
        for (const name of batch.names) columns.add(name);
      });
    }
    return watch;
  };
  const first = await look(create(true));
  return {
    watch: first.isEnough() ? first : await look(create(false)),
    columns,
    // Only an error message needs the names.
    names: async (wanted?: readonly string[]) => {
      for (const plan of plans) await source.sample(plan, nameTaker(), namedRows);
      return findNames(wanted);
    },
  };
}

/** The names in the first rows of a range, and the wanted ones of all rows. */
export async function readNames(
  source: RowSource,
  range: DayRange,
  wanted: readonly string[] = [],
): Promise<string[]> {
  const names = new Set<string>();
  await source.readFirst(range, namedRows, (page) => {
    for (const name of namesIn(page, namedRows)) names.add(name);
  });
  if (wanted.some((name) => !names.has(name))) {
    await addWanted(source, [await source.plan(range)], wanted, names);
  }
  return [...names];
}

/** Adds the wanted columns that any row has. Windows after the one that shows the last of them are not read. */
async function addWanted(
  source: RowSource,
  plans: readonly Plan[],
  wanted: readonly string[],
  names: Set<string>,
): Promise<void> {
  for (const window of plans.flatMap(({ windows }) => windows)) {
    const columns = wanted.filter((name) => !names.has(name));
    if (columns.length === 0) return;
    const readers = columns.map((column) => new CellReader(column));
    const add = (page: RowPage) => {
      for (const reader of readers) if (hasCell(reader, page)) names.add(reader.column);
    };
    const transaction = { add, commit: () => undefined, rollback: () => undefined };
    await source.read([window], transaction, { truncate: true, columns });
  }
}

function hasCell(reader: CellReader, page: RowPage): boolean {
  for (let row = 0; row < page.count; row += 1) {
    if (reader.read(page, row) !== undefined) return true;
  }
  return false;
}

/** Rows that are looked at for the names of columns. */
const namedRows = 20;

function namesIn(page: RowPage, most: number): Set<string> {
  const rows = Array.from({ length: Math.min(most, page.count) }, (_, row) => row);
  return new Set(rows.flatMap((row) => [...leaves(rowObject(page, row))].map(([name]) => name)));
}
