import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decompress } from '../../src/http/decompress.ts';

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
