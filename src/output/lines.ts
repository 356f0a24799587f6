import { CostctlError } from '../errors.ts';
import { escapeForTerminal, safeJson } from '../escape.ts';
import { stringifyJson } from '../json/stringify.ts';
import { toRecord } from './cells.ts';
import { checkColumns, columnsOf, findUnmet, keepColumns, namesIn, readPath } from './columns.ts';
import { separatedLine } from './separated.ts';

export interface LineOptions {
  readonly format: 'ndjson' | 'csv' | 'tsv';
  /** What --columns named. */
  readonly columns: readonly string[] | undefined;
  /** What the service documents. */
  readonly fields: readonly string[] | undefined;
  readonly header: boolean;
  readonly spreadsheetSafe: boolean;
  readonly terminal: boolean;
  /** How many records decide the columns, at least. */
  readonly firstPage: number;
}

type Records = AsyncIterable<unknown> | Iterable<unknown>;

/** A list as lines, each as soon as its record arrives. */
export function renderLines(records: Records, options: LineOptions): AsyncGenerator<string> {
  return options.format === 'ndjson'
    ? jsonLines(records, options)
    : separatedLines(records, { ...options, format: options.format });
}

async function* jsonLines(records: Records, options: LineOptions): AsyncGenerator<string> {
  const { columns, fields, terminal } = options;
  let checked = columns === undefined;
  for await (const page of pagesOf(records, checked ? { ...options, firstPage: 1 } : options)) {
    if (columns !== undefined && !checked) checkColumns(columns, page.map(toRecord), fields);
    checked = true;
    for (const record of page) {
      const text = stringifyJson(columns === undefined ? record : keepColumns(record, columns));
      yield `${terminal ? safeJson(text) : text}\n`;
    }
  }
}

async function* separatedLines(
  records: Records,
  options: LineOptions & { readonly format: 'csv' | 'tsv' },
): AsyncGenerator<string> {
  let columns: readonly string[] | undefined;
  // Looked up once for each key: a record may have very many.
  let known: ReadonlySet<string> = new Set();
  const late = new Set<string>();
  for await (const page of pagesOf(records, options)) {
    const rows = page.map(toRecord);
    if (columns === undefined) {
      columns = settleColumns(rows, options);
      known = new Set(columns);
      if (options.header && columns.length > 0) yield separatedLine(columns, options);
    }
    for (const row of rows) {
      if (options.columns === undefined) noteLate(namesIn(row, options.fields), known, late);
      yield separatedLine(
        columns.map((column) => readPath(row, column)),
        options,
      );
    }
  }
  if (late.size > 0) throw lateColumns([...late]);
}

/**
 * The first page as a whole, even if it is empty; then each record by itself. The first page lasts
 * until every column of --columns was seen: a column that no record has is reported before anything
 * is written.
 */
async function* pagesOf(
  records: Records,
  { columns = [], fields, firstPage }: LineOptions,
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

function settleColumns(
  rows: readonly Readonly<Record<string, unknown>>[],
  { columns, fields }: LineOptions,
): readonly string[] {
  if (columns === undefined) return columnsOf(rows, fields);
  checkColumns(columns, rows, fields);
  return columns;
}

/** As many as one message can name. */
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
