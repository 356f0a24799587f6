import { crc32, deflateRawSync } from 'node:zlib';

/** 1980-01-01, the first day of zip archives: with one date for all, the same content gives the same bytes. */
const day = (1 << 5) | 1;

/** A zip archive of files (PKWARE's APPNOTE), none of them larger than 4 GB. */
export function writeZip(files) {
  const parts = [];
  const entries = [];
  let offset = 0;
  for (const { path, bytes } of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(day, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = [Buffer.from('PK\x03\x04', 'latin1'), common, name, packed];
    parts.push(...local);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 12);
    entries.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, entry.subarray(2), name);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
