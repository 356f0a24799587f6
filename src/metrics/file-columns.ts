import { CostctlError, usageError } from '../errors.ts';
import type { CellKind } from '../formats/csv-records.ts';
import { nameFirst, shortText } from '../text.ts';

/** A row of the file, before any check. */
export interface RawRow {
  readonly line: number;
  readonly date: Cell;
  readonly amount: Cell;
  /** One for each label column of the metric. */
  readonly labels: readonly Cell[];
  /** Whether the date is a date cell of a workbook, already written as `YYYY-MM-DD`. */
  readonly dateIsDay?: boolean | undefined;
  /** Whether the amount is a number of JSON or of a workbook, not text. */
  readonly amountIsNumber?: boolean | undefined;
  /** What is wrong with the structure of the row, which makes its cells unreliable. */
  readonly fault?: string | undefined;
}

export type Cell = string | undefined;

export interface LabelChoice {
  /** Position among the metric's label columns. */
  readonly column: number;
  readonly label: string;
}

export interface ColumnRules {
  readonly labelColumns: readonly string[];
  /** The file's names for fields, if they differ. */
  readonly map: Readonly<Record<string, string>>;
  readonly ignoreExtra?: boolean | undefined;
  readonly allowMissingLabels?: boolean | undefined;
}

/** Columns that `--rejects` adds for people; the import ignores them. */
export const rejectColumns = ['_line', '_reason'] as const;

const reserved: readonly string[] = ['date', 'amount', ...rejectColumns];

/** A label's column in a file: its own name, unless that is taken. No two labels share one. */
export function fieldOfLabel(label: string): string {
  return reserved.includes(label) || label.startsWith('labels.') ? `labels.${label}` : label;
}

/** The fields' names in the file. Throws if `map` names a field that the metric lacks. */
export function nameColumns({ labelColumns, map }: ColumnRules): ColumnNames {
  const fields = ['date', 'amount', ...labelColumns.map(fieldOfLabel)];
  const unknown = Object.keys(map).find((field) => !fields.includes(field));
  if (unknown !== undefined) {
    throw usageError(
      `--map: ${unknown} is neither date nor amount nor a label column of the metric`,
      fields.includes(map[unknown] ?? '')
        ? `the field comes first: --map ${map[unknown]}=${unknown}`
        : `the fields are ${fields.join(', ')}`,
    );
  }
  const nameOf = (field: string) => (Object.hasOwn(map, field) ? map[field] : undefined) ?? field;
  const columns = fields.map(nameOf);
  const second = columns.findIndex((column, at) => columns.indexOf(column) < at);
  if (second >= 0) {
    const column = columns[second] ?? '';
    const first = fields[columns.indexOf(column)];
    throw usageError(
      `--map: the column ${shortText(column)} cannot be both ${first} and ${fields[second]}`,
      `name another one with --map ${first}=COLUMN`,
    );
  }
  const [date = '', amount = '', ...labels] = columns;
  const nested = labelColumns.map((label) =>
    Object.hasOwn(map, fieldOfLabel(label)) ? nameOf(fieldOfLabel(label)) : label,
  );
  return { date, amount, labels, nested };
}

export interface ColumnNames {
  readonly date: string;
  readonly amount: string;
  readonly labels: readonly string[];
  /** The names of the labels in an object of their own, if a row has one. */
  readonly nested: readonly string[];
}

/** Turns the cells of a record into a row; `kinds` gives the kinds of cells that are not text. */
export type ToRow = (
  line: number,
  cells: readonly string[],
  fault?: string,
  kinds?: readonly (CellKind | undefined)[],
) => RawRow;

export function readHeader(line: number, header: readonly string[], rules: ColumnRules): ToRow {
  const places = placeColumns(line, header, rules);
  const { date, amount, labels } = places;
  return (rowLine, cells, fault, kinds) => {
    const row = {
      line: rowLine,
      date: cells[date],
      amount: cells[amount],
      labels: labels.map((at) => cells[at]),
      fault: fault ?? countFault(cells.length, header.length),
    };
    if (kinds === undefined) return row;
    return {
      ...row,
      dateIsDay: kinds[date] === 'day',
      amountIsNumber: kinds[amount] === 'number',
      fault: row.fault ?? kindFault(cells, kinds, places),
    };
  };
}

/** Whether a header contains the fields under their names, among others. */
export function hasFields(header: readonly string[], rules: ColumnRules): boolean {
  const names = nameColumns(rules);
  const find = createFinder(header);
  return find(names.date) >= 0 && find(names.amount) >= 0;
}

interface Places {
  readonly date: number;
  readonly amount: number;
  /** -1 for a label without a column in the file. */
  readonly labels: readonly number[];
}

/** Text that a spreadsheet shows as a date or an amount may be another kind of cell. */
function kindFault(
  cells: readonly string[],
  kinds: readonly (CellKind | undefined)[],
  { date, amount, labels }: Places,
): string | undefined {
  const invalid = [date, amount, ...labels].find((at) => kinds[at] === 'invalid');
  if (invalid !== undefined) return cells[invalid];
  if (kinds[date] === 'number') {
    return `the date ${shortText(cells[date] ?? '')} is a number, not a date: format the column as dates`;
  }
  if (kinds[amount] === 'day') return 'the amount is a date: format the column as numbers';
  return undefined;
}

