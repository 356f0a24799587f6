import { CostctlError } from '../errors.ts';
import { escapeForTerminal } from '../escape.ts';
import { toRecord } from './cells.ts';
import { checkColumns, columnsOf, findUnmet, namesIn, readPath } from './property-path.ts';
import type { View } from './view.ts';

export interface RowsOptions {
  /** The columns given with --columns. */
  readonly columns: readonly string[] | undefined;
  /** The fields documented by the service. */
  readonly fields: readonly string[] | undefined;
  /** The minimum number of records that decide the columns. */
  readonly firstPage: number;
  /** Called with the records of the first page. */
  readonly onFirstPage?: (rows: readonly Readonly<Record<string, unknown>>[]) => void;
}

export type Records = AsyncIterable<unknown> | Iterable<unknown>;

interface TableRow {
  readonly kind: 'header' | 'row';
  readonly cells: readonly unknown[];
}

/** The column names, then the values of each record. Throws at the end if a column appeared too late. */
export async function* tableRows(records: Records, options: RowsOptions): AsyncGenerator<TableRow> {
  let columns: readonly string[] | undefined;
  // Looked up once per key, because a record may have very many.
  let known: ReadonlySet<string> = new Set();
  const late = new Set<string>();
  for await (const page of pagesOf(records, options)) {
    const rows = page.map(toRecord);
    if (columns === undefined) {
      columns = decideColumns(rows, options);
      known = new Set(columns);
      options.onFirstPage?.(rows);
      yield { kind: 'header', cells: columns };
    }
    for (const row of rows) {
      if (options.columns === undefined) noteLate(namesIn(row, options.fields), known, late);
      yield { kind: 'row', cells: columns.map((column) => readPath(row, column)) };
    }
  }
  if (late.size > 0) throw lateColumns([...late]);
}

/**
 * The first page as a whole, even if it is empty; then each record by itself. The first page continues
 * until every column of --columns has been seen, so that a column missing from all records is reported
 * before anything is written.
 */
export async function* pagesOf(
  records: Records,
  { columns = [], fields, firstPage }: RowsOptions,
): AsyncGenerator<readonly unknown[]> {
  const first: unknown[] = [];
  let unseen = columns;
  let complete = false;
  for await (const record of records) {
    if (complete) {
      yield [record];
      continue;
    }
    first.push(record);
    if (unseen.length > 0) unseen = findUnmet(unseen, [toRecord(record)], fields);
    complete = first.length >= firstPage && unseen.length === 0;
    if (complete) yield first;
  }
  if (!complete) yield first;
}

function decideColumns(
  rows: readonly Readonly<Record<string, unknown>>[],
  { columns, fields }: RowsOptions,
): readonly string[] {
  if (columns === undefined) return columnsOf(rows, fields);
  checkColumns(columns, rows, fields);
  return columns;
}

/** The maximum number of columns named in a message. */
const mostLate = 20;

function noteLate(names: readonly string[], known: ReadonlySet<string>, late: Set<string>): void {
  for (const name of names) {
    if (late.size < mostLate && !known.has(name)) late.add(name);
  }
}

function lateColumns(names: readonly string[]): CostctlError {
  const listed = names.map((name) => `"${escapeForTerminal(name)}"`).join(', ');
  return new CostctlError(
    'incomplete',
    `columns that the first page did not have are missing from the output: ${listed}`,
    { hint: 'name the columns with --columns, or use --output ndjson' },
  );
}

type Row = Readonly<Record<string, unknown>>;

/** Columns that the view declares as numbers, since decimals may be sent as text. */
export function numberColumns(
  { columns, details = [], suggest }: View<unknown>,
  rows: readonly Row[],
): ReadonlySet<string> {
  const known = [...columns, ...details, ...(suggest?.(rows) ?? [])];
  return new Set(
    known.filter(({ kind }) => kind === 'money' || kind === 'number').map(({ path }) => path),
  );
}
