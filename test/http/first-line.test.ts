import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { firstLineOf } from '../../src/http/first-line.ts';
import { failureOf, reading, serve } from '../helpers/client.ts';
import { answer } from '../helpers/loopback.ts';

const gzip = { 'content-encoding': 'gzip' };
const rows = Array.from({ length: 2000 }, (_, row) => `{"row":${row},"square":${row * row}}`);
const packed = gzipSync(`{"data":\n[${rows.join()}]}`);
const cut = packed.subarray(0, packed.length - 100);

test.each<[string, Readonly<Record<string, string>>, Buffer, string | undefined]>([
  ['a text', {}, Buffer.from(' \n{"a":1,\r\n"b":2}'), '{"a":1,'],
  ['a long line', {}, Buffer.alloc(1000, 'x'), 'x'.repeat(200)],
  ['nothing', {}, Buffer.alloc(0), undefined],
  ['gzip that was cut', gzip, cut, '{"data":'],
  ['gzip of a megabyte', gzip, gzipSync(Buffer.alloc(2 ** 20, 'x')), 'x'.repeat(200)],
  ['a text declared as gzip', gzip, Buffer.from('<p>hello'), '<p>hello'],
  ['gzip that is broken', gzip, Buffer.from([0x1f, 0x8b, 0xff, 0xff, 0xff, 0xff]), undefined],
  ['another compression', { 'content-encoding': 'br' }, Buffer.from('abc'), undefined],
])('shows the first line of %s if it is readable', (_name, headers, body, line) => {
  expect(firstLineOf(headers, body)).toBe(line);
});

test('a compressed response that was cut short shows its first line', async () => {
  const { client } = await serve([
    (socket) => {
      socket.end(
        Buffer.concat([
          Buffer.from('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 99999\r\n\r\n'),
          cut,
        ]),
      );
    },
  ]);
  const error = await failureOf(client.request({ ...reading, idempotent: false }));
  expect(error.message).toBe('the response to GET /v1/things was cut short');
  expect(error.details.body).toBe('{"data":');
});

test.each([
  ['was cut short', cut, '{"data":'],
  ['cannot be read: it is not valid gzip', Buffer.from('<p>hello'), '<p>hello'],
])('a compressed response that %s shows its first line', async (what, body, line) => {
  const { client } = await serve([answer(200, body, gzip)], { retries: 0 });
  const error = await failureOf(client.request(reading));
  expect(error.message).toBe(`the response to GET /v1/things ${what}`);
  expect(error.details.body).toBe(line);
});
