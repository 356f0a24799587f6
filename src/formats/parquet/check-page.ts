import { readDeltas } from './deltas.ts';
import type { PageHeader } from './page-header.ts';

/** What a page is checked against: its column, and the deepest levels of its values. */
export interface PageColumn {
  readonly type: string | undefined;
  readonly typeLength: number;
  readonly definition: number;
  readonly repetition: number;
}

/** The numbers of the parquet format (parquet.thrift). */
const encodings = {
  plain: 0,
  plainDictionary: 2,
  rle: 3,
  deltas: 5,
  deltaLengths: 6,
  deltaTexts: 7,
  dictionary: 8,
  split: 9,
} as const;

/**
 * Checks every count that a page claims before anything is made as large as that: runs may claim a billion
 * values in five bytes. `bytes` are unpacked.
 */
export function checkPage(header: PageHeader, bytes: Buffer, column: PageColumn): void {
  if (bytes.length !== header.size) throw new Error('a page does not have the size that it states');
  if (header.kind === 'dictionary') {
    checkPlain({ bytes, at: 0, count: header.values, column });
  } else {
    const { at, count } = checkLevels(header, bytes, column);
    checkValues({ bytes, at, count, column }, header);
  }
}

interface Values {
  readonly bytes: Buffer;
  readonly at: number;
  readonly count: number;
  readonly column: PageColumn;
}

/** Returns where the values begin, and how many there are: missing ones are not stored. */
function checkLevels(
  { kind, values, nulls, repetitionBytes, definitionBytes }: PageHeader,
  bytes: Buffer,
  { definition, repetition }: PageColumn,
): { readonly at: number; readonly count: number } {
  if (kind === 'dataV2') {
    const end = repetitionBytes + definitionBytes;
    if (repetition > 0) checkRuns(bytes.subarray(0, repetitionBytes), 0, values, repetition);
    const own = bytes.subarray(repetitionBytes, end);
    const count = definition > 0 ? checkRuns(own, 0, values, definition) : values;
    if (repetition === 0 && count !== values - nulls) {
      throw new Error('a page does not have as many values as it states');
    }
    return { at: end, count: values - nulls };
  }
  let at = 0;
  let count = values;
  if (repetition > 0) {
    const own = prefixed(bytes, at);
    checkRuns(own, 0, values, repetition);
    at += 4 + own.length;
  }
  if (definition > 0) {
    const own = prefixed(bytes, at);
    count = checkRuns(own, 0, values, definition);
    at += 4 + own.length;
  }
  return { at, count };
}

function checkValues(values: Values, { kind, encoding }: PageHeader): void {
  const { bytes, at, count, column } = values;
  switch (encoding) {
    case encodings.plain:
    case encodings.split:
      checkPlain(values);
      return;
    case encodings.rle:
    case encodings.dictionary:
    case encodings.plainDictionary: {
      const isFlags = kind === 'dataV2' ? encoding === encodings.rle : column.type === 'BOOLEAN';
      if (isFlags) checkRuns(prefixed(bytes, at), 0, count, 1);
      else if (count > 0) checkRuns(bytes, at + 1, count, 0, bytes[at]);
      return;
    }
    case encodings.deltas:
      readDeltas(bytes, at, count);
      return;
    case encodings.deltaLengths:
    case encodings.deltaTexts: {
      const [prefixes, lengths] = [new Int32Array(count), new Int32Array(count)];
      const next = encoding === encodings.deltaTexts ? readDeltas(bytes, at, count, prefixes) : at;
      const end = readDeltas(bytes, next, count, lengths);
      checkTexts(lengths, prefixes, bytes.length - end);
      return;
    }
    default:
      throw new Error(`its encoding ${encoding} is not supported`);
  }
}

/** The bytes of numbers, which follow their length. */
function prefixed(bytes: Buffer, at: number): Buffer {
  if (at + 4 > bytes.length || at + 4 + bytes.readUInt32LE(at) > bytes.length) throw tooShort();
  return bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at));
}

/**
 * Walks runs and packed bits to their `count`th number, and returns how many of them are `largest`. A run of
 * no bits takes no bytes, whatever its length.
 */
function checkRuns(
  bytes: Buffer,
  start: number,
  count: number,
  largest: number,
  width = 32 - Math.clz32(largest),
): number {
  if (width > 32) throw new Error('its numbers are too wide');
  let found = 0;
  let at = start;
  for (let left = count; left > 0; ) {
    let head = 0;
    let factor = 1;
    for (let byte = 0x80; byte >= 0x80; at += 1, factor *= 0x80) {
      byte = bytes[at] ?? 0;
      if (at >= bytes.length || factor > 2 ** 28) throw tooShort();
      head += (byte & 0x7f) * factor;
    }
    const length = Math.floor(head / 2);
    const isPacked = head % 2 === 1;
    if (length > (isPacked ? Math.ceil(left / 8) + padding : left)) {
      throw new Error('a page has more values than it states');
    }
    const size = isPacked ? length * width : Math.ceil(width / 8);
    // Writers may leave out the end of the last group, or add more.
    if (at + size > bytes.length && !(isPacked && length * 8 >= left)) throw tooShort();
    const own = Math.min(left, isPacked ? length * 8 : length);
    if (largest > 0) {
      const level = isPacked ? 0 : bytes.readUIntLE(at, size);
      if (level > largest) throw new Error('a page has levels that its column cannot have');
      if (!isPacked) found += level === largest ? own : 0;
      else for (let place = 0; place < own; place += 1) found += isAt(bytes, at, place) ? 1 : 0;
    }
    at += size;
    left -= own;
  }
  return found;

  function isAt(packed: Buffer, from: number, place: number): boolean {
    const bit = place * width;
    const byte = from + (bit >> 3);
    const word = (packed[byte] ?? 0) | ((packed[byte + 1] ?? 0) << 8);
    return ((word >> (bit & 7)) & ((1 << width) - 1)) === largest;
  }
}

/** How many groups of eight numbers a writer may add. */
const padding = 64;

const widths: Readonly<Record<string, number>> = {
  INT32: 4,
  INT64: 8,
  INT96: 12,
  FLOAT: 4,
  DOUBLE: 8,
};

/** Without this check the library would read values from the memory around a page too. */
function checkPlain({ bytes, at, count, column }: Values): void {
  if (column.type === 'BYTE_ARRAY') {
    let next = at;
    for (let left = count; left > 0; left -= 1) {
      if (next + 4 > bytes.length) throw tooShort();
      next += 4 + bytes.readUInt32LE(next);
    }
    if (next > bytes.length) throw tooShort();
    return;
  }
  const width =
    column.type === 'BOOLEAN' ? 1 / 8 : (widths[column.type ?? ''] ?? column.typeLength);
  if (at + Math.ceil(count * width) > bytes.length) throw tooShort();
}

/** Texts may repeat the beginning of the one before: it must be there. */
function checkTexts(lengths: Int32Array, prefixes: Int32Array, size: number): void {
  let [stored, whole, before] = [0, 0, 0];
  for (let place = 0; place < lengths.length; place += 1) {
    const [own, prefix] = [lengths[place] ?? 0, prefixes[place] ?? 0];
    if (own < 0 || prefix < 0 || prefix > before)
      throw new Error('a text has an impossible length');
    before = own + prefix;
    stored += own;
    whole += before;
  }
  if (stored > size || whole > longestTexts) throw tooShort();
}

const longestTexts = 2 ** 28;

function tooShort(): Error {
  return new Error('a page has fewer bytes than values');
}
