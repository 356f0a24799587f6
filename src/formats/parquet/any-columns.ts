import { type FileMetaData, parquetSchema, type SchemaElement, type SchemaTree } from 'hyparquet';
import { isMapLike } from 'hyparquet/src/schema.js';
import { CostctlError } from '../../errors.ts';
import { stringifyJson } from '../../json/stringify.ts';
import type { Cell, FileColumn, StoredKind } from '../table-rows.ts';
import { isFlatType, type StoredValues } from './flat-chunk.ts';
import { openNested } from './nested-values.ts';
import type { StoredDecimal } from './stored-decimals.ts';
import { type Conversion, conversionOf, textOf } from './stored-text.ts';

/** A column, and how its stored values become text without losing a digit. */
export interface ReadColumn extends FileColumn {
  readonly isNested: boolean;
  /** Whether it is declared as text, which is UTF-8. */
  readonly isText: boolean;
  /** Reads from the bytes of a value what `convert` takes; undefined if bytes do not distinguish values. */
  readonly valueAt: ((values: StoredValues, value: number) => unknown) | undefined;
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

/** Opens the columns at the top, and changes their elements so that values come as they are stored. */
export function openColumns(metadata: FileMetaData): readonly ReadColumn[] {
  const { children } = parquetSchema(metadata);
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

function openColumn(tree: SchemaTree): ReadColumn {
  const { element } = tree;
  const { name, type } = element;
  const isNested = tree.children.length > 0 || element.repetition_type === 'REPEATED';
  const isText = element.converted_type === 'UTF8' || element.logical_type?.type === 'STRING';
  const { stored, convert, decimal } = isNested ? nestedText(tree) : conversionOf(element);
  return {
    name,
    stored,
    isBinary: type === 'DOUBLE' || type === 'FLOAT',
    isJson: type === 'BOOLEAN' || isNested,
    isNested,
    isText,
    valueAt: isNested ? undefined : valueReaderOf(element, stored),
    decimal,
    convert: rememberTexts(convert),
  };
}

function nestedText(tree: SchemaTree): Conversion {
  const read = openNested(tree);
  return { stored: 'other', convert: (value) => stringifyJson(read(value)) };
}

/** Reads values as the library would; undefined if the annotations of the element ask for more. */
function valueReaderOf(element: SchemaElement, stored: StoredKind): ReadColumn['valueAt'] {
  const { type, converted_type: converted, logical_type: logical } = element;
  const isPlain =
    /^(UTF8|ENUM|JSON|INT_\d+|)$/.test(converted ?? '') &&
    /^(STRING|ENUM|)$/.test(logical?.type ?? '');
  if (!isPlain || !isFlatType(element)) return undefined;
  switch (type) {
    case 'INT32':
      return ({ bytes }, value) => bytes.view.getInt32(value * 4, true);
    case 'INT64':
      return ({ bytes }, value) => bytes.view.getBigInt64(value * 8, true);
    case 'DOUBLE':
      return ({ bytes }, value) => bytes.view.getFloat64(value * 8, true);
    default:
  }
  const bytesAt = (values: StoredValues, value: number) =>
    values.bytes.buffer.subarray(values.startOf(value), values.endOf(value));
  if (stored === 'number') return bytesAt;
  return type === 'BYTE_ARRAY' ? (values, value) => textOf(bytesAt(values, value)) : undefined;
}

const mostRemembered = 10_000;

/** Values of a column repeat: their texts are made once. */
function rememberTexts(convert: (value: unknown) => Cell): (value: unknown) => Cell {
  const known = new Map<unknown, Cell>();
  return (value) => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'string') return value;
    if (typeof value === 'object') return convert(value);
    const found = known.get(value);
    if (found !== undefined) return found;
    if (known.size >= mostRemembered) known.clear();
    const text = convert(value);
    known.set(value, text);
    return text;
  };
}
