import { openPages } from './page-memory.ts';

/** Unpacks the raw format of Snappy to `size` bytes, which are valid until the next are unpacked. */
export function unpackSnappy(packed: Uint8Array, size: number): Buffer {
  // No byte unpacks to more than 64. The length comes first and is skipped: it is known.
  return unpack('unpack', packed, size, 64, packed.findIndex((byte) => byte < 0x80) + 1);
}

/** Like `unpackSnappy`, for a block of LZ4. */
export function unpackLz4(packed: Uint8Array, size: number): Buffer {
  return unpack('unpackBlock', packed, size, 256, 0);
}

function unpack(
  format: 'unpack' | 'unpackBlock',
  packed: Uint8Array,
  size: number,
  mostPerByte: number,
  start: number,
): Buffer {
  if (size < 0 || size > packed.length * mostPerByte)
    throw new Error('a page has an impossible size');
  const { bytes, exports, packedAt, pageAt } = openPages({ page: Math.max(packed.length, size) });
  bytes.set(packed, packedAt);
  const [from, end, to] = [packedAt + start, packedAt + packed.length, pageAt + size];
  if (exports[format](from, end, pageAt, to) === 0) throw new Error('a page cannot be unpacked');
  return bytes.subarray(pageAt, to);
}
