import { once } from 'node:events';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { CostctlError } from '../../errors.ts';

export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

/** Writes a zip archive piece by piece. Await each call before the next. */
export type ZipWriter = ReturnType<typeof createZip>;

export interface ZipFile {
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Releases the file's resources if it was not closed. */
  readonly destroy: () => void;
}

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  readonly flags: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** The maximum of the format; not every spreadsheet supports the extension beyond it. */
const largest = 0xff_ff_ff_ff;

const utf8Name = 0x0800;
const sizesFollow = 0x0008;

/** Takes half the time of the default level, for files a tenth larger. */
const level = 3;

export function createZip(write: WriteBytes) {
  const entries: Entry[] = [];
  let offset = 0;

  async function put(bytes: Uint8Array): Promise<void> {
    offset += bytes.length;
    if (offset > largest) throw tooLarge();
    await write(bytes);
  }

  async function add(name: string, text: string): Promise<void> {
    const data = Buffer.from(text);
    const packed = deflateRawSync(data);
    const entry = {
      name: Buffer.from(name),
      offset,
      flags: utf8Name,
      crc: crc32(data),
      packed: packed.length,
      size: data.length,
    };
    entries.push(entry);
    await put(localHeader(entry));
    await put(packed);
  }

  /** A file of unknown size; close it before opening the next. */
  async function open(name: string): Promise<ZipFile> {
    const start = { name: Buffer.from(name), offset, flags: utf8Name | sizesFollow };
    await put(localHeader({ ...start, crc: 0, packed: 0, size: 0 }));
    const deflate = createDeflateRaw({ level });
    const before = offset;
    let crc = 0;
    let size = 0;
    let failure: { readonly cause: unknown } | undefined;
    const pumped = (async () => {
      for await (const chunk of deflate) await put(chunk);
    })().catch((cause: unknown) => {
      failure = { cause };
      deflate.destroy();
    });
    const check = () => {
      if (failure !== undefined) throw failure.cause;
    };
    return {
      async write(text) {
        check();
        const data = Buffer.from(text);
        crc = crc32(data, crc);
        size += data.length;
        if (size > largest) throw tooLarge();
        if (!deflate.write(data)) await Promise.race([once(deflate, 'drain'), pumped]);
        check();
      },
      async close() {
        deflate.end();
        await pumped;
        check();
        const entry = { ...start, crc, packed: offset - before, size };
        entries.push(entry);
        await put(descriptor(entry));
      },
      destroy: () => deflate.destroy(),
    };
  }

  async function finish(): Promise<void> {
    const start = offset;
    for (const entry of entries) await put(centralHeader(entry));
    await put(endRecord(entries.length, start, offset - start));
  }

  return { add, open, finish };
}

function tooLarge(): CostctlError {
  return new CostctlError('usage', 'the workbook would be larger than 4 GB', {
    hint: 'use csv or parquet, or select some columns with --columns',
  });
}

/** A fixed date, 1980-01-01, so that equal results are equal files. */
const madeOn = 0x0021;

function localHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeFacts(header, 4, entry);
  return Buffer.concat([header, entry.name]);
}

function centralHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  writeFacts(header, 6, entry);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, entry.name]);
}

/** The common part of the two headers: from the required version to the length of the name. */
function writeFacts(header: Buffer, at: number, facts: Entry): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(facts.flags, at + 2);
  header.writeUInt16LE(8, at + 4);
  header.writeUInt16LE(0, at + 6);
  header.writeUInt16LE(madeOn, at + 8);
  header.writeUInt32LE(facts.crc, at + 10);
  header.writeUInt32LE(facts.packed, at + 14);
  header.writeUInt32LE(facts.size, at + 18);
  header.writeUInt16LE(facts.name.length, at + 22);
}

function descriptor({ crc, packed, size }: Entry): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  record.writeUInt32LE(packed, 8);
  record.writeUInt32LE(size, 12);
  return record;
}

function endRecord(count: number, start: number, size: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(start, 16);
  return record;
}
