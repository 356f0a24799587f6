import { ExactNumber, isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import { shortText } from '../text.ts';
import {
  type Cell,
  type ColumnNames,
  emptyRow,
  type RawRow,
  rejectColumns,
  unknownColumns,
} from './file-columns.ts';

/** Reads a JSON row, flat or with its labels in an object of their own. */
export function readObject(
  line: number,
  value: JsonValue,
  names: ColumnNames,
  ignoreExtra: boolean,
): RawRow {
  if (!isObject(value)) return { ...emptyRow(line, names), fault: 'the row is not an object' };
  const held = own(value, 'labels');
  const isNested = isObject(held);
  const labels = isNested ? held : value;
  const labelNames = isNested ? names.nested : names.labels;
  const amount = own(value, names.amount);
  const row = {
    line,
    date: textOf(own(value, names.date)),
    amount: amountOf(amount),
    amountIsNumber: typeof amount !== 'string',
    labels: labelNames.map((name) => textOf(own(labels, name))),
  };
  const flatNames = { ...names, labels: labelNames };
  return { ...row, fault: objectFault(value, held, labels, flatNames, ignoreExtra) };
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
  const isKnown = (name: string) => names.labels.includes(name);
  const hasNested = isObject(nested);
  if (nested != null && !hasNested && !isKnown('labels')) return 'labels is not an object';
  const notText = fields.find(([, value]) => value != null && typeof value !== 'string');
  if (notText !== undefined) return `${notText[0]} is not text`;
  const amount = own(row, names.amount);
  if (amount != null && amountOf(amount) === undefined) {
    return 'the amount is neither text nor a number';
  }
  if (ignoreExtra) return undefined;
  const flat = new Set<string>([names.date, names.amount, 'labels', ...rejectColumns]);
  const beside = hasNested && Object.keys(row).find((name) => !flat.has(name) && isKnown(name));
  if (typeof beside === 'string')
    return `the label ${shortText(beside)} is beside the object labels, not in it`;
  const extra = hasNested
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
