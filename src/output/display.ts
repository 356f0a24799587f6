import { formatJudged, formatPercent, groupDigits, withPlus } from '../json/decimal.ts';
import { isNumber, isObject } from '../json/number.ts';
import { escapeForTerminal, hasOddSpace } from '../text.ts';
import { shortAge, timestampWithAge } from './age.ts';
import { cellText, decimalForm, readableText, readPath } from './property-path.ts';
import type { TableColumn } from './table-column.ts';
import { toneOf } from './tone.ts';
import { type Column, isFigure, type Kind, type Look, type Row } from './view.ts';

/** A column of records for people: its cells as text, and their layout. */
export function displayColumn(
  column: Column<unknown>,
  rows: readonly Row[],
  look: Look,
): TableColumn {
  const { values, places } = dependsOnRow(column)
    ? valuesOf(column, rows)
    : differentValuesOf(column, rows);
  const isNumeric = column.kind === undefined && hasOnlyNumbers(values);
  const format = withoutValue(column, rows, formatOf(column, rows, values, look));
  const shortFormat = withoutValue(column, rows, (value) => shortAge(value, look));
  const { indent } = column;
  const texts = values.map((value, row) => {
    const text =
      column.cell === undefined ? format(value, row) : column.cell(value, look, rows[row] ?? {});
    const shown = escapeForTerminal(text);
    if (indent === undefined) return shown;
    return '  '.repeat(Number(readPath(rows[row] ?? {}, indent))) + shown;
  });
  const isNested = column.cell === undefined && values.some(hasParts);
  const isRight = isFigure(column) || isNumeric;
  const header = escapeForTerminal(column.header ?? column.path);
  return {
    header,
    // In days such as 2026-11-09..15 the year says least.
    brief: column.brief ?? header.replace(/^\d{4}-(?=.*\.\.)/, ''),
    align: isRight ? 'right' : 'left',
    texts: column.kind === 'money' ? alignPoints(texts) : texts,
    places,
    shorter:
      column.kind === 'timestamp' && column.cell === undefined
        ? () => values.map((value, row) => escapeForTerminal(shortFormat(value, row)))
        : undefined,
    shrinks: shrinksOf(column.kind, isNumeric, isNested),
    importance: column.importance ?? 'normal',
    isName: column.asked === true || column.names === true,
    ...wholeOf(column, isRight && look.exact),
    ...(isRight || isProse(column) ? {} : { cut: 'middle' as const }),
    tone: column.kind === 'state' ? toneOf : undefined,
  };
}

/** Whether the text of a value also depends on others of its row. */
function dependsOnRow(column: Column<unknown>): boolean {
  const { cell, currency, limit, isNumber, isPercent, isMore, indent, none } = column;
  const given = [cell, currency, limit, isNumber, isPercent, isMore, indent];
  return typeof none === 'function' || given.some((one) => one !== undefined);
}

function valuesOf({ path }: Column<unknown>, rows: readonly Row[]) {
  const values = rows.map((row) => readPath(row, path));
  return { values, places: Uint32Array.from(values.keys()) };
}

function differentValuesOf({ path }: Column<unknown>, rows: readonly Row[]) {
  const found = new Map<unknown, number>();
  const places = new Uint32Array(rows.length);
  // A loop over pairs of a place and a row takes twice as long.
  rows.forEach((row, at) => {
    const value = readPath(row, path);
    const place = found.get(value) ?? found.size;
    if (place === found.size) found.set(value, place);
    places[at] = place;
  });
  return { values: [...found.keys()], places };
}

/** If all digits were asked for, none is cut. */
function wholeOf({ whole }: Column<unknown>, isExact: boolean): Pick<TableColumn, 'whole'> {
  if (isExact) return { whole: 'always' };
  return whole === undefined ? {} : { whole };
}

/** The start of a sentence says most; names that start alike differ at their ends. */
function isProse({ path }: Column<unknown>): boolean {
  return /(description|message|error|problem|requirement|example|reason)$/.test(path.toLowerCase());
}

export function displayCell(row: Row, column: Column<unknown>, look: Look): string {
  const value = readPath(row, column.path);
  if (column.cell !== undefined) return escapeForTerminal(column.cell(value, look, row));
  return escapeForTerminal(
    column.kind === 'timestamp' ? timestampWithAge(value, look) : readableText(value),
  );
}

