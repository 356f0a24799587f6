import { expect, test } from 'vitest';
import { type BodyRoom, createCollector } from '../../src/http/request-body.ts';

const pieces = ['{"a":', '"b', '"}'];
const text = pieces.join('');

function collect(headers: Record<string, string>, room: BodyRoom = { largest: 100 }): Buffer {
  const body = createCollector(headers, room);
  const memory = Buffer.alloc(16);
  for (const piece of pieces) {
    // A transport may read every piece into the same memory.
    memory.write(piece);
    body.add(memory.subarray(0, piece.length));
  }
  return body.take();
}

test.each([
  ['no length', {}],
  ['its length', { 'content-length': String(text.length) }],
  ['too great a length', { 'content-length': '99' }],
  ['too small a length', { 'content-length': '3' }],
  ['a length beyond the limit', { 'content-length': '101' }],
  ['what is no length', { 'content-length': 'twelve' }],
])('a body with %s is read unchanged', (_what, headers) => {
  expect(collect(headers).toString()).toBe(text);
});

test('a body of known length is read into the allocated memory', () => {
  const memory = Buffer.alloc(50);
  const allocate = (size: number) => memory.subarray(0, size);
  const headers = { 'content-length': String(text.length) };
  const body = collect(headers, { largest: 100, allocate });
  expect(body.buffer).toBe(memory.buffer);
  expect(memory.toString('utf8', 0, text.length)).toBe(text);
});
