import type { SchemaTree } from 'hyparquet';
import { isMapLike } from 'hyparquet/src/schema.js';
import { CostctlError } from '../../errors.ts';
import { stringifyJson } from '../../json/stringify.ts';
import type { Cell, FileColumn } from '../table-rows.ts';
import type { StoredDecimal } from './stored-decimals.ts';
import { type Conversion, conversionOf, toJson } from './stored-text.ts';
import type { ReadValue } from './stored-values.ts';
import { needsLibrary, valueReaderOf } from './value-reader.ts';

/** A column, and how its stored values become text without losing a digit. */
export interface ReadColumn extends FileColumn {
  readonly isNested: boolean;
  /** Whether it is declared as text, which is UTF-8. */
  readonly isText: boolean;
  /** Whether its texts are the bytes that are stored. */
  readonly areBytes: boolean;
  /** Reads what `convert` takes, unless the column is nested. */
  readonly valueAt: ReadValue;
  readonly convert: (value: unknown) => Cell;
  /** Set if its values are decimals that can be read faster. */
  readonly decimal: StoredDecimal | undefined;
}

/**
 * Texts that differ only in bytes that are not UTF-8 would be written as the same text, so such a text is
 * refused. Bytes that are not declared as text are shown as `\xFF`, and a backslash that already looks like
 * that as `\x5C`.
 */
export function writableText({ name, isText, isNested }: ReadColumn, text: Cell): Cell {
  if (text === null || isNested) return text;
  if (!isText) {
    return text.replace(/[\udc80-\udcff]|\\(?=x[0-9A-F]{2})/gu, (one) => {
      const byte = one.charCodeAt(0) & 0xff;
      return `\\x${byte.toString(16).toUpperCase()}`;
    });
  }
  if (!/\p{Surrogate}/u.test(text)) return text;
  throw new CostctlError('invalid_data', `column '${name}' has a text that is not valid UTF-8`);
}

/** Opens the columns at the top. */
export function openColumns({ children }: SchemaTree): readonly ReadColumn[] {
  for (const column of children) refuseMixedUp(column);
  return children.map(openColumn);
}

/**
 * The library takes a field called `a.b` for the field `b` of `a`, and would give one the other's values. It makes
 * the same text of all keys that are structs.
 */
function refuseMixedUp(column: SchemaTree): void {
  const known = new Set<string>();
  const check = (tree: SchemaTree) => {
    const name = tree.path.join('.');
    const refuse = (what: string) => {
      throw new Error(`column '${column.path[0]}' has ${what}, which is not supported`);
    };
    if (known.has(name)) refuse(`two fields '${name}'`);
    known.add(name);
    const [entry] = isMapLike(tree) ? tree.children : [];
    const key = entry?.children.find(({ element }) => element.name === 'key');
    if (key !== undefined && key.children.length > 0) {
      refuse(`a map '${name}' whose keys are not single values`);
    }
    tree.children.forEach(check);
  };
  check(column);
}

const textTypes: ReadonlySet<string> = new Set(['UTF8', 'STRING', 'JSON', 'ENUM']);

function openColumn(tree: SchemaTree): ReadColumn {
  const { element } = tree;
  const { name, type } = element;
  const isNested = tree.children.length > 0 || element.repetition_type === 'REPEATED';
  const declared = element.converted_type ?? element.logical_type?.type ?? '';
  const isText = textTypes.has(declared);
  const { stored, convert, decimal } = isNested ? nested : rememberTexts(conversionOf(element));
  return {
    name,
    stored,
    isBinary: type === 'DOUBLE' || type === 'FLOAT',
    isJson: type === 'BOOLEAN' || isNested,
    isNested,
    isText,
    areBytes: stored === 'text' && type === 'BYTE_ARRAY' && !needsLibrary(element),
    valueAt: valueReaderOf(element),
    decimal,
    convert,
  };
}

/** A text in a variant is JSON too: it differs from a number with the same digits. */
const nested = {
  stored: 'other',
  convert: (value: unknown) =>
    value === null || value === undefined ? null : stringifyJson(toJson(value)),
  decimal: undefined,
} as const;

const mostRemembered = 10_000;

/** Values of a column repeat: their texts are made once. */
function rememberTexts({ convert, ...conversion }: Conversion): Conversion {
  const known = new Map<unknown, string>();
  const remember = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (typeof value === 'object') return convert(value);
    const found = known.get(value);
    if (found !== undefined) return found;
    if (known.size >= mostRemembered) known.clear();
    const text = convert(value);
    known.set(value, text);
    return text;
  };
  return { ...conversion, convert: remember };
}
