import { markdownTable, markdownText } from '../formats/markdown.ts';
import type { PeopleFormat } from '../formats/registry.ts';
import { isObject } from '../json/number.ts';
import { escapeForTerminal, wrap } from '../text.ts';
import { widthOf } from '../text-width.ts';
import type { Paint } from './color.ts';
import { displayCell, displayColumn } from './display.ts';
import { type Entry, renderEntries } from './entries.ts';
import { cellText, checkColumns, columnsOf, readPath, toRecord } from './property-path.ts';
import { renderFieldLines, renderTable, stackRows } from './table.ts';
import { type TableColumn, textAt } from './table-column.ts';
import { toneOf } from './tone.ts';
import {
  type Column,
  isNeeded,
  knownColumns,
  type Look,
  partOf,
  qualifiers,
  type Result,
  type Row,
  recordsOf,
  type Sentences,
  type View,
} from './view.ts';

interface PeopleOptions {
  readonly format: PeopleFormat;
  readonly view: View<unknown>;
  readonly columns?: readonly string[] | undefined;
  readonly look: Look;
  /** The width of the window in cells; undefined: nothing is cut. */
  readonly width: number | undefined;
  readonly paint: Paint;
  readonly onLeftOut: (headers: readonly string[]) => void;
}

/** A result as text for people: the chosen columns, one line for each record or for each field. */
export async function renderForPeople(result: Result, options: PeopleOptions) {
  const { about, lead = [] } = options.view;
  const isDocument = !options.look.terminal && recordsOf(result).length > 0;
  const said = [...(isDocument ? partOf(options.view) : []), ...qualifiers(options.view)];
  if (about === undefined) {
    const lines = await renderRecords(result, options);
    return said.length === 0 ? lines : withCaption(said, [], lines, options);
  }
  const { view, moved } = moveConstants(recordsOf(result).map(toRecord), options);
  const caption = [about.caption, ...moved].join(' · ');
  const lines = await renderRecords(result, { ...options, view });
  return withCaption([caption, ...said], lead, lines, options);
}

function* withFoot(lines: Iterable<string>, foot: readonly string[]): Generator<string> {
  yield* lines;
  yield '\n';
  for (const line of foot) yield `${escapeForTerminal(line)}\n`;
}

/** What is the same in each of several rows is said once, above them. */
function moveConstants(rows: readonly Row[], options: PeopleOptions) {
  const { view, columns, look } = options;
  const moved: string[] = [];
  if (columns !== undefined || rows.length === 0) return { view, moved };
  const all = listColumns(rows, options);
  const kept = all.filter((column) => {
    const { path, header = path, kind = 'text', asked } = column;
    if (path === 'currency' && all.some((other) => repeats(other, column, rows))) return false;
    const said = view.about?.said[path];
    const values = firstValues(rows, path, said !== undefined);
    const [value] = values;
    if (asked === true || column.moves === false || values.size > 1) return true;
    if (cellText(value) === '') return column.none !== undefined || isNeeded(column.importance);
    const [text = ''] = displayColumn(column, rows.slice(0, 1), look).texts;
    if (kind !== 'text' && (column.moves !== true || toneOf(text) === 'bad')) return true;
    if (said === text) return rows.length < 2 && path === 'currency';
    const [name, unit] = header.endsWith(' %') ? [header.slice(0, -2), ' %'] : [header, ''];
    if (rows.length > 1) moved.push(`${name} ${text.trim()}${unit}`);
    return rows.length < 2;
  });
  const { suggest: _suggest, ...shown } = view;
  return { view: kept.length === 0 ? view : { ...shown, columns: kept }, moved };
}

/** Whether a column that was asked for ends with the value of another, such as `(all) EUR`, in every row. */
function repeats({ path, asked }: Column<unknown>, other: Column<unknown>, rows: readonly Row[]) {
  if (asked !== true || path === other.path) return false;
  return rows.every((row) => {
    const [own, value] = [readPath(row, path), readPath(row, other.path)];
    return own === value || (typeof own === 'string' && own.endsWith(` ${value ?? other.none}`));
  });
}

/** The different values of a column, at most two. If `isSaid`, rows without one do not count. */
function firstValues(rows: readonly Row[], path: string, isSaid: boolean): Set<unknown> {
  const values = new Set<unknown>();
  for (const row of rows) {
    values.add(readPath(row, path));
    if (values.size > 1 && isSaid) values.delete(undefined);
    if (values.size > 1) break;
  }
  return values;
}

function* withCaption(
  caption: readonly string[],
  lead: readonly string[],
  lines: Iterable<string>,
  { format, width = Number.POSITIVE_INFINITY }: PeopleOptions,
): Generator<string> {
  for (const [place, sentence] of [...caption, ...lead].entries()) {
    const text = escapeForTerminal(sentence);
    if (place === caption.length || (place > 0 && format === 'markdown')) yield '\n';
    yield* format === 'markdown'
      ? [`${markdownText(text)}\n`]
      : wrap(text, width, widthOf).map((line) => `${line}\n`);
  }
  let isFirst = true;
  for (const line of lines) {
    if (isFirst) yield '\n';
    isFirst = false;
    yield line;
  }
}

