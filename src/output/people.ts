import { escapeForTerminal } from '../escape.ts';
import { cellText, isNumber, isRecord, toRecord } from './cells.ts';
import type { Paint } from './color.ts';
import { checkColumns, columnsOf, readPath } from './columns.ts';
import { type Entry, renderEntries } from './entries.ts';
import { markdownTable } from './markdown.ts';
import { readableText } from './readable.ts';
import type { Result } from './result.ts';
import { renderTable, type TableOptions } from './table.ts';
import type { Column, Look, Sentences, View } from './view.ts';

interface PeopleOptions extends Pick<TableOptions, 'width'> {
  readonly format: 'table' | 'markdown';
  readonly view: View<unknown>;
  /** What --columns named. */
  readonly columns: readonly string[] | undefined;
  readonly look: Look;
  readonly paint: Paint;
}

/** A result as a person reads it: chosen columns, one line a record, or one line a field. */
export async function renderForPeople(result: Result, options: PeopleOptions): Promise<string> {
  if (result.kind === 'list') return renderList(result.records.map(toRecord), options);
  const { record } = result;
  if (record === null || record === undefined) return '';
  return isRecord(record)
    ? renderFields(record, options)
    : `${escapeForTerminal(cellText(record))}\n`;
}

type Row = Readonly<Record<string, unknown>>;

async function renderList(rows: readonly Row[], options: PeopleOptions): Promise<string> {
  const columns = listColumns(rows, options);
  if (columns.length === 0) return '';
  const { sentences } = options.view;
  if (sentences !== undefined && writesEntries(options)) {
    return renderEntries(
      rows.map((row) => entryOf(row, sentences, options)),
      options,
    );
  }
  const headers = columns.map(headerOf);
  const values = rows.map((row) => columns.map((column) => readPath(row, column.path)));
  const cells = rows.map((_, row) =>
    columns.map((column, at) => textOf(values[row]?.[at], column, options.look)),
  );
  const numeric = columns.map((_, at) => isNumeric(values.map((row) => row[at])));
  if (options.format === 'markdown') return markdownTable(headers, cells, numeric);
  const nested = columns.map(
    ({ cell }, at) => cell === undefined && values.some((row) => hasParts(row[at])),
  );
  return renderTable(cells, { ...options, headers, numeric, nested });
}

function writesEntries({ format, columns, look }: PeopleOptions): boolean {
  return format === 'table' && look.terminal && columns === undefined;
}

function entryOf(row: Row, { text, hint, bad }: Sentences, { view, look }: PeopleOptions): Entry {
  const told = new Map(
    view.columns.map((column) => [column.path, textOf(readPath(row, column.path), column, look)]),
  );
  const marks = [...told].filter(([path]) => path !== text && path !== hint);
  return {
    marks: marks.map(([, mark]) => mark),
    text: told.get(text) ?? '',
    hint: told.get(hint) ?? '',
    bad: marks[0]?.[1] === bad,
  };
}

async function renderFields(record: Row, options: PeopleOptions): Promise<string> {
  const lines = fieldColumns(record, options).map((column) => [
    headerOf(column),
    textOf(readPath(record, column.path), column, options.look),
  ]);
  const numeric = [false, false];
  if (options.format === 'markdown') return markdownTable(['field', 'value'], lines, numeric);
  return lines.length === 0 ? '' : renderTable(lines, { ...options, numeric });
}

function listColumns(rows: readonly Row[], options: PeopleOptions): readonly Column<unknown>[] {
  const { view, columns } = options;
  if (columns !== undefined) return pickColumns(columns, rows, view);
  if (view.columns.length > 0) return view.columns;
  const present = new Set(columnsOf(rows));
  const named = columnsOf(rows, view.fields);
  return named.filter((path) => rows.length === 0 || present.has(path)).map((path) => ({ path }));
}

/** One thing is shown whole: what a person wants first, then the other fields. */
function fieldColumns(record: Row, options: PeopleOptions): readonly Column<unknown>[] {
  const { view, columns } = options;
  if (columns !== undefined) return pickColumns(columns, [record], view);
  const present = new Set(columnsOf([record]));
  const first = knownColumns(view).filter(({ path }) => readPath(record, path) !== undefined);
  const shown = new Set<string>(first.map(({ path }) => path));
  const others = columnsOf([record], view.fields).filter(
    (path) => present.has(path) && !shown.has(path),
  );
  return [...first, ...others.map((path) => ({ path }))];
}

function pickColumns(
  columns: readonly string[],
  rows: readonly Row[],
  view: View<unknown>,
): readonly Column<unknown>[] {
  checkColumns(columns, rows, view.fields);
  const known = knownColumns(view);
  return columns.map((path) => known.find((column) => column.path === path) ?? { path });
}

function knownColumns({ columns, details = [] }: View<unknown>): readonly Column<unknown>[] {
  return [...columns, ...details];
}

function headerOf(column: Column<unknown>): string {
  return escapeForTerminal(column.header ?? column.path);
}

function textOf(value: unknown, column: Column<unknown>, look: Look): string {
  return escapeForTerminal(
    column.cell === undefined ? readableText(value) : column.cell(value, look),
  );
}

function hasParts(value: unknown): boolean {
  return isRecord(value) || (Array.isArray(value) && value.some(hasParts));
}

/** Amounts travel as text; they are numbers to who reads them. */
const decimal = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function isNumeric(values: readonly unknown[]): boolean {
  const present = values.filter((value) => value !== null && value !== undefined && value !== '');
  return (
    present.length > 0 &&
    present.every((value) => isNumber(value) || (typeof value === 'string' && decimal.test(value)))
  );
}
