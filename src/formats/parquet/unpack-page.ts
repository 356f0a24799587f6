import * as zlib from 'node:zlib';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import type { Unpack } from './stored-pages.ts';
import { unpackLz4, unpackSnappy } from './unpack-raw.ts';

/** How the pages of other writers are unpacked, never to more than the size that their header says. */
export const unpackers = {
  UNCOMPRESSED: (packed) => packed,
  SNAPPY: unpackSnappy,
  LZ4_RAW: unpackLz4,
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
