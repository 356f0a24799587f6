import { CostctlError } from '../errors.ts';
import { isCellFormat, type LineFormat } from '../formats/registry.ts';
import {
  type CellForm,
  type CellFormat,
  cellSyntaxes,
  createCellTexts,
} from '../json/bulk/cell-text.ts';
import { isNumber } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { escapeForTerminal, safeJson } from '../text.ts';
import {
  cellText,
  checkColumns,
  columnsOf,
  decimalForm,
  findUnmet,
  keepColumns,
  namesIn,
  readPath,
  toRecord,
} from './property-path.ts';
import { isFigure, knownColumns, type Records, type Row, type View } from './view.ts';

interface RowsOptions {
  readonly columns?: readonly string[] | undefined;
  readonly fields: readonly string[] | undefined;
  /** The minimum number of records that decide the columns. */
  readonly firstPage: number;
  readonly onFirstPage?: (rows: readonly Row[]) => void;
}

/** A table page by page. Throws at the end if a column appeared too late. */
export async function* tablePages(
  records: Records,
  options: RowsOptions,
): AsyncGenerator<{
  readonly columns: readonly string[];
  readonly records: readonly Row[];
  readonly rows: readonly (readonly unknown[])[];
}> {
  let columns: readonly string[] | undefined;
  // A set, because a record may have very many keys to look up.
  let known: ReadonlySet<string> = new Set();
  const late = new Set<string>();
  for await (const page of pagesOf(records, options)) {
    const rows = page.map(toRecord);
    if (columns === undefined) {
      // Of records that are all there, every one decides, such as totals at the end.
      const isWhole = options.columns === undefined && Array.isArray(records);
      columns = decideColumns(isWhole ? records.map(toRecord) : rows, options);
      known = new Set(columns);
      options.onFirstPage?.(rows);
    }
    if (options.columns === undefined) {
      // Most records have only columns that are known.
      const others = rows.filter((row) => Object.keys(row).some((key) => !known.has(key)));
      for (const row of others) noteLate(namesIn(row, options.fields), known, late);
    }
    const own = columns;
    const values = rows.map((row) => own.map((column) => readPath(row, column)));
    yield { columns, records: rows, rows: values };
  }
  if (late.size > 0) throw lateColumns([...late]);
}

/** Groups of records. If all are there already, a promise for each would take longer than its text. */
async function* groupsOf(records: Records): AsyncGenerator<readonly unknown[]> {
  if (Symbol.iterator in records) {
    const all = [...records];
    for (let at = 0; at < all.length; at += usualPage) yield all.slice(at, at + usualPage);
  } else for await (const record of records) yield [record];
}

/** Enough records to see which columns a list has; at most one page of most lists. */
export const usualPage = 100;

/**
 * The first page as a whole, even if it is empty; then the others as they come. The first page continues
 * until every column of --columns has been seen, so that a column missing from all records is reported
 * before anything is written.
 */
async function* pagesOf(records: Records, { columns = [], fields, firstPage }: RowsOptions) {
  const first: unknown[] = [];
  let unseen = columns;
  let complete = false;
  for await (const group of groupsOf(records)) {
    if (complete) {
      yield group;
      continue;
    }
    first.push(...group);
    if (unseen.length > 0) unseen = findUnmet(unseen, group.map(toRecord), fields);
    complete = first.length >= firstPage && unseen.length === 0;
    if (complete) yield first;
  }
  if (!complete) yield first;
}

function decideColumns(rows: readonly Row[], { columns, fields }: RowsOptions): readonly string[] {
  if (columns === undefined) return columnsOf(rows, fields);
  checkColumns(columns, rows, fields);
  return columns;
}

const mostLate = 20;

function noteLate(names: readonly string[], known: ReadonlySet<string>, late: Set<string>): void {
  for (const name of names) if (late.size < mostLate && !known.has(name)) late.add(name);
}

function lateColumns(names: readonly string[]): CostctlError {
  const listed = names.map((name) => `"${escapeForTerminal(name)}"`).join(', ');
  return new CostctlError(
    'incomplete',
    `columns that the first page did not have are missing from the output: ${listed}`,
    { hint: 'name the columns with --columns, or use --output ndjson' },
  );
}

