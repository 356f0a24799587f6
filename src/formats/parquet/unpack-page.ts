import * as zlib from 'node:zlib';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import { unpackSnappy } from './snappy.ts';

export type Unpack = (packed: Uint8Array, size: number) => Uint8Array;

/** How the pages of others are unpacked, never to more than the size that their header says. */
export const unpackers = {
  UNCOMPRESSED: (packed) => packed,
  SNAPPY: (packed, size) => {
    // No part of Snappy says more with fewer bytes.
    if (size > packed.length * 64) throw new Error('a page has no such size');
    const page = Buffer.allocUnsafeSlow(size);
    unpackSnappy(Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength), page);
    return page;
  },
  GZIP: (packed, size) => gunzipSync(packed, atMost(size)),
  BROTLI: (packed, size) => brotliDecompressSync(packed, atMost(size)),
  ZSTD: (packed, size) =>
    hasZstd(zlib)
      ? zlib.zstdDecompressSync(packed, atMost(size))
      : decompress(packed, new Uint8Array(size)),
} as const satisfies Record<string, Unpack>;

function atMost(size: number): { readonly maxOutputLength: number } {
  return { maxOutputLength: Math.max(1, size) };
}

/** Node has it since 22.15. */
function hasZstd(library: object): library is { readonly zstdDecompressSync: typeof gunzipSync } {
  return 'zstdDecompressSync' in library;
}
