import type { SchemaTree } from 'hyparquet';
import { isListLike, isMapLike } from 'hyparquet/src/schema.js';
import { type JsonValue, numberForm, numberOf } from '../../json/number.ts';
import { conversionOf, toJson } from './stored-text.ts';

/** Turns what the library makes of a struct, a list or a map into JSON. */
type ReadNested = (value: unknown) => JsonValue;

/** Values inside keep their digits as those of a column do, so the elements inside are changed too. */
export function openNested(tree: SchemaTree): ReadNested {
  const { element, children } = tree;
  // What is in a variant is declared in its values.
  if (element.logical_type?.type === 'VARIANT') return toJson;
  if (children.length === 0) return eachOf(openValue(tree));
  const [inner] = children;
  if (inner !== undefined && isListLike(tree)) {
    return eachOf(openNested(inner.children.length === 1 ? (inner.children[0] ?? inner) : inner));
  }
  if (isMapLike(tree)) {
    const values = inner?.children.find((child) => child.element.name === 'value');
    const read = values === undefined ? toJson : openNested(values);
    const readKey = openKey(inner?.children.find((child) => child.element.name === 'key'));
    return eachOf((map) => readFields(map, () => read, readKey));
  }
  const fields = new Map(children.map((child) => [child.element.name, openNested(child)]));
  return eachOf((struct) => readFields(struct, (name) => fields.get(name) ?? toJson));
}

/** A value that is repeated is an array of such values. */
function eachOf(read: ReadNested): ReadNested {
  return (value) => {
    if (value === null || value === undefined) return null;
    return Array.isArray(value) ? value.map(eachOf(read)) : read(value);
  };
}

function readFields(
  value: unknown,
  readerOf: (name: string) => ReadNested,
  readKey = (name: string) => name,
): JsonValue {
  if (typeof value !== 'object' || value === null) return toJson(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [readKey(name), readerOf(name)(field)]),
  );
}

/**
 * The library makes a text of each key: of a day or moment by the machine's time zone, of a decimal with
 * fewer digits. So it gets the integer that is stored.
 */
function openKey(key: SchemaTree | undefined): ((name: string) => string) | undefined {
  const type = key?.element.type;
  if (key === undefined || (type !== 'INT32' && type !== 'INT64')) return undefined;
  const { convert } = conversionOf(key.element);
  const numberIn = type === 'INT32' ? Number : BigInt;
  return (name) => (/^-?\d+$/.test(name) ? (convert(numberIn(name)) ?? name) : name);
}

function openValue({ element }: SchemaTree): ReadNested {
  const { stored, convert } = conversionOf(element);
  return (value) => {
    if (typeof value === 'boolean') return value;
    const text = convert(value);
    const isNumber = text !== null && stored === 'number' && numberForm.test(text);
    return isNumber ? numberOf(text) : text;
  };
}
