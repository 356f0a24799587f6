import { expect, test } from 'vitest';
import { ByteOutput } from '../../../src/json/bulk/byte-output.ts';

const letters = Array.from({ length: 200 }, (_, place) => String.fromCharCode(97 + (place % 26)));
const source = Buffer.from(`>>>${letters.join('')}`).subarray(3);
const view = new DataView(source.buffer, source.byteOffset, source.byteLength);

test('any byte range is copied without leftover bytes after it', () => {
  for (const start of [0, 1, 2, 3, 50, 190, 195, 196, 197]) {
    for (const length of [0, 1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65, 66, 100]) {
      const end = Math.min(source.length, start + length);
      const output = new ByteOutput();
      output.push(0x3c);
      output.reserve(end - start);
      output.copy(view, start, end);
      output.push(0x3e);
      expect(output.length).toBe(end - start + 2);
      expect(output.take().toString()).toBe(`<${letters.slice(start, end).join('')}>`);
    }
  }
});

test('reserve() grows the buffer as needed and keeps its content', () => {
  const output = new ByteOutput();
  const first = output.buffer.length;
  output.text('start');
  output.reserve(first - 5 - 8);
  expect(output.buffer.length).toBe(first);
  output.reserve(first - 5 - 7);
  expect(output.buffer.length).toBe(2 * first);
  output.reserve(10 * first);
  expect(output.buffer.length).toBe(10 * first + 5 + 8);
  output.copy(view, 0, 7);
  expect(output.take().toString()).toBe('startabcdefg');
});

test('text() reserves three bytes per character', () => {
  const output = new ByteOutput();
  const text = '€'.repeat(30_000);
  output.text('é');
  output.text(text);
  output.text('!');
  expect(output.take().toString()).toBe(`é${text}!`);
});

test('take() returns each byte only once', () => {
  const output = new ByteOutput();
  output.text('one');
  expect(output.take().toString()).toBe('one');
  expect(output.length).toBe(0);
  expect(output.take().toString()).toBe('');
  output.text('two');
  expect(output.take().toString()).toBe('two');
});
