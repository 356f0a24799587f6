import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decompress, decompressTo } from '../../src/http/decompress.ts';

const answerOf = (encoding: string | undefined, body: Buffer) => ({
  status: 200,
  headers: encoding === undefined ? {} : { 'content-encoding': encoding },
  body,
});

const rows = Buffer.from('{"data":[]}');

test.each(['gzip', 'x-gzip', ' GZIP '])(
  'a body compressed as %j is decompressed',
  async (encoding) => {
    const answer = await decompress(answerOf(encoding, gzipSync(rows)), { largest: rows.length });
    expect(answer.body.toString()).toBe('{"data":[]}');
    expect(answer.status).toBe(200);
  },
);

test.each([undefined, 'identity', ''])(
  'a body that is not compressed stays unchanged: %j',
  async (encoding) => {
    const answer = answerOf(encoding, rows);
    expect(await decompress(answer, { largest: 1 })).toBe(answer);
  },
);

test('an empty body is not decompressed, even with a gzip header', async () => {
  const answer = answerOf('gzip', Buffer.alloc(0));
  expect(await decompress(answer, { largest: 1 })).toBe(answer);
});

test('a compression that was not requested counts as garbled', async () => {
  await expect(decompress(answerOf('br', rows), { largest: 1000 })).rejects.toMatchObject({
    kind: 'garbled',
    cause: { message: 'it is compressed as br, which was not asked for' },
  });
});

test('gzip that ends too early counts as cut', async () => {
  const half = gzipSync(rows).subarray(0, 15);
  await expect(decompress(answerOf('gzip', half), { largest: 1000 })).rejects.toMatchObject({
    kind: 'cut',
  });
});

test('a body that is not gzip counts as garbled, with the reason', async () => {
  await expect(decompress(answerOf('gzip', rows), { largest: 1000 })).rejects.toMatchObject({
    kind: 'garbled',
    cause: { message: 'it is not valid gzip' },
  });
});

test('a body one byte over the limit counts as garbled', async () => {
  const packed = answerOf('gzip', gzipSync(rows));
  await expect(decompress(packed, { largest: rows.length - 1 })).rejects.toMatchObject({
    kind: 'garbled',
  });
});

test('only the beginning of a compressed error is decompressed', async () => {
  const packed = { ...answerOf('gzip', gzipSync(Buffer.alloc(50_000_000, 'x'))), status: 400 };
  const { body } = await decompress(packed, { largest: 1e9, largestError: 1000 });
  expect(body.toString()).toBe('x'.repeat(1000));
});

/** What a target is given of a body that arrives in pieces. */
async function receive(encoding: string | undefined, pieces: readonly Buffer[]) {
  const written: Buffer[] = [];
  let ends = 0;
  const target = {
    write: async (chunk: Uint8Array) => {
      written.push(Buffer.from(chunk));
    },
    end: async () => {
      ends += 1;
    },
  };
  const receiver = decompressTo(target, answerOf(encoding, rows));
  for (const piece of pieces) await receiver.write(piece);
  await receiver.end?.();
  return { text: Buffer.concat(written), ends };
}

test.each([1, 7, 1000, 100_000])('a body is decompressed in pieces of %i bytes', async (size) => {
  // Half of it cannot be compressed, so that there are more pieces than zlib has room for.
  const whole = Buffer.concat([Buffer.alloc(20_000), randomBytes(20_000)]);
  for (const encoding of ['gzip', undefined]) {
    const sent = encoding === undefined ? whole : gzipSync(whole);
    const count = Math.ceil(sent.length / size);
    const pieces = Array.from({ length: count }, (_, at) =>
      sent.subarray(at * size, (at + 1) * size),
    );
    const { text, ends } = await receive(encoding, pieces);
    expect([text.equals(whole), ends]).toEqual([true, 1]);
  }
});

test('an empty body in no pieces is complete, even with a gzip header', async () => {
  expect(await receive('gzip', [])).toEqual({ text: Buffer.alloc(0), ends: 1 });
});

test.each([
  ['cut short', 'cut', (packed: Buffer) => packed.subarray(0, -9)],
  ['damaged', 'garbled', (packed: Buffer) => Buffer.concat([packed.subarray(0, 12), packed])],
  ['something else', 'garbled', () => rows],
])('a compressed body that is %s is a fault', async (_what, kind, change) => {
  const packed = gzipSync(randomBytes(5000));
  await expect(receive('gzip', [change(packed)])).rejects.toMatchObject({ kind });
});

test('a long body that is decompressed while it arrives leaves nothing behind', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const head = { status: 200, headers: { 'content-encoding': 'gzip' } };
  const target = decompressTo({ write: () => Promise.resolve() }, head);
  const piece = gzipSync(randomBytes(20_000));
  const writePieces = async () => {
    for (let count = 0; count < 3000; count += 1) await target.write(piece);
  };
  await writePieces();
  const before = used();
  await writePieces();
  expect((used() - before) / 3000).toBeLessThan(100);
  await target.end?.();
});