/** Columns that the view declares as numbers, since decimals may be sent as text. */
export function numberColumns(view: View<unknown>, rows: readonly Row[]): ReadonlySet<string> {
  return new Set(
    knownColumns(view, rows)
      .filter(isFigure)
      .map(({ path }) => path),
  );
}

interface LineOptions
  extends Omit<RowsOptions, 'fields' | 'onFirstPage'>,
    Omit<SeparatedOptions, 'format'> {
  readonly format: LineFormat;
  readonly view: View<unknown>;
  readonly header: boolean;
  /** Whether the text starts with a byte order mark, by which spreadsheets recognize UTF-8. */
  readonly byteOrderMark?: boolean | undefined;
  readonly onEmpty?: () => void;
}

/** A list as lines; each is written as soon as its record arrives. */
export function renderLines(records: Records, options: LineOptions): AsyncGenerator<string> {
  const { format } = options;
  return isCellFormat(format)
    ? separatedLines(records, { ...options, format })
    : jsonLines(records, options);
}

async function* jsonLines(records: Records, options: LineOptions): AsyncGenerator<string> {
  const { columns, terminal } = options;
  const { fields } = options.view;
  let checked = columns === undefined;
  for await (const page of pagesOf(records, {
    columns,
    fields,
    firstPage: checked ? 1 : options.firstPage,
  })) {
    if (columns !== undefined && !checked) checkColumns(columns, page.map(toRecord), fields);
    checked = true;
    const lines = page.map((record) => {
      const text = stringifyJson(columns === undefined ? record : keepColumns(record, columns));
      return `${terminal ? safeJson(text) : text}\n`;
    });
    yield lines.join('');
  }
}

async function* separatedLines(
  records: Records,
  options: LineOptions & { readonly format: CellFormat },
): AsyncGenerator<string> {
  const { columns, view, firstPage, header } = options;
  let numbers: ReadonlySet<string> = new Set();
  const pages = tablePages(records, {
    columns,
    firstPage,
    fields: view.fields,
    onFirstPage: (first) => {
      numbers = numberColumns(view, first);
    },
  });
  let write: WriteLine | undefined;
  for await (const { columns, rows } of pages) {
    if (write === undefined) {
      write = createLineWriter(options, (at) => numbers.has(columns[at] ?? ''));
      if (options.byteOrderMark === true) yield '\ufeff';
      if (header && columns.length > 0) yield separatedLine(columns, options);
      if (rows.length === 0) options.onEmpty?.();
    }
    if (rows.length > 0) yield rows.map(write).join('');
  }
}

export interface SeparatedOptions extends CellForm {
  /** Whether the text goes to a terminal, which control characters must not reach. */
  readonly terminal: boolean;
}

/** Writes one line of a table (csv: RFC 4180), including its line end. */
type WriteLine = (values: readonly unknown[]) => string;

/** `isNumberColumn`: whether decimal text is a number in this column. */
export function createLineWriter(
  options: SeparatedOptions,
  isNumberColumn: (column: number) => boolean = () => false,
): WriteLine {
  const { separator, ofText, ofNumber } = createCellTexts(options);
  const { terminal } = options;
  const quoted = cellSyntaxes[options.format].guard === 'quotes';
  const show = (text: string) => (terminal ? escapeForTerminal(text) : text);

  function writeCell(value: unknown, column: number): string {
    const text = cellText(value);
    if (text === '') return '';
    if (isNumber(value) || (isNumberColumn(column) && decimalForm.test(text)))
      return ofNumber(text);
    // Backslashes that guard a cell already make tabs and line ends visible.
    return quoted ? ofText(show(text)) : show(ofText(text));
  }

  return (values) => {
    const cells = values.map(writeCell);
    // An empty line would be read as no record at all.
    const isBlank = quoted && cells.length === 1 && cells[0] === '';
    return `${isBlank ? '""' : cells.join(separator)}\n`;
  };
}

export function separatedLine(values: readonly unknown[], options: SeparatedOptions): string {
  return createLineWriter(options)(values);
}
