import type { ColumnMetaData, SchemaTree } from 'hyparquet';
import { checkPage, type PageColumn } from './check-page.ts';
import { type PageHeader, readPageHeader } from './page-header.ts';
import { type Unpack, unpackers } from './unpack-page.ts';

/** A part of a column as the footer describes it. */
export interface StoredPart {
  readonly column: PageColumn;
  readonly values: number;
  /** Whether each row has one value: then what follows the last one is never read. */
  readonly isFlat: boolean;
  readonly unpack: Unpack;
}

/** Checks all pages of a part of a column before any of them is decoded. */
export function checkChunk(bytes: Buffer, { column, values, isFlat, unpack }: StoredPart): void {
  if (column.definition > deepest) throw new Error('its values nest too deeply');
  let left = values;
  let hasDictionary = false;
  let page = 0;
  for (let at = 0; at < bytes.length - 1 && !(isFlat && left === 0); ) {
    page += 1;
    try {
      const { header, end } = readPageHeader(bytes, at);
      at = end + header.stored;
      if (header.kind === 'dictionary') hasDictionary = true;
      else if (header.values > left) throw new Error('it has more values than its column');
      else left -= header.values;
      if (!hasDictionary && needsDictionary.has(header.encoding) && column.type !== 'BOOLEAN') {
        throw new Error('its dictionary is missing');
      }
      checkPage(header, unpackPage(header, bytes.subarray(end, at), unpack), column);
    } catch (cause) {
      throw new Error(`page ${page}: ${cause instanceof Error ? cause.message : ''}`, { cause });
    }
  }
  if (left > 0) throw new Error('its pages lack values');
}

const deepest = 255;
const needsDictionary = new Set([2, 8]);

/** The bytes of a page: its levels are never packed. */
export function unpackPage(header: PageHeader, stored: Buffer, unpack: Unpack): Buffer {
  const levels = header.definitionBytes + header.repetitionBytes;
  const packed = stored.subarray(levels);
  if (!header.isPacked) return stored;
  const values = header.size === levels ? new Uint8Array(0) : unpack(packed, header.size - levels);
  if (levels > 0) return Buffer.concat([stored.subarray(0, levels), values]);
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

export function describePart(schema: SchemaTree, part: ColumnMetaData): StoredPart {
  let node = schema;
  const types: unknown[] = [];
  for (const name of part.path_in_schema) {
    const child = node.children.find(({ element }) => element.name === name);
    if (child === undefined) throw new Error('which its schema lacks');
    node = child;
    types.push(child.element.repetition_type);
  }
  const { type, type_length: typeLength = 0 } = node.element;
  const definition = types.filter((own) => own !== 'REQUIRED').length;
  const repetition = types.filter((own) => own === 'REPEATED').length;
  const unpack: Unpack | undefined = Object.entries(unpackers).find(
    ([codec]) => codec === part.codec,
  )?.[1];
  if (unpack === undefined) throw new Error(`its compression ${part.codec} is not supported`);
  return {
    column: { type, typeLength, definition, repetition },
    values: Number(part.num_values),
    isFlat: types.length === 1 && repetition === 0 && node.children.length === 0,
    unpack,
  };
}
