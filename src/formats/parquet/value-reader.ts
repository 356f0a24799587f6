import type { SchemaElement, SchemaTree } from 'hyparquet';
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { numberForm, numberOf } from '../../json/number.ts';
import { conversionOf, textOf } from './stored-text.ts';
import { type ReadValue, readerOf } from './stored-values.ts';

/** How the library makes values of what is stored. */
export const parsers = {
  ...DEFAULT_PARSERS,
  stringFromBytes: (bytes: Uint8Array | undefined) =>
    bytes === undefined ? undefined : textOf(bytes),
  jsonFromBytes: (bytes: Uint8Array) => bytes,
  timestampFromNanoseconds: (nanoseconds: bigint) => nanoseconds,
};

/** Whether only the library knows what the bytes of a value mean. */
export function needsLibrary({ converted_type, logical_type }: SchemaElement): boolean {
  const { type = '' } = logical_type ?? {};
  return converted_type === 'BSON' || /^(UUID|FLOAT16|GEOMETRY|GEOGRAPHY|BSON)$/.test(type);
}

/** Reads values as their conversion takes them: texts are decoded. */
export function valueReaderOf(element: SchemaElement): ReadValue {
  if (needsLibrary(element)) return convertedReaderOf(element, []);
  const isText = element.type === 'BYTE_ARRAY' && conversionOf(element).stored === 'text';
  return isText ? (values, value) => textOf(values.bytesOf(value)) : readerOf(element);
}

function convertedReaderOf(element: SchemaElement, schemaPath: SchemaTree[]): ReadValue {
  const { type } = element;
  if (type === undefined) throw new Error('its type is not supported');
  const read = readerOf(element);
  const codec = 'UNCOMPRESSED' as const;
  const decoder = { pathInSchema: [], type, element, schemaPath, codec, parsers };
  return (values, value) => convert([read(values, value)], decoder)[0];
}

/** Reads values inside a struct, list or map as JSON. They keep their digits as those of a column do. */
export function innerReaderOf(path: SchemaTree[]): ReadValue {
  const element = path.at(-1)?.element ?? { name: '' };
  // What is in a variant is declared in its values.
  if (path.some((tree) => tree.element.logical_type?.type === 'VARIANT')) {
    return convertedReaderOf(element, path);
  }
  const conversion = conversionOf(element);
  const read = valueReaderOf(element);
  return (values, value) => {
    const own = read(values, value);
    if (typeof own === 'boolean') return own;
    const text = conversion.convert(own);
    return conversion.stored === 'number' && numberForm.test(text) ? numberOf(text) : text;
  };
}
