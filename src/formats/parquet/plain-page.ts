import { Bytes } from '../../json/bulk/growing-bytes.ts';
import { readDeltas } from './deltas.ts';
import { encodings } from './footer.ts';
import { prefixed, readLevels } from './levels.ts';
import { type StoredType, tooShort, widthOf } from './stored-values.ts';

/** Values one after the other, as they are stored without an encoding. */
export interface PlainValues {
  readonly page: Buffer;
  readonly at: number;
}

/** The `count` values that a page has from `at` on. */
export function toPlain(
  page: Buffer,
  at: number,
  count: number,
  encoding: number,
  stored: StoredType | undefined,
): PlainValues {
  if (encoding === encodings.plain) return { page, at };
  const { type } = stored ?? {};
  const width = stored === undefined ? undefined : widthOf(stored);
  if (encoding === encodings.rle && type === 'BOOLEAN') return joinBits(prefixed(page, at), count);
  if (encoding === encodings.deltas && (type === 'INT32' || type === 'INT64')) {
    return { page: readDeltas(page, at, count, type === 'INT32' ? 4 : 8).numbers, at: 0 };
  }
  if (encoding === encodings.deltaLengths || encoding === encodings.deltaTexts) {
    const prefixes = encoding === encodings.deltaTexts ? readDeltas(page, at, count, 4) : undefined;
    const lengths = readDeltas(page, prefixes?.end ?? at, count, 4);
    return { page: joinTexts(page, count, { prefixes, lengths, width }), at: 0 };
  }
  if (encoding === encodings.split && width !== undefined && type !== 'BOOLEAN') {
    return { page: joinBytes(page, at, count, width), at: 0 };
  }
  throw new Error(`its encoding ${encoding} is not supported`);
}

/** Truth values come as runs, eight of them go into a byte. */
function joinBits(runs: Buffer, count: number): PlainValues {
  const flags = new Int32Array(count);
  readLevels(runs, 1, flags);
  const page = Buffer.alloc(Math.ceil(count / 8));
  for (let place = 0; place < count; place += 1) {
    page[place >> 3] = (page[place >> 3] ?? 0) | ((flags[place] ?? 0) << (place & 7));
  }
  return { page, at: 0 };
}

interface Texts {
  readonly prefixes: { readonly numbers: Buffer } | undefined;
  readonly lengths: { readonly numbers: Buffer; readonly end: number };
  /** If it is not the same for all, the length of each text comes before it. */
  readonly width: number | undefined;
}

/** All lengths come first. Texts may repeat the beginning of the one before. */
function joinTexts(page: Buffer, count: number, { prefixes, lengths, width }: Texts): Buffer {
  const texts = new Bytes(1 << 12);
  let next = lengths.end;
  let [before, length] = [0, 0];
  for (let place = 0; place < count; place += 1) {
    const own = lengths.numbers.readInt32LE(place * 4);
    const prefix = prefixes?.numbers.readInt32LE(place * 4) ?? 0;
    const isPossible = own >= 0 && prefix >= 0 && prefix <= length;
    length = prefix + own;
    if (!isPossible || (width !== undefined && width !== length)) {
      throw new Error('a text has an impossible length');
    }
    if (next + own > page.length || texts.length + length > longestTexts) throw tooShort();
    if (width === undefined) texts.int32(length);
    const start = texts.length;
    texts.append(texts.buffer, before, before + prefix);
    texts.append(page, next, next + own);
    next += own;
    before = start;
  }
  return texts.written();
}

const longestTexts = 2 ** 28;

/** The first bytes of all values come first, then their second bytes. */
function joinBytes(page: Buffer, at: number, count: number, width: number): Buffer {
  if (at + count * width > page.length) throw tooShort();
  const joined = Buffer.allocUnsafe(count * width);
  for (let byte = 0; byte < width; byte += 1) {
    for (let place = 0; place < count; place += 1) {
      joined[place * width + byte] = page[at + byte * count + place] ?? 0;
    }
  }
  return joined;
}