async function renderRecords(result: Result, options: PeopleOptions): Promise<Iterable<string>> {
  if (result.kind === 'list') return renderList(result.records.map(toRecord), options);
  const { record } = result;
  if (record === null || record === undefined) return [];
  const { view, columns } = options;
  const headline = columns === undefined && isObject(record) ? view.headline?.(record) : undefined;
  if (headline !== undefined) return sentence(headline, options);
  return isObject(record) ? renderFields(record, options) : sentence(cellText(record), options);
}

function sentence(words: string, { format, width }: PeopleOptions): string[] {
  const text = escapeForTerminal(words);
  const [room, shown] = format === 'markdown' ? [undefined, markdownText(text)] : [width, text];
  const lines = room === undefined ? [shown] : wrap(shown, room, widthOf);
  return lines.map((line) => `${line}\n`);
}

async function renderList(rows: readonly Row[], options: PeopleOptions): Promise<Iterable<string>> {
  const { sentences, empty, foot = [], apart } = options.view;
  if (rows.length === 0 && empty !== undefined) return sentence(empty, options);
  // Below a caption, a header without rows says nothing.
  if (rows.length === 0 && options.view.about !== undefined) return [];
  const columns = listColumns(rows, options);
  if (columns.length === 0) return [];
  if (sentences !== undefined && writesEntries(options)) {
    const entries = rows.map((row) => entryOf(row, sentences, options));
    return [renderEntries(entries, options)];
  }
  const displayed = columns.map((column) => displayColumn(column, rows, options.look));
  if (options.format === 'markdown') {
    // An empty row sets parts apart.
    const lines = rows.flatMap((row, at) => (apart?.has(row) ? [undefined, at] : [at]));
    const cellsOf = (column: TableColumn) =>
      lines.map((row) => (row === undefined ? '' : textAt(column, row)));
    const all = displayed.map((column) => ({ ...column, cells: cellsOf(column) }));
    return markdownTable(all, lines.length);
  }
  if (options.view.stacked === true && writesEntries(options)) return stackRows(displayed, options);
  const { lines, leftOut, isStacked } = await renderTable(displayed, options);
  if (leftOut.length > 0) options.onLeftOut(leftOut);
  const parts = apart === undefined || isStacked ? lines : setApart(lines, rows, apart);
  return foot.length === 0 ? parts : withFoot(parts, foot);
}

/** Puts an empty line before the rows in `apart`. The lines are the header and one for each row. */
function* setApart(lines: Iterable<string>, rows: readonly Row[], apart: ReadonlySet<unknown>) {
  let row = -1;
  for (const line of lines) {
    if (apart.has(rows[row])) yield '\n';
    yield line;
    row += 1;
  }
}

function writesEntries({ format, columns, look }: PeopleOptions): boolean {
  return format === 'table' && look.terminal && columns === undefined;
}

function entryOf(row: Row, { text, hint, bad }: Sentences, { view, look }: PeopleOptions): Entry {
  const shown = new Map(
    view.columns.map((column) => [column.path, displayCell(row, column, look)]),
  );
  const marks = [...shown].filter(([path]) => path !== text && path !== hint);
  return {
    marks: marks.map(([, mark]) => mark),
    text: shown.get(text) ?? '',
    hint: shown.get(hint) ?? '',
    bad: marks[0]?.[1] === bad,
  };
}

function renderFields(record: Row, options: PeopleOptions): Iterable<string> {
  const columns = fieldColumns(record, options);
  const displayed = columns.map((column) => displayColumn(column, [record], options.look));
  if (options.format !== 'markdown') return renderFieldLines(displayed, 0, options);
  const column = (header: string, cells: readonly string[]) => ({
    header,
    cells,
    align: 'left' as const,
  });
  const names = displayed.map(({ header }) => header);
  const values = displayed.map((column) => textAt(column, 0));
  return markdownTable([column('field', names), column('value', values)], displayed.length);
}

function listColumns(rows: readonly Row[], options: PeopleOptions): readonly Column<unknown>[] {
  const { view, columns } = options;
  if (columns !== undefined) return pickColumns(columns, rows, view);
  if (view.suggest === undefined && view.columns.length > 0) return view.columns;
  const suggested = view.suggest?.(rows) ?? [];
  const known = new Set<string>(suggested.map(({ path }) => path));
  const found = columnsOf(rows);
  const present = new Set(found);
  const all = view.fields === undefined ? found : columnsOf(rows, view.fields);
  const others = all.filter((path) => !known.has(path) && (rows.length === 0 || present.has(path)));
  return [...suggested, ...others.map((path) => ({ path }))];
}

/** A single record is shown in full: the main columns first, then all other fields. */
function fieldColumns(record: Row, options: PeopleOptions): readonly Column<unknown>[] {
  const { view, columns } = options;
  if (columns !== undefined) return pickColumns(columns, [record], view);
  const present = new Set(columnsOf([record]));
  const first = knownColumns(view, [record]).filter(
    ({ path }) => readPath(record, path) !== undefined,
  );
  const shown = new Set<string>(first.map(({ path }) => path));
  const others = columnsOf([record], view.fields).filter(
    (path) => present.has(path) && !shown.has(path),
  );
  return [...first, ...others.map((path) => ({ path }))];
}

/** A column requested by name is never left out. */
function pickColumns(
  columns: readonly string[],
  rows: readonly Row[],
  view: View<unknown>,
): readonly Column<unknown>[] {
  const known = knownColumns(view, rows);
  checkColumns(columns, rows, view.fields, known);
  return columns.map((path) => ({
    ...(known.find((column) => column.path === path) ?? { path }),
    importance: 'answer',
  }));
}
