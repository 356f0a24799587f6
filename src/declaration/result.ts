import type { Column, View } from '../output/view.ts';
import type { JsonSchema } from './kind.ts';

/** Exact numbers that this program computes are text, because most JSON readers would round them. */
const decimal = '^-?\\d+(\\.\\d+)?$';

const values = {
  text: { type: 'string' },
  'text or null': { type: ['string', 'null'] },
  'yes or no': { type: 'boolean' },
  count: { type: 'integer', minimum: 0 },
  'count or null': { type: ['integer', 'null'], minimum: 0 },
  decimal: { type: 'string', pattern: decimal },
  'decimal or null': { type: ['string', 'null'], pattern: decimal },
  day: { type: 'string', format: 'date' },
  anything: {},
} satisfies Readonly<Record<string, JsonSchema>>;

type Value = keyof typeof values | JsonSchema;

/** How a table shows a field; `ifAny`: only if a row has a value there. */
type Shown = Omit<Column<unknown>, 'path'> & { readonly ifAny?: true };

/** In their order: the value and, if a table shows it, how. A field whose name ends in `?` may be missing. */
export type Fields = Readonly<Record<string, Value | readonly [value: Value, shown: Shown]>>;

/** The JSON Schema of a record with these fields. */
export function record(fields: Fields): JsonSchema {
  const names = Object.keys(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [pathOf(name), schemaOf(field)]),
    ),
    required: names.filter((name) => !isOptional(name)),
  };
}

export function listOf(items: Value): JsonSchema {
  return { type: 'array', items: schemaOf(items) };
}

/** The JSON Schema of a result whose form depends on options. */
export function either(...forms: readonly JsonSchema[]): JsonSchema {
  return { anyOf: forms };
}

/** In the order of fields, after those that come `first`. One that may be missing needs a row that has it. */
export function viewOf(
  fields: Fields,
  rows: readonly object[] = [],
  first: readonly string[] = [],
): Required<Pick<View<unknown>, 'columns' | 'fields'>> {
  const columns = Object.entries(fields).flatMap(([name, field]) => {
    if (!isShown(field)) return [];
    const path = pathOf(name);
    const { ifAny = isOptional(name), ...column } = field[1];
    const isEmpty = ifAny && rows.every((row) => (Reflect.get(row, path) ?? null) === null);
    return isEmpty ? [] : [{ path, ...column }];
  });
  const chosen = first.flatMap((name) => columns.filter(({ path }) => path === name));
  return {
    columns: [...chosen, ...columns.filter((column) => !chosen.includes(column))],
    fields: Object.keys(fields).filter((name) => !isOptional(name)),
  };
}

function isShown(field: Fields[string]): field is readonly [value: Value, shown: Shown] {
  return Array.isArray(field);
}

function schemaOf(field: Fields[string]): JsonSchema {
  const value = isShown(field) ? field[0] : field;
  return typeof value === 'string' ? values[value] : value;
}

function isOptional(name: string): boolean {
  return name.endsWith('?');
}

function pathOf(name: string): string {
  return name.replace(/\?$/, '');
}
