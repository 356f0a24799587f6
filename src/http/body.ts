import { readCount } from './retry.ts';

/** Gathers a body piece by piece. */
export interface BodyCollector {
  readonly add: (chunk: Buffer) => void;
  /** What has come so far, in one piece. */
  readonly take: () => Buffer;
}

export interface BodyRoom {
  /** Bytes that a body may have. */
  readonly largest: number;
  readonly allocate?: ((size: number) => Buffer) | undefined;
}

/** A stated length takes no more memory than this before anything has come. */
const mostTrusted = 64 * 2 ** 20;

/** Where the length is stated, each piece goes to its place at once; else they are joined at the end. */
export function createCollector(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { largest, allocate = Buffer.allocUnsafe }: BodyRoom,
): BodyCollector {
  const length = readCount(headers, 'content-length');
  if (length === undefined || length > Math.min(largest, mostTrusted)) return collectChunks();
  let body = allocate(length);
  let size = 0;
  return {
    add: (chunk) => {
      // A proxy may say a length that is not the body's.
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
      chunks.push(chunk);
    },
    take: () => Buffer.concat(chunks),
  };
}
