import * as zlib from 'node:zlib';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import { unpackLz4, unpackSnappy } from './unpack-raw.ts';

export type Unpack = (packed: Uint8Array, size: number) => Uint8Array;

/** How the pages of other writers are unpacked, never to more than the size that their header says. */
export const unpackers = {
  UNCOMPRESSED: (packed) => packed,
  // A copy, because the library may keep the page.
  SNAPPY: (packed, size) => Buffer.from(unpackSnappy(packed, size)),
  LZ4_RAW: (packed, size) => Buffer.from(unpackLz4(packed, size)),
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

/** Node has had this function since 22.15. */
function hasZstd(library: object): library is { readonly zstdDecompressSync: typeof gunzipSync } {
  return 'zstdDecompressSync' in library;
}
