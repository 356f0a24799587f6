import { Bytes } from '../../json/bulk/growing-bytes.ts';
import { findPages } from './page-memory.ts';

/** Bytes of the table in which `pack` of module.as looks for repetitions. */
const placesSize = 1 << 16;
/** The tag of a literal whose length follows in four bytes. */
const longLiteral = 0xfc;

/** Packs bytes in the raw format of Snappy; the result is valid until the next are packed. */
export function packSnappy(content: Buffer): Buffer {
  // The worst case: nothing repeats itself, but for a few bytes here and there.
  const page = content.length + Math.ceil(content.length / 6) + 32;
  const memory = findPages({ page, numbers: placesSize });
  if (memory === undefined) return packNothing(content);
  const { bytes, exports, packedAt, pageAt, numbersAt } = memory;
  bytes.set(content, pageAt);
  const end = exports.pack(pageAt, pageAt + content.length, packedAt, numbersAt);
  return bytes.subarray(packedAt, end);
}

function packNothing(content: Buffer): Buffer {
  const output = new Bytes(content.length + 16);
  output.varint(content.length);
  if (content.length > 0) {
    output.byte(longLiteral);
    output.int32(content.length - 1);
    output.append(content);
  }
  return output.written();
}
