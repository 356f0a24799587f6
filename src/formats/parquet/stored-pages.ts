import { crc32 } from 'node:zlib';
import { prefixed } from './levels.ts';
import { type PageHeader, readPageHeader } from './page-header.ts';
import type { StoredType } from './stored-values.ts';

export type Unpack = (packed: Uint8Array, size: number) => Uint8Array;

/** A part of a column as its footer and its schema describe it. */
export interface StoredPart {
  readonly values: number;
  /** The deepest levels of its values. */
  readonly definition: number;
  readonly repetition: number;
  /** How values are stored; undefined if they are never encoded. */
  readonly type: StoredType | undefined;
  readonly unpack: Unpack;
}

export interface Page {
  readonly header: PageHeader;
  /** Unpacks it; the bytes are valid until another is opened. */
  readonly open: () => Buffer;
}

/** Hands over one page after the other until `take` does not want any more. */
export function readPages(bytes: Buffer, part: StoredPart, take: (page: Page) => boolean): void {
  let [left, at] = [part.values, 0];
  for (let page = 1, isWanted = left > 0; isWanted && left > 0; page += 1) {
    if (at >= bytes.length) throw new Error('its pages lack values');
    try {
      const { header, end } = readPageHeader(bytes, at);
      at = end + header.stored;
      if (header.kind !== 'dictionary') left -= header.values;
      else if (page > 1) throw new Error('its dictionary does not come first');
      if (left < 0) throw new Error('it has more values than its column');
      const stored = bytes.subarray(end, at);
      isWanted = take({ header, open: () => unpackPage(header, stored, part.unpack) });
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`page ${page}: ${what}`, { cause });
    }
  }
}

/** The bytes of a page: its levels are never packed. */
function unpackPage(header: PageHeader, stored: Buffer, unpack: Unpack): Buffer {
  const { size, isPacked, definitionBytes, repetitionBytes, crc } = header;
  if (crc !== undefined && crc !== (crc32(stored) | 0)) {
    throw new Error('a page does not have the checksum that it states');
  }
  const levels = definitionBytes + repetitionBytes;
  const packed = stored.subarray(levels);
  // Some writers pack nothing into a few bytes.
  const isEmpty = isPacked && size === levels;
  const values = isEmpty ? Buffer.alloc(0) : isPacked ? unpack(packed, size - levels) : packed;
  if (values.length !== size - levels) {
    throw new Error('a page does not have the size that it states');
  }
  if (levels > 0) return Buffer.concat([stored.subarray(0, levels), values]);
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

/** The levels of a page, and where its values begin. */
export function levelsOf(
  { kind, definitionBytes, repetitionBytes }: PageHeader,
  page: Buffer,
  part: StoredPart,
): { readonly definitions: Buffer; readonly repetitions: Buffer; readonly start: number } {
  let start = 0;
  const next = (deepest: number, size: number): Buffer => {
    const isPrefixed = kind !== 'dataV2' && deepest > 0;
    const own = isPrefixed ? prefixed(page, start) : page.subarray(start, start + size);
    start += own.length + (isPrefixed ? 4 : 0);
    return own;
  };
  const repetitions = next(part.repetition, repetitionBytes);
  return { repetitions, definitions: next(part.definition, definitionBytes), start };
}
