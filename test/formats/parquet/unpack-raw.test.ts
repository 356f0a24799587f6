import fc from 'fast-check';
import { snappyUncompress } from 'hyparquet';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import { expect, test } from 'vitest';
import { packSnappy } from '../../../src/formats/parquet/pack-snappy.ts';
import { unpackLz4, unpackSnappy } from '../../../src/formats/parquet/unpack-raw.ts';

/** Random bytes, repetitions of every distance, and long stretches of both. */
const content = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 40 }))
        .map(([part, times]) => Buffer.concat(Array.from({ length: times }, () => part))),
      fc.integer({ min: 0, max: 70_000 }).map((length) => Buffer.alloc(length, 7)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts));

/** Its page is valid until the next. */
function unpack(packed: Uint8Array, length: number): Buffer {
  return Buffer.from(unpackSnappy(packed, length));
}

function pack(bytes: Buffer): Buffer {
  return Buffer.from(packSnappy(bytes));
}

test('packed bytes are unpacked unchanged, whichever library packed them', () => {
  fc.assert(
    fc.property(content, (bytes) => {
      expect(unpack(snappyCompress(bytes), bytes.length).equals(bytes)).toBe(true);
      expect(unpack(pack(bytes), bytes.length).equals(bytes)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('another reader unpacks what was packed', () => {
  fc.assert(
    fc.property(content, (bytes) => {
      const output = new Uint8Array(bytes.length);
      snappyUncompress(pack(bytes), output);
      expect(Buffer.from(output).equals(bytes)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test.each([0, 1, 3, 4, 5, 60, 61, 256, 257, 65_536, 65_537, 70_000])(
  'what never repeats itself, %i bytes of it, grows by a few bytes only',
  (length) => {
    const bytes = Buffer.from(
      Uint32Array.from({ length: 17_500 }, (_, at) => at * 2654435761).buffer,
    );
    const packed = pack(bytes.subarray(0, length));
    expect(packed.length).toBeLessThanOrEqual(length + 9);
    expect(unpack(packed, length).equals(bytes.subarray(0, length))).toBe(true);
  },
);

test('a repetition that overlaps itself is repeated', () => {
  // "ab", then six bytes from two before: the length first.
  expect(unpack(Buffer.from([8, 0x04, 0x61, 0x62, 0x09, 0x02]), 8).toString()).toBe('abababab');
});

test('a block of LZ4 has literals and repetitions of any length', () => {
  // "ab", then 18 + 15 bytes from two before; and five literals, which end every block.
  const packed = Buffer.from([0x2f, 0x61, 0x62, 2, 0, 14, 0x50, ...Buffer.from('xyz!.')]);
  expect(unpackLz4(packed, 40).toString()).toBe(`${'ab'.repeat(17)}axyz!.`);
  const long = Buffer.from([0xf0, 255, 10, ...Buffer.alloc(280, 7)]);
  expect(unpackLz4(long, 280).equals(Buffer.alloc(280, 7))).toBe(true);
  for (let at = 0; at < packed.length; at += 1) {
    expect(() => unpackLz4(packed.subarray(0, at), 40)).toThrow(
      /impossible size|cannot be unpacked/,
    );
    const changed = Buffer.from(packed);
    changed[at] = 255;
    try {
      expect(unpackLz4(changed, 40)).toHaveLength(40);
    } catch (error) {
      expect(String(error)).toMatch(/impossible size|cannot be unpacked/);
    }
  }
});

test('bytes that are cut short or changed never end in more than the page, or without an error', () => {
  fc.assert(
    fc.property(content, fc.nat(), fc.integer({ min: 0, max: 255 }), (bytes, place, byte) => {
      const packed = pack(bytes);
      const damaged = Buffer.from(packed);
      damaged[place % packed.length] = byte;
      for (const one of [damaged, packed.subarray(0, place % packed.length)]) {
        try {
          expect(unpack(one, bytes.length)).toHaveLength(bytes.length);
        } catch (error) {
          expect(String(error)).toMatch(/impossible size|cannot be unpacked/);
        }
      }
    }),
  );
});