export function emptyRow(line: number, names: ColumnNames): RawRow {
  return { line, date: undefined, amount: undefined, labels: names.labels.map(() => undefined) };
}

/** No file of values has more columns; a line without an end may seem to have a million. */
const mostColumns = 1000;

function placeColumns(line: number, header: readonly string[], rules: ColumnRules): Places {
  const names = nameColumns(rules);
  const refuse = (words: string, hint?: string) =>
    new CostctlError('invalid_data', `line ${line}: ${words}`, { hint });
  if (header.length > mostColumns) throw refuse(`it names more than ${mostColumns} columns`);
  const has = `the file has ${listed(header)}`;
  checkSeparator(header, refuse);
  const find = createFinder(header);
  // Rejects use the fields' own names, whatever the original file called its columns.
  const areRejects = header.includes('_reason');
  const placeOf = (name: string, field: string) => {
    const at = find(name);
    return at < 0 && areRejects ? find(field) : at;
  };
  const wanted = [names.date, names.amount, ...names.labels];
  const fields = ['date', 'amount', ...rules.labelColumns.map(fieldOfLabel)];
  const found = wanted.map((name, at) => placeOf(name, fields[at] ?? ''));
  // A column that two fields could claim when ignoring case belongs to the one with its exact name.
  const isShared = (at: number) => found.filter((other) => other === at).length > 1;
  const [date = -1, amount = -1, ...labels] = found.map((at, field) =>
    at >= 0 && isShared(at) && header[at] !== wanted[field] ? -1 : at,
  );
  const read = new Set([date, amount, ...labels]);
  const isKnown = (at: number) => read.has(at) || rejectColumns.some((name) => name === header[at]);
  // Ignored columns may share a name: a sheet that was wider once has many without any.
  const checked = rules.ignoreExtra ? header.filter((_, at) => isKnown(at)) : header;
  const twin =
    checked.find((name, at) => checked.indexOf(name) !== at) ??
    header.find((name, at) => read.has(at) && header.indexOf(name) !== header.lastIndexOf(name));
  if (twin !== undefined) throw refuse(`the column ${shortText(twin)} appears twice`);
  const lacking = (
    [
      ['date', names.date, date],
      ['amount', names.amount, amount],
    ] as const
  ).filter(([, , at]) => at < 0);
  if (lacking.length > 0) {
    const columns = lacking.map(([, name]) => `column ${shortText(name)}`).join(' and no ');
    const maps = lacking.map(([field]) => `${field}=COLUMN`).join(',');
    const pronoun = lacking.length === 1 ? 'it' : 'them';
    throw refuse(`there is no ${columns}`, `${has}; name ${pronoun} with --map ${maps}`);
  }
  const missing = labels.indexOf(-1);
  if (missing >= 0 && !rules.allowMissingLabels) {
    const label = rules.labelColumns[missing];
    throw refuse(
      `there is no column ${shortText(names.labels[missing] ?? '')} for the label ${label}`,
      `${has}; name it with --map ${label}=COLUMN, or give --allow-missing-labels`,
    );
  }
  const extra = header.filter((_, at) => !isKnown(at));
  if (extra.length > 0 && !rules.ignoreExtra) throw refuse(unknownColumns(extra), extraHint(names));
  return { date, amount, labels };
}

/** Exact names first; otherwise ignoring case, if only one column matches. */
function createFinder(header: readonly string[]): (name: string) => number {
  const lower = header.map((name) => name.toLowerCase());
  return (name) => {
    const exact = header.indexOf(name);
    if (exact >= 0) return exact;
    const wanted = name.toLowerCase();
    const at = lower.indexOf(wanted);
    return at === lower.lastIndexOf(wanted) ? at : -1;
  };
}

const separators: readonly (readonly [separator: string, name: string, option: string])[] = [
  [';', 'semicolons', "--delimiter ';'"],
  ['\t', 'tabs', '--delimiter tab'],
  [',', 'commas', '--format csv'],
];

/** A header of one cell that contains separators was split by the wrong one. */
function checkSeparator(
  header: readonly string[],
  refuse: (words: string, hint: string) => CostctlError,
): void {
  const [only = ''] = header;
  if (header.length !== 1) return;
  const found = separators.find(([separator]) => only.includes(separator));
  if (found === undefined) return;
  const [, name, option] = found;
  throw refuse(`cells are separated by ${name}`, `give ${option}`);
}

function extraHint({ labels }: ColumnNames): string {
  const named =
    labels.length === 0 ? 'the metric has no labels' : `its labels are ${labels.join(', ')}`;
  return `${named}; name columns with --map, or ignore the others with --ignore-extra`;
}

export function unknownColumns(extra: readonly string[]): string {
  const named = listed(extra);
  return extra.length === 1
    ? `the column ${named} is neither date nor amount nor a label`
    : `the columns ${named} are neither date nor amount nor labels`;
}

function countFault(cells: number, columns: number): string | undefined {
  if (cells === columns) return undefined;
  return `the row has ${cells} ${cells === 1 ? 'cell' : 'cells'}, the header ${columns}`;
}

/** A file without values may name a thousand columns, each of them megabytes long. */
const mostListed = 20;

function listed(names: readonly string[]): string {
  return nameFirst(names.map(shortText), mostListed);
}
