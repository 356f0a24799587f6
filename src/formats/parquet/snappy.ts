/**
 * Unpacks the raw format of Snappy. Most of its parts are a few bytes long: up to sixteen are copied
 * as four words, of which the surplus is overwritten by the next part.
 */
export function unpackSnappy(packed: Buffer, output: Buffer): void {
  const source = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const target = new DataView(output.buffer, output.byteOffset, output.byteLength);
  const [inputEnd, outputEnd] = [packed.length, output.length];
  let at = 0;
  let done = 0;
  // The length, which is known.
  while ((packed[at] ?? 0) >= 0x80) at += 1;
  at += 1;
  while (at < inputEnd) {
    const tag = packed[at] ?? 0;
    at += 1;
    const kind = tag & 3;
    if (kind === 0) {
      let length = (tag >>> 2) + 1;
      if (length > shortLiteral) {
        const size = length - shortLiteral;
        if (at + size > inputEnd) throw damaged();
        length = packed.readUIntLE(at, size) + 1;
        at += size;
      }
      if (at + length > inputEnd || done + length > outputEnd) throw damaged();
      if (length <= wordBytes && at + wordBytes <= inputEnd && done + wordBytes <= outputEnd) {
        target.setInt32(done, source.getInt32(at, true), true);
        target.setInt32(done + 4, source.getInt32(at + 4, true), true);
        if (length > 8) {
          target.setInt32(done + 8, source.getInt32(at + 8, true), true);
          target.setInt32(done + 12, source.getInt32(at + 12, true), true);
        }
      } else packed.copy(output, done, at, at + length);
      at += length;
      done += length;
      continue;
    }
    let length = (tag >>> 2) + 1;
    let offset = 0;
    if (kind === 1) {
      length = ((tag >>> 2) & 7) + 4;
      offset = (packed[at] ?? 0) + ((tag >>> 5) << 8);
      at += 1;
    } else {
      const size = kind === 2 ? 2 : 4;
      if (at + size > inputEnd) throw damaged();
      offset = size === 2 ? source.getUint16(at, true) : source.getUint32(at, true);
      at += size;
    }
    const from = done - offset;
    if (offset === 0 || from < 0 || done + length > outputEnd) throw damaged();
    if (offset >= wordBytes && length <= wordBytes && done + wordBytes <= outputEnd) {
      target.setInt32(done, target.getInt32(from, true), true);
      target.setInt32(done + 4, target.getInt32(from + 4, true), true);
      if (length > 8) {
        target.setInt32(done + 8, target.getInt32(from + 8, true), true);
        target.setInt32(done + 12, target.getInt32(from + 12, true), true);
      }
    } else if (offset >= length && length > 2 * wordBytes) {
      output.copyWithin(done, from, from + length);
    } else {
      // The part may repeat itself: byte by byte it does.
      for (let byte = 0; byte < length; byte += 1) output[done + byte] = output[from + byte] ?? 0;
    }
    done += length;
  }
  if (done !== outputEnd) throw damaged();
}

const shortLiteral = 60;
const wordBytes = 16;

function damaged(): Error {
  return new Error('it is damaged: a page cannot be unpacked');
}
