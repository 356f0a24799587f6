import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { DayRange } from '../days.ts';
import { CostctlError, fileError, withHint } from '../errors.ts';
import type { BatchColumn, ColumnBatch } from '../formats/column-batch.ts';
import { type BatchReader, createBatchReader, emptyColumn } from '../formats/parquet/batches.ts';
import { createPageReader, type PageReader } from '../formats/parquet/cell-pages.ts';
import type { ColumnMemory, RowRange } from '../formats/parquet/decode-chunk.ts';
import { createGroupLoader, type WantedColumn } from '../formats/parquet/group-loader.ts';
import { mostInner } from '../formats/parquet/inner-columns.ts';
import { openParquet } from '../formats/parquet/reader.ts';
import { quote } from '../text.ts';
import { jsonFormOf, type Manifest, type MirrorFile } from './manifest.ts';

export type MirrorRows = ReturnType<typeof createMirrorRows>;

/** The rows of one day, which follow each other in a file, and where they end. */
interface DayRun {
  readonly date: string;
  readonly end: number;
}

interface OpenFile {
  readonly path: string;
  readonly pages: PageReader;
  readonly batches: BatchReader;
  readonly days: readonly DayRun[];
  readonly close: () => void;
}

type Contents = Pick<Manifest, 'columns' | 'days' | 'files'> & {
  readonly query: Pick<Manifest['query'], 'dateColumn'>;
};

export function createMirrorRows(folder: string, manifest: Contents) {
  const memory = new Map<string, ColumnMemory>();
  let current: OpenFile | undefined;
  let numbers = new Int32Array(0);

  function openFile(file: MirrorFile): OpenFile {
    const { path, rows } = file;
    if (current?.path === path) return current;
    current?.close();
    current = undefined;
    const place = join(folder, path);
    const reader = openParquet(place);
    try {
      if (reader.footer.rows !== rows) {
        throw fileError(
          `cannot read ${place}`,
          `it has ${reader.footer.rows} rows, and the manifest says ${rows}`,
        );
      }
      const load = createGroupLoader(reader, memory);
      const [pages, batches] = [createPageReader(load), createBatchReader(load)];
      current = { path, pages, batches, days: daysOf(manifest, file), close: reader.close };
      return current;
    } catch (error) {
      reader.close();
      throw error instanceof CostctlError ? error : fileError(`cannot read ${place}`, error);
    }
  }

  /** Each file that has rows of the range, and which of its rows they are. */
  function* openRange(
    range: DayRange,
    limit = Number.POSITIVE_INFINITY,
    skip = 0,
  ): Generator<[OpenFile, RowRange], void> {
    let left = limit;
    let before = skip;
    for (const file of manifest.files) {
      if (file.to < range.from || file.from > range.to) continue;
      const { from: start, to } = rowsOf(manifest, file, range);
      const from = Math.min(to, start + before);
      before -= from - start;
      const end = Math.min(to, from + left);
      left -= end - from;
      if (from < end) yield [openFile(file), { from, to: end }];
    }
  }

  return {
    /** The rows of some days, in order, after the first `skip`. Each page is valid until the next. */
    read: async function* (range: DayRange, limit?: number, skip?: number) {
      const wanted = wantedColumns(manifest, undefined);
      for (const [{ pages }, rows] of openRange(range, limit, skip)) {
        yield* inTurns(pages(wanted, rows));
      }
    },
    /** Reads rows column by column, with only some columns, paths into objects among them. */
    readColumns: async function* (range: DayRange, columns?: readonly string[], limit?: number) {
      const wanted = wantedColumns(manifest, columns);
      for (const [{ batches, days }, rows] of openRange(range, limit)) {
        let { from } = rows;
        for await (const batch of inTurns(batches(wanted, rows))) {
          if (numbers.length < batch.count) numbers = new Int32Array(batch.count);
          yield withDays(batch, manifest.query.dateColumn, { days, from, numbers });
          from += batch.count;
        }
      }
    },
    // What was read of the file stays in memory: its rows are often wanted again.
    close: () => current?.close(),
    /** Explains an error in rows that were handed over, such as text that is not JSON, and says how to check the files. */
    explain: (error: unknown) => {
      const known =
        error instanceof SyntaxError && current !== undefined
          ? fileError(
              `cannot read ${join(folder, current.path)}`,
              'it is damaged: an object in it is not JSON',
            )
          : error;
      const isHinted = !(known instanceof CostctlError) || known.details.hint !== undefined;
      return isHinted || known.code !== 'file' ? known : withHint(known, checkHint(folder));
    },
  };
}

