import { tooShort } from './stored-values.ts';

/** Reads `count` numbers of 4 or 8 bytes, stored as differences in blocks; also returns their end. */
export function readDeltas(bytes: Buffer, start: number, count: number, size: 4 | 8) {
  const numbers = Buffer.alloc(count * size);
  if (count === 0) return { numbers, end: start };
  let at = start;
  const block = Number(varint());
  const parts = Number(varint());
  varint();
  let value = zigzag();
  put(0);
  const each = block / parts;
  if (block > largestBlock || !Number.isInteger(each / 8) || each === 0) {
    throw new Error('its blocks have an impossible size');
  }
  for (let done = 1; done < count; ) {
    const least = zigzag();
    const widths = bytes.subarray(at, at + parts);
    at += parts;
    if (at > bytes.length) throw tooShort();
    for (const width of widths) {
      if (done >= count) break;
      const end = Math.min(count, done + each);
      const next = at + (each * width) / 8;
      if (width > 64 || next > bytes.length) throw tooShort();
      for (let bit = 0; done < end; bit += width, done += 1) {
        value += least + differenceAt(bit, width);
        put(done);
      }
      at = next;
    }
  }
  return { numbers, end: at };

  function put(place: number): void {
    value = BigInt.asIntN(size * 8, value);
    if (size === 4) numbers.writeInt32LE(Number(value), place * 4);
    else numbers.writeBigInt64LE(value, place * 8);
  }

  function differenceAt(bit: number, width: number): bigint {
    if (width <= 32) return BigInt(bitsAt(bit, width));
    return BigInt(bitsAt(bit, 32)) + (BigInt(bitsAt(bit + 32, width - 32)) << 32n);
  }

  function bitsAt(bit: number, width: number): number {
    const first = at + Math.floor(bit / 8);
    let bits = 0;
    for (let byte = 0; byte * 8 < width + (bit & 7); byte += 1) {
      bits += (bytes[first + byte] ?? 0) * 2 ** (8 * byte);
    }
    return Math.floor(bits / 2 ** (bit & 7)) % 2 ** width;
  }

  function varint(): bigint {
    let number = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined) break;
      at += 1;
      number += BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return number;
    }
    throw tooShort();
  }

  function zigzag(): bigint {
    const number = varint();
    return (number >> 1n) ^ -(number & 1n);
  }
}

const largestBlock = 2 ** 20;
