import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decompress } from '../../src/http/decompress.ts';

const answerOf = (encoding: string | undefined, body: Buffer) => ({
  status: 200,
  headers: encoding === undefined ? {} : { 'content-encoding': encoding },
  body,
});

const rows = Buffer.from('{"data":[]}');

test.each(['gzip', 'x-gzip', ' GZIP '])('what is compressed as %j is read', async (encoding) => {
  const answer = await decompress(answerOf(encoding, gzipSync(rows)), { largest: rows.length });
  expect(answer.body.toString()).toBe('{"data":[]}');
  expect(answer.status).toBe(200);
});

test.each([undefined, 'identity', ''])('what is not compressed stays: %j', async (encoding) => {
  const answer = answerOf(encoding, rows);
  expect(await decompress(answer, { largest: 1 })).toBe(answer);
});

test('a body of nothing is no gzip, whatever its header says', async () => {
  const answer = answerOf('gzip', Buffer.alloc(0));
  expect(await decompress(answer, { largest: 1 })).toBe(answer);
});

test('a compression that was not requested is garbled', async () => {
  await expect(decompress(answerOf('br', rows), { largest: 1000 })).rejects.toMatchObject({
    kind: 'garbled',
    cause: { message: 'it is compressed as br, which was not asked for' },
  });
});

test('gzip that ends too early was cut', async () => {
  const half = gzipSync(rows).subarray(0, 15);
  await expect(decompress(answerOf('gzip', half), { largest: 1000 })).rejects.toMatchObject({
    kind: 'cut',
  });
});

test('what is no gzip is garbled, and says so', async () => {
  await expect(decompress(answerOf('gzip', rows), { largest: 1000 })).rejects.toMatchObject({
    kind: 'garbled',
    cause: { message: 'it is not the gzip that it says it is' },
  });
});

test('one byte more than the largest body is garbled', async () => {
  const packed = answerOf('gzip', gzipSync(rows));
  await expect(decompress(packed, { largest: rows.length - 1 })).rejects.toMatchObject({
    kind: 'garbled',
  });
});

test('of a compressed error only the beginning is decompressed', async () => {
  const packed = { ...answerOf('gzip', gzipSync(Buffer.alloc(50_000_000, 'x'))), status: 400 };
  const { body } = await decompress(packed, { largest: 1e9, largestError: 1000 });
  expect(body.toString()).toBe('x'.repeat(1000));
});