function checkHint(folder: string): string {
  return `costctl costs verify ${quote(join(folder, '_manifest.json'))} checks all files`;
}

/** Files are read without the event loop: after each part, signals and progress have their turn. */
export async function* inTurns<Part>(parts: Iterable<Part>): AsyncGenerator<Part, void> {
  for (const part of parts) {
    yield part;
    await setImmediate();
  }
}

/** In a file the rows are in the order of their days: which ones a day has follows from their counts. */
function daysOf({ days }: Contents, file: MirrorFile): DayRun[] {
  let end = 0;
  return days
    .filter(({ date }) => date >= file.from && date <= file.to)
    .map(({ date, rows }) => {
      end += rows;
      return { date, end };
    });
}

function rowsOf(contents: Contents, file: MirrorFile, range: DayRange): RowRange {
  const days = daysOf(contents, file).filter(({ date }) => date <= range.to);
  const before = days.findLast(({ date }) => date < range.from);
  return { from: before?.end ?? 0, to: days.at(-1)?.end ?? 0 };
}

interface DaysOfBatch {
  readonly days: readonly DayRun[];
  /** The first row of the batch, in its file. */
  readonly from: number;
  /** Memory for as many rows as the batch has. */
  readonly numbers: Int32Array;
}

/** The column of days need not be read to know the day of a row. */
function withDays(batch: ColumnBatch, dateColumn: string | null, own: DaysOfBatch): ColumnBatch {
  let made: BatchColumn | undefined;
  return {
    ...batch,
    days: (column) => {
      if (column !== dateColumn) return undefined;
      made ??= dayColumn(own, batch.count);
      return made;
    },
  };
}

function dayColumn({ days, from, numbers }: DaysOfBatch, count: number): BatchColumn {
  const own = days.slice(days.findIndex(({ end }) => end > from));
  const ends: number[] = [];
  for (let end = 0; end < count; ends.push(end)) {
    end = Math.min(count, (own[ends.length]?.end ?? Number.POSITIVE_INFINITY) - from);
  }
  let rows: Int32Array | undefined;
  const textOf = (day: number) => own[day]?.date ?? null;
  return {
    ...emptyColumn(0),
    ...{ ends, isFull: true, valueCount: ends.length, textOf },
    get rows() {
      rows ??= numberRuns(ends, numbers.subarray(0, count));
      return rows;
    },
  };
}

function numberRuns(ends: readonly number[], rows: Int32Array): Int32Array {
  for (const [value, end] of ends.entries()) rows.fill(value, ends[value - 1] ?? 0, end);
  return rows;
}

/** All columns, or those that names need. If `tags.team` was taken out of `tags`, it has the values of all rows. */
function wantedColumns(
  { columns }: Contents,
  names: readonly string[] | undefined,
): WantedColumn[] {
  const inner = new Set(
    columns.flatMap(({ name, inside }) => (inside === undefined ? [] : [name])),
  );
  const wanted = columns.filter(({ name, inside }) => {
    if (names === undefined) return inside === undefined;
    return names.some((asked) => {
      return asked === name || (!inner.has(asked) && asked.startsWith(`${name}.`));
    });
  });
  return wanted.map((column) => ({
    name: column.name,
    json: jsonFormOf(column),
    // If there are too many paths, only some of them are columns.
    paths:
      inner.size < mostInner || !column.kinds.includes('nested')
        ? columns.flatMap(({ name }) => (name.startsWith(`${column.name}.`) ? [name] : []))
        : undefined,
  }));
}
