/** Walks `count` numbers stored as differences in blocks; returns their end. Also reads them into `values`. */
export function readDeltas(bytes: Buffer, start: number, count: number, values?: Int32Array) {
  if (count === 0) return start;
  let at = start;
  const block = varint();
  const parts = varint();
  varint();
  let value = zigzag();
  if (values !== undefined) values[0] = value;
  const each = block / parts;
  if (block > largestBlock || !Number.isInteger(each / 8) || each === 0) {
    throw new Error('its blocks have an impossible size');
  }
  for (let done = 1; done < count; ) {
    const least = zigzag();
    const own = bytes.subarray(at, at + parts);
    at += parts;
    if (at > bytes.length) throw tooShort();
    for (const width of own) {
      if (done >= count) break;
      const end = Math.min(count, done + each);
      const next = at + (each * width) / 8;
      if (width > 64 || next > bytes.length) throw tooShort();
      for (let place = done; values !== undefined && place < end; place += 1) {
        value = (value + least + bitsAt((place - done) * width, Math.min(width, 32))) | 0;
        values[place] = value;
      }
      at = next;
      done = end;
    }
  }
  return at;

  function bitsAt(bit: number, width: number): number {
    const first = at + Math.floor(bit / 8);
    let bits = 0;
    for (let byte = 0; byte * 8 < width + (bit & 7); byte += 1) {
      bits += (bytes[first + byte] ?? 0) * 2 ** (8 * byte);
    }
    return Math.floor(bits / 2 ** (bit & 7)) % 2 ** width;
  }

  function varint(): number {
    let [number, factor] = [0, 1];
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined || factor > 2 ** 63) throw tooShort();
      at += 1;
      number += (byte & 0x7f) * factor;
      if (byte < 0x80) return number;
      factor *= 0x80;
    }
  }

  function zigzag(): number {
    const number = varint();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }
}

const largestBlock = 2 ** 20;

function tooShort(): Error {
  return new Error('a page has fewer bytes than numbers');
}
