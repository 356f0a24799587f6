import { CostctlError, usageError } from '../errors.ts';
import { isObject } from '../json/bulk/merge.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../json/number.ts';
import { shortText } from './short-text.ts';

/** A row as it stands in the file, before any check. */
export interface RawRow {
  readonly line: number;
  readonly date: Cell;
  readonly amount: Cell;
  /** One for each label column of the metric. */
  readonly labels: readonly Cell[];
  /** What is wrong with the row's form; then no cell is to be trusted. */
  readonly fault?: string | undefined;
}

export type Cell = string | undefined;

export interface ColumnRules {
  readonly labelColumns: readonly string[];
  /** Names of columns in the file, where they are not the fields' own. */
  readonly map: Readonly<Record<string, string>>;
  readonly ignoreExtra: boolean;
  readonly allowMissingLabels: boolean;
}

/** Columns that `--rejects` writes for people, and the import passes over. */
export const rejectColumns = ['_line', '_reason'] as const;

/** What a label's column is called in a file: its own name, unless that means something else there. */
export function fieldOfLabel(label: string): string {
  return ['date', 'amount', ...rejectColumns].includes(label) ? `labels.${label}` : label;
}

/** The fields' names in the file. Throws where `map` names a field that the metric lacks. */
export function nameColumns({ labelColumns, map }: ColumnRules): ColumnNames {
  const fields = ['date', 'amount', ...labelColumns.map(fieldOfLabel)];
  const unknown = Object.keys(map).find((field) => !fields.includes(field));
  if (unknown !== undefined) {
    throw usageError(
      `--map: ${unknown} is neither date nor amount nor a label column of the metric`,
      `the fields are ${fields.join(', ')}`,
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
  /** The labels' names in an object of their own, where a row has one. */
  readonly nested: readonly string[];
}

/** From a table's header to what turns its records into rows. */
export function readHeader(
  line: number,
  header: readonly string[],
  rules: ColumnRules,
): (line: number, cells: readonly string[], fault?: string) => RawRow {
  const names = nameColumns(rules);
  checkHeader(line, header, names, rules);
  const date = header.indexOf(names.date);
  const amount = header.indexOf(names.amount);
  const labels = names.labels.map((name) => header.indexOf(name));
  return (rowLine, cells, fault) => ({
    line: rowLine,
    date: cells[date],
    amount: cells[amount],
    labels: labels.map((at) => cells[at]),
    fault: fault ?? countFault(cells.length, header.length),
  });
}

/** From a JSON row, flat or with its labels in an object of their own. */
export function readObject(
  line: number,
  value: JsonValue,
  names: ColumnNames,
  ignoreExtra: boolean,
): RawRow {
  if (!isObject(value)) return { ...emptyRow(line, names), fault: 'the row is not an object' };
  const held = names.labels.includes('labels') ? undefined : own(value, 'labels');
  const labels = isObject(held) ? held : value;
  const labelNames = isObject(held) ? names.nested : names.labels;
  const row = {
    line,
    date: textOf(own(value, names.date)),
    amount: amountOf(own(value, names.amount)),
    labels: labelNames.map((name) => textOf(own(labels, name))),
  };
  const flatNames = { ...names, labels: labelNames };
  return { ...row, fault: objectFault(value, held, labels, flatNames, ignoreExtra) };
}

export function emptyRow(line: number, names: ColumnNames): RawRow {
  return { line, date: undefined, amount: undefined, labels: names.labels.map(() => undefined) };
}

/** No file of values has more; a line without an end may look as if it had a million. */
const mostColumns = 1000;

function checkHeader(
  line: number,
  header: readonly string[],
  names: ColumnNames,
  rules: ColumnRules,
): void {
  const refuse = (words: string, hint?: string) =>
    new CostctlError('invalid_data', `line ${line}: ${words}`, { hint });
  if (header.length > mostColumns) throw refuse(`it names more than ${mostColumns} columns`);
  const has = `the file has ${listed(header)}`;
  const [only = ''] = header;
  if (header.length === 1 && only.includes(';')) {
    throw refuse('cells are separated by semicolons', 'save the file with commas');
  }
  const known = new Set<string>([names.date, names.amount, ...names.labels, ...rejectColumns]);
  // Columns that are passed over may share a name: a sheet that was wider once has many without any.
  const read = rules.ignoreExtra ? header.filter((name) => known.has(name)) : header;
  const twice = read.find((name, at) => read.indexOf(name) !== at);
  if (twice !== undefined) throw refuse(`the column ${shortText(twice)} stands twice`);
  for (const [field, name] of [
    ['date', names.date],
    ['amount', names.amount],
  ] as const) {
    if (header.includes(name)) continue;
    throw refuse(
      `there is no column ${shortText(name)}`,
      `${has}; name it with --map ${field}=COLUMN`,
    );
  }
  const missing = names.labels.findIndex((name) => !header.includes(name));
  if (missing >= 0 && !rules.allowMissingLabels) {
    const label = rules.labelColumns[missing];
    throw refuse(
      `there is no column ${shortText(names.labels[missing] ?? '')} for the label ${label}`,
      `${has}; name it with --map ${label}=COLUMN, or give --allow-missing-labels`,
    );
  }
  const extra = header.filter((name) => !known.has(name));
  if (extra.length > 0 && !rules.ignoreExtra) throw refuse(unknownColumns(extra), extraHint(names));
}

function extraHint({ labels }: ColumnNames): string {
  const named =
    labels.length === 0 ? 'the metric has no labels' : `its labels are ${labels.join(', ')}`;
  return `${named}; name columns with --map, or leave others out with --ignore-extra`;
}

function unknownColumns(extra: readonly string[]): string {
  const named = listed(extra);
  return extra.length === 1
    ? `the column ${named} is neither date nor amount nor a label`
    : `the columns ${named} are neither date nor amount nor labels`;
}

function countFault(cells: number, columns: number): string | undefined {
  if (cells === columns) return undefined;
  return `the row has ${cells} ${cells === 1 ? 'cell' : 'cells'}, the header ${columns}`;
}

function objectFault(
  row: JsonObject,
  nested: JsonValue | undefined,
  labels: JsonObject,
  names: ColumnNames,
  ignoreExtra: boolean,
): string | undefined {
  const fields: readonly (readonly [string, JsonValue | undefined])[] = [
    [names.date, own(row, names.date)],
    ...names.labels.map((name) => [name, own(labels, name)] as const),
  ];
  const notText = fields.find(([, value]) => value != null && typeof value !== 'string');
  if (notText !== undefined) return `${notText[0]} is not text`;
  const amount = own(row, names.amount);
  if (amount != null && amountOf(amount) === undefined) {
    return 'the amount is neither text nor a number';
  }
  if (nested != null && !isObject(nested)) return 'labels is not an object';
  if (ignoreExtra) return undefined;
  const flat = new Set<string>([names.date, names.amount, 'labels', ...rejectColumns]);
  const isKnown = (name: string) => names.labels.includes(name);
  const extra = isObject(nested)
    ? [
        ...Object.keys(row).filter((name) => !flat.has(name)),
        ...Object.keys(labels).filter((name) => !isKnown(name)),
      ]
    : Object.keys(row).filter((name) => !flat.has(name) && !isKnown(name));
  return extra.length === 0 ? undefined : unknownColumns(extra);
}

function amountOf(value: JsonValue | undefined): Cell {
  if (typeof value === 'number') return String(value);
  return value instanceof ExactNumber ? value.text : textOf(value);
}

function textOf(value: JsonValue | undefined): Cell {
  return typeof value === 'string' ? value : undefined;
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A file that is none of values may name a thousand columns, and each of them be megabytes long. */
const mostListed = 20;

function listed(names: readonly string[]): string {
  const first = names.slice(0, mostListed).map(shortText).join(', ');
  const more = names.length - mostListed;
  return more > 0 ? `${first} and ${more} more` : first;
}
