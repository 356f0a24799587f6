import type { Clock } from '../context.ts';
import { type DayRange, eachDay, joinDays } from '../days.ts';
import { CostctlError } from '../errors.ts';
import type { CellBlock } from '../formats/parquet/cell-block.ts';
import { Misfit } from '../formats/parquet/group.ts';
import { type TableColumn, typeOfColumn, writeTable } from '../formats/parquet/parquet-table.ts';
import { describeType, parseTypes } from '../formats/parquet/types.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { type DataFile, openDataFile } from './files.ts';
import {
  type Manifest,
  type MirrorDay,
  type MirrorFile,
  textOfTypes,
  toTableColumn,
} from './manifest.ts';
import { createMirrorRows, type MirrorRows } from './mirror-rows.ts';
import { choosePartitionKey, partitionOf, partitionRange } from './partitions.ts';

export interface WriteOptions {
  readonly folder: string;
  readonly processId: number;
  readonly createdBy: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The state before, with the columns that are known. */
  readonly before: Manifest;
  /** The days of the new state, changed ones among them. */
  readonly days: readonly MirrorDay[];
  /** The rows of a changed day; `old` has the rows of the state before. */
  readonly rowsOf: (day: string, old: MirrorRows) => AsyncGenerator<RowPage | CellBlock, void>;
  readonly changed: ReadonlySet<string>;
}

/** If changed days need another type or column, all partitions are written: all files have one schema. */
export async function writePartitions(options: WriteOptions) {
  const { before, days, changed } = options;
  const { partitionBy } = before.query;
  const values = [...new Set(days.map(({ date }) => partitionOf(date, partitionBy)))].sort();
  const types = parseTypes(textOfTypes(before.query.types));
  let columns: readonly TableColumn[] = before.columns.map(toTableColumn);
  const layoutOf = (table: readonly TableColumn[]) =>
    JSON.stringify([
      choosePartitionKey(partitionBy, table),
      ...table.map((column) => [
        column.name,
        column.inside,
        describeType(typeOfColumn(column, { types })),
      ]),
    ]);
  const done = new Map<
    string,
    { readonly layout: string; readonly file: MirrorFile | undefined }
  >();
  const oldLayout = layoutOf(columns);
  const whole = { from: days[0]?.date ?? '', to: days.at(-1)?.date ?? '' };
  const daysOf = (value: string) =>
    days.filter(({ date, rows }) => rows > 0 && partitionOf(date, partitionBy) === value);
  for (const value of values) {
    const file = before.files.find(({ from, to }) =>
      [from, to].every((day) => partitionOf(day, partitionBy) === value),
    );
    // If the manifest was edited, the rows may be in files of other partitions: they are written again.
    const isKept =
      (file?.rows ?? 0) === sumRows(daysOf(value)) &&
      ![...changed].some((day) => partitionOf(day, partitionBy) === value);
    if (isKept) done.set(value, { layout: oldLayout, file });
  }
  for (let round = 1; ; round += 1) {
    const layout = layoutOf(columns);
    const stale = values.filter((value) => done.get(value)?.layout !== layout);
    if (stale.length === 0) break;
    if (round > 4) throw new Error('the types of the columns keep changing');
    for (const value of stale) {
      options.signal.throwIfAborted();
      const range = partitionRange(value, whole);
      const own = daysOf(value);
      if (own.length === 0) {
        done.set(value, { layout: layoutOf(columns), file: undefined });
        continue;
      }
      const { file, columns: after } = await writePartition(options, {
        columns,
        types,
        range,
        value,
        rows: sumRows(own),
        from: own[0]?.date ?? range.from,
        to: own.at(-1)?.date ?? range.to,
      });
      columns = after;
      done.set(value, { layout: layoutOf(after), file });
    }
  }
  return {
    columns: columns.map((column) => ({
      name: column.name,
      type: describeType(typeOfColumn(column, { types })),
      kinds: [...column.evidence.kinds],
      digits: column.evidence.digits,
      places: column.evidence.places,
      ...(column.inside === undefined ? {} : { inside: column.inside }),
    })),
    partitionKey: choosePartitionKey(partitionBy, columns),
    files: values.flatMap((value) => done.get(value)?.file ?? []),
  };
}

function sumRows(days: readonly MirrorDay[]): number {
  return days.reduce((sum, { rows }) => sum + rows, 0);
}

interface Partition {
  readonly columns: readonly TableColumn[];
  readonly types: ReturnType<typeof parseTypes>;
  readonly range: DayRange;
  readonly value: string;
  readonly rows: number;
  readonly from: string;
  readonly to: string;
}

async function writePartition(
  options: WriteOptions,
  partition: Partition,
): Promise<{ readonly file: MirrorFile; readonly columns: readonly TableColumn[] }> {
  const { folder, processId, createdBy, clock, signal } = options;
  let file: DataFile | undefined;
  try {
    const written = await writeTable(
      {
        known: partition.columns,
        types: partition.types,
        opensObjects: true,
        keepsSpelling: true,
        createdBy,
        open: async () => {
          await file?.discard();
          file = await openDataFile(folder, processId, { clock, signal });
          return file;
        },
      },
      () => rowsOfPartition(options, partition.range),
    );
    if (file === undefined) throw new Error('no file was written');
    if (written.rows !== partition.rows) {
      throw new Error(`${written.rows} rows were written, and ${partition.rows} were counted`);
    }
    // A new column may have taken the name of the folders.
    const key = choosePartitionKey(options.before.query.partitionBy, written.columns);
    const name = `${key}=${partition.value}`;
    const placed = await file.place(name);
    const { from, to, rows } = partition;
    return { file: { ...placed, partition: name, from, to, rows }, columns: written.columns };
  } catch (error) {
    throw error instanceof Misfit ? describeMisfit(error, partition) : error;
  } finally {
    await file?.discard();
  }
}

/** The rows of a partition, day by day: of changed days the new ones, of the others those it has. */
async function* rowsOfPartition(
  { folder, before, rowsOf, days, changed, signal }: WriteOptions,
  range: DayRange,
): AsyncGenerator<RowPage | CellBlock, void> {
  const held = new Set(days.map(({ date }) => date));
  const old = createMirrorRows(folder, before);
  try {
    let waiting: string[] = [];
    for (const day of eachDay(range)) {
      signal.throwIfAborted();
      if (!changed.has(day)) {
        if (held.has(day)) waiting.push(day);
        continue;
      }
      for (const stretch of joinDays(waiting)) yield* old.read(stretch);
      waiting = [];
      yield* rowsOf(day, old);
    }
    for (const stretch of joinDays(waiting)) yield* old.read(stretch);
  } finally {
    old.close();
  }
}

function describeMisfit({ column, text }: Misfit, { types }: Partition): CostctlError {
  const type = types.get(column);
  return new CostctlError(
    'incomplete',
    `'${text}' in the column '${column}' does not fit ${type === undefined ? 'its type' : describeType(type)}`,
    { hint: `make the mirror in another folder, with --types ${column}=text or a wider type` },
  );
}
