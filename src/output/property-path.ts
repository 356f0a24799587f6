import { usageError } from '../errors.ts';
import { membersOf, objectOf } from '../json/members.ts';
import { isNumber, isObject } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { didYouMean } from '../suggest.ts';
import { escapeForTerminal, nameFirst } from '../text.ts';
import type { Row } from './view.ts';

/** The value at a property path. A key that contains dots takes precedence over a path. */
export function readPath(record: Row, path: string): unknown {
  if (Object.hasOwn(record, path)) return record[path];
  return findKeys(record, path)?.reduce<unknown>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    record,
  );
}

/** All columns: the documented ones, then others in the order of the records. */
export function columnsOf(records: readonly Row[], fields: readonly string[] = []): string[] {
  const columns = new Set(fields);
  const isFlat = !fields.some((field) => field.includes('.'));
  for (const record of records) {
    // Most records have only columns of the records before.
    if (isFlat && Object.keys(record).every((key) => columns.has(key))) continue;
    for (const name of namesIn(record, fields)) columns.add(name);
  }
  return [...columns];
}

/** A record's columns: its keys, or nested keys if the documented fields are nested. */
export function namesIn(record: Row, fields: readonly string[] = [], above = ''): string[] {
  return membersOf(record).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const path = `${above}${key}`;
    const isSpread = fields.some((field) => field.startsWith(`${path}.`)) && !fields.includes(path);
    if (!isSpread || value === null) return isSpread ? [] : [path];
    return isObject(value) ? namesIn(value, fields, `${path}.`) : [path];
  });
}

export function findUnmet(
  wanted: readonly string[],
  records: readonly Row[],
  fields: readonly string[] = [],
): readonly string[] {
  return wanted.filter(
    (name) => !fields.includes(name) && !records.some((record) => findKeys(record, name)),
  );
}

/** Throws for a column of --columns that is neither documented nor in any record. */
export function checkColumns(
  wanted: readonly string[],
  records: readonly Row[],
  fields: readonly string[] | undefined,
  headings: readonly {
    readonly path: string;
    readonly header?: string;
    readonly brief?: string;
  }[] = [],
): void {
  if (records.length === 0 && fields === undefined) return;
  const unknown = findUnmet(wanted, records, fields).find(
    // Without a record, the properties of a documented field are unknown.
    (name) => records.length > 0 || !fields?.some((field) => name.startsWith(`${field}.`)),
  );
  if (unknown === undefined) return;
  const known = columnsOf(records, fields);
  // People type what they see above a column.
  const seen = headings.find(({ header, brief }) => header === unknown || brief === unknown);
  const meant = seen ? `, the heading of ${seen.path}` : didYouMean(unknown, known);
  const message = `--columns: no record has the column "${unknown}"${meant}`;
  throw usageError(
    escapeForTerminal(message),
    known.length === 0
      ? 'no columns are known'
      : `known columns: ${nameFirst(known.map(escapeForTerminal), 10)}`,
  );
}

/** The record with only these columns, in their original nesting and order. */
export function keepColumns(record: unknown, columns: readonly string[]): unknown {
  if (!isObject(record)) return record;
  const paths = columns.flatMap((column) => {
    const keys = findKeys(record, column);
    return keys === undefined ? [] : [keys];
  });
  return keepPaths(record, paths);
}

function keepPaths(record: Row, paths: readonly (readonly string[])[]): Row {
  const entries: [string, unknown][] = [];
  for (const [key, value] of membersOf(record)) {
    const inner = paths.filter(([first]) => first === key).map((path) => path.slice(1));
    if (inner.length === 0) continue;
    const whole = inner.some((path) => path.length === 0);
    entries.push([key, whole || !isObject(value) ? value : keepPaths(value, inner)]);
  }
  return objectOf(entries);
}

/** The keys that lead to a path's value; undefined if the record has none. */
function findKeys(record: Row, path: string): readonly string[] | undefined {
  if (Object.hasOwn(record, path)) return record[path] === undefined ? undefined : [path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot);
    const inner = Object.hasOwn(record, key) ? record[key] : undefined;
    const keys = isObject(inner) ? findKeys(inner, path.slice(dot + 1)) : undefined;
    if (keys !== undefined) return [key, ...keys];
  }
  return undefined;
}

/** A value as the text of one cell: empty for null, compact JSON for objects and lists. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return stringifyJson(value);
}

/** Decimal text: amounts are sent as text, but are numbers. */
export const decimalForm = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Anything as a record with columns: list items by position, other values as `value`. */
export function toRecord(value: unknown): Row {
  if (isObject(value)) return value;
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  return { value };
}

/** A value as readable text: a list of texts or numbers becomes `region, channel`. */
export function readableText(value: unknown): string {
  const isPlain = (item: unknown) => typeof item === 'string' || isNumber(item);
  return Array.isArray(value) && value.every(isPlain)
    ? value.map(cellText).join(', ')
    : cellText(value);
}
