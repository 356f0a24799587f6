import type { Attempt } from './exchange.ts';
import type { Headers } from './request.ts';
import { readCount } from './retry.ts';

/** Collects a body piece by piece. The memory of a piece may be used again once it was added. */
export interface BodyCollector {
  readonly add: (chunk: Buffer) => void;
  /** What has arrived so far, in one piece. */
  readonly take: () => Buffer;
}

export type BodyRoom = Pick<Attempt, 'largest' | 'allocate'>;

/** A Content-Length allocates no more memory than this before any data has arrived. */
const mostTrusted = 64 * 2 ** 20;

/** With a known length, each piece is copied to its place at once; otherwise all are joined at the end. */
export function createCollector(
  headers: Headers,
  { largest, allocate = Buffer.allocUnsafe }: BodyRoom,
): BodyCollector {
  const length = readCount(headers, 'content-length');
  if (length === undefined || length > Math.min(largest, mostTrusted)) return collectChunks();
  let body = allocate(length);
  let size = 0;
  return {
    add: (chunk) => {
      // A proxy may report a length that differs from the body's.
      if (size + chunk.length > body.length) body = Buffer.concat([body.subarray(0, size), chunk]);
      else body.set(chunk, size);
      size += chunk.length;
    },
    take: () => body.subarray(0, size),
  };
}

function collectChunks(): BodyCollector {
  const chunks: Buffer[] = [];
  return {
    add: (chunk) => {
      chunks.push(Buffer.from(chunk));
    },
    take: () => Buffer.concat(chunks),
  };
}
