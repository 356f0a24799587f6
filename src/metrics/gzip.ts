import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CostctlError } from '../errors.ts';

const chunkSize = 1 << 18;

/**
 * Decompresses one gzip member after another. Zeros may follow the last one, from tapes with fixed block
 * sizes. The library stops there, and would silently lose whatever follows.
 */
export async function* gunzip(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  const output = createGunzip({ chunkSize });
  /** Chunks that may not have been read completely, and the number of bytes before them. */
  const handed: Buffer[] = [];
  let before = 0;

  async function* handOver(): AsyncGenerator<Buffer> {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      handed.push(next.value);
      yield next.value;
      while (before + (handed[0]?.length ?? Infinity) <= output.bytesWritten) {
        before += handed.shift()?.length ?? 0;
      }
    }
  }

  // An error at either end reaches the reader through `output`.
  pipeline(Readable.from(handOver()), output, () => undefined);
  try {
    yield* output;
    refuseRest(name, Buffer.concat(handed).subarray(output.bytesWritten - before));
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      refuseRest(name, next.value);
    }
  } finally {
    await iterator.return?.();
  }
}

function refuseRest(name: string, rest: Buffer): void {
  if (rest.every((byte) => byte === 0)) return;
  throw new CostctlError('invalid_data', `${name}: other data follows the gzip data`);
}