type Format = (value: unknown, row: number) => string;

function formatOf(
  column: Column<unknown>,
  rows: readonly Row[],
  values: readonly unknown[],
  look: Look,
): Format {
  if (column.kind === 'timestamp') return (value) => timestampWithAge(value, look);
  const { currency, limit } = column;
  const isPercent = (row: number) => column.isPercent?.(rows[row] ?? {}) === true;
  if (look.exact) {
    return signedBy(column, (value, row) => readableText(value) + (isPercent(row) ? ' %' : ''));
  }
  if (column.kind === 'money') {
    const currencyOf = (row: number) => {
      const text = currency === undefined ? undefined : readPath(rows[row] ?? {}, currency);
      return typeof text === 'string' ? text : undefined;
    };
    const limitOf = (row: number) => {
      const record = rows[row] ?? {};
      if (limit === undefined) return '';
      return cellText(typeof limit === 'string' ? readPath(record, limit) : limit(record));
    };
    return signedBy(column, (value, row) => {
      if (!isPlain(value)) return readableText(value);
      const text = cellText(value);
      if (isPercent(row)) return `${groupDigits(text)} %`;
      return column.isNumber?.(rows[row] ?? {}) === true
        ? groupDigits(text)
        : formatJudged(text, currencyOf(row), limitOf(row));
    });
  }
  if (column.kind === 'percent') return signedBy(column, (value) => formatPercent(cellText(value)));
  const isQuantity =
    column.kind === 'number' ||
    (column.kind === undefined &&
      values.every((value) => isAbsent(value) || isNumber(value)) &&
      !namesSomething.test(column.path.toLowerCase()));
  return isQuantity
    ? signedBy(column, (value, row) => {
        const more = column.isMore?.(rows[row] ?? {}) === true ? '+' : '';
        return isPlain(value) ? groupDigits(cellText(value)) + more : readableText(value);
      })
    : readableText;
}

function withoutValue({ none }: Column<unknown>, rows: readonly Row[], format: Format): Format {
  if (none === undefined) return format;
  const noneOf = (row: number) => (typeof none === 'string' ? none : none(rows[row] ?? {}));
  return (value, row) => {
    if (value === null) return noneOf(row);
    // A value that reads like a missing one, or like another one, is quoted.
    const isOdd = typeof value === 'string' && (value === none || hasOddSpace(value));
    return isOdd && value !== '' ? `"${value}"` : format(value, row);
  };
}

/** An increase has a plus, as a decrease has a minus. */
function signedBy({ signed }: Column<unknown>, format: Format): Format {
  if (signed !== true) return format;
  return (value, row) => (isPlain(value) ? withPlus(format(value, row)) : format(value, row));
}

/** Numbers that name something are shown without separators. A column such as `prepaid` has amounts. */
const namesSomething =
  /(^|[._ -])(ids|port|account|zip|version)$|((?<!pa|\bb)id|year|code|number)$/;

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || isNumber(value);
}

function shrinksOf(kind: Kind | undefined, isNumeric: boolean, isNested: boolean) {
  if (kind === undefined ? isNumeric : kind !== 'text') return 'last';
  return isNested ? 'first' : 'second';
}

/** Pads amounts on the right, so that currencies with different decimals align at the point. */
function alignPoints(texts: readonly string[]): readonly string[] {
  const behind = texts.map((text) =>
    /\d$/.test(text) ? (/\.\d+$/.exec(text)?.[0].length ?? 0) : undefined,
  );
  const most = behind.reduce<number>((longest, length) => Math.max(longest, length ?? 0), 0);
  if (behind.every((length) => length === undefined || length === most)) return texts;
  return texts.map((text, at) => text + ' '.repeat(most - (behind[at] ?? most)));
}

function hasParts(value: unknown): boolean {
  return isObject(value) || (Array.isArray(value) && value.some(hasParts));
}

function hasOnlyNumbers(values: readonly unknown[]): boolean {
  let present = 0;
  for (const value of values) {
    if (isAbsent(value)) continue;
    present += 1;
    if (!isNumber(value) && !(typeof value === 'string' && decimalForm.test(value))) return false;
  }
  return present > 0;
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}
