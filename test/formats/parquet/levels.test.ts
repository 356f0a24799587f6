import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bitsFor, readHybrid, writeHybrid } from '../../../src/formats/parquet/levels.ts';
import { Bytes } from '../../../src/json/bulk/growing-bytes.ts';

const stretches = fc.integer({ min: 1, max: 24 }).chain((width) =>
  fc.record({
    width: fc.constant(width),
    numbers: fc
      .array(
        fc.record({
          value: fc.integer({ min: 0, max: 2 ** width - 1 }),
          length: fc.integer({ min: 1, max: 40 }),
        }),
        { maxLength: 30 },
      )
      .map((runs) => runs.flatMap(({ value, length }) => new Array<number>(length).fill(value))),
  }),
);

test('numbers of any width are read back from runs and packed bits', () => {
  fc.assert(
    fc.property(stretches, ({ width, numbers }) => {
      const bytes = new Bytes(8);
      writeHybrid(bytes, Int32Array.from(numbers), numbers.length, width);
      const read = new Int32Array(numbers.length);
      const { end, largest, total } = readHybrid(bytes.written(), 0, numbers.length, width, read);
      expect([...read]).toEqual(numbers);
      expect(end).toBe(bytes.length);
      expect(largest).toBe(Math.max(0, ...numbers));
      expect(total).toBe(numbers.reduce((sum, number) => sum + number, 0) | 0);
    }),
  );
});

/** A run of the first number, then all of them packed: some programs give each number the bits of its type. */
function writeWide(numbers: readonly number[], width: number): Buffer {
  const [first = 0] = numbers;
  const run = Buffer.alloc(4);
  run.writeUInt32LE(first);
  const bits = numbers.reduce((sum, one, at) => sum | (BigInt(one) << BigInt(at * width)), 0n);
  const packed = Buffer.from(bits.toString(16).padStart(2 * width, '0'), 'hex').reverse();
  return Buffer.concat([Buffer.from([16]), run, Buffer.from([3]), packed]);
}

test('numbers of more than 24 bits are read, as other programs write them', () => {
  const eight = fc.integer({ min: 25, max: 32 }).chain((width) => {
    const number = fc.integer({ min: 0, max: 2 ** width - 1 });
    return fc.tuple(fc.constant(width), fc.array(number, { minLength: 8, maxLength: 8 }));
  });
  fc.assert(
    fc.property(eight, ([width, numbers]) => {
      const read = new Int32Array(16);
      const { largest } = readHybrid(writeWide(numbers, width), 0, 16, width, read);
      const expected = [...new Array(8).fill(numbers[0]), ...numbers];
      expect([...new Uint32Array(read.buffer)]).toEqual(expected);
      expect(largest).toBe(Math.max(...numbers));
    }),
  );
});

test.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [255, 8],
  [256, 9],
])('the numbers up to %i need %i bits', (largest, bits) => {
  expect(bitsFor(largest)).toBe(bits);
});

test('levels that end too early are an error', () => {
  expect(() => readHybrid(Buffer.alloc(0), 0, 8, 1, new Int32Array(8))).toThrow(
    'fewer bytes than values',
  );
});
