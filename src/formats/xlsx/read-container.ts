import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { CostctlError } from '../../errors.ts';

/** The XML documents of a zip archive in memory, which are decompressed as they are read. */
export type Zip = ReturnType<typeof openZip>;

type Broken = (words: string) => CostctlError;

interface Entry {
  readonly method: number;
  readonly checksum: number;
  readonly compressedSize: number;
  readonly headerAt: number;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const endLength = 22;
const longestComment = 0xffff;

/** Reads the directory at the end of the archive. */
export function openZip(bytes: Buffer, broken: Broken) {
  const entries = readDirectory(bytes, broken);

  async function* read(name: string, limit: number): AsyncGenerator<Buffer> {
    const entry = entries.get(name.toLowerCase());
    if (entry === undefined) throw broken(`it has no ${name}`);
    const packed = contentOf(bytes, entry, broken);
    if (entry.method !== 0 && entry.method !== 8) throw broken('it is encrypted');
    let [length, checksum] = [0, 0];
    try {
      for await (const chunk of entry.method === 0 ? [packed] : inflate(packed)) {
        length += chunk.length;
        checkLength(name, length, packed.length, limit);
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    } catch (cause) {
      if (cause instanceof CostctlError) throw cause;
      throw broken(`${name} is damaged`);
    }
    if (checksum !== entry.checksum) throw broken(`${name} is damaged`);
  }

  return {
    has: (name: string) => entries.has(name.toLowerCase()),
    /** Parses an entry; refused if it exceeds `limit` bytes. */
    parse: (name: string, limit: number, handlers: XmlHandlers) =>
      parseXml(read(name, limit), handlers, broken),
    /** The error for an archive that is no workbook. */
    broken,
  };
}

/** Text compresses 20 times, sometimes 50 times. A much higher ratio is meant to fill a disk. */
const mostRatio = 300;
const harmlessLength = 32 * 1024 * 1024;

function checkLength(name: string, length: number, packed: number, limit: number): void {
  if (length <= limit && (length <= harmlessLength || length <= packed * mostRatio)) return;
  throw new CostctlError(
    'invalid_data',
    `${name} in the workbook unpacks to more than ${Math.floor(length / 1024 / 1024)} MB`,
    { hint: 'save its table as CSV' },
  );
}

function inflate(packed: Buffer): AsyncIterable<Buffer> {
  const output = createInflateRaw({ chunkSize: 1 << 18 });
  Readable.from([packed]).pipe(output);
  return output;
}

function contentOf(bytes: Buffer, { headerAt, compressedSize }: Entry, broken: Broken): Buffer {
  if (headerAt + 30 > bytes.length || bytes.readUInt32LE(headerAt) !== localMark) {
    throw broken('its directory is damaged');
  }
  const start =
    headerAt + 30 + bytes.readUInt16LE(headerAt + 26) + bytes.readUInt16LE(headerAt + 28);
  if (start + compressedSize > bytes.length) throw broken('it is cut short');
  return bytes.subarray(start, start + compressedSize);
}

function readDirectory(bytes: Buffer, broken: Broken): ReadonlyMap<string, Entry> {
  const end = findEnd(bytes);
  if (end === undefined) throw broken('it is cut short');
  const count = bytes.readUInt16LE(end + 10);
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) {
      throw broken('its directory is damaged');
    }
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      bytes.readUInt16LE(at + place),
    );
    const nameEnd = at + 46 + (nameLength ?? 0);
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
    const entry = {
      method: isEncrypted ? -1 : bytes.readUInt16LE(at + 10),
      checksum: bytes.readUInt32LE(at + 16),
      compressedSize: bytes.readUInt32LE(at + 20),
      headerAt: bytes.readUInt32LE(at + 42),
    };
    // Only archives of 4 GB or more need larger numbers, and those are not read here.
    if (entry.compressedSize === 0xffffffff || entry.headerAt === 0xffffffff) {
      throw broken('it is in the zip64 format');
    }
    // Names in a workbook ignore case.
    entries.set(bytes.toString('utf8', at + 46, nameEnd).toLowerCase(), entry);
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}

function findEnd(bytes: Buffer): number | undefined {
  const first = Math.max(0, bytes.length - endLength - longestComment);
  for (let at = bytes.length - endLength; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === endMark) return at;
  }
  return undefined;
}

interface XmlHandlers {
  /** Names are without their namespace prefix. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Longer tags and texts are refused, because they would have to be held in memory. */
const longestPart = 4 * 1024 * 1024;

/** Parses an XML document as it arrives. */
async function parseXml(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers, broken: Broken) {
  const parser = new SaxesParser();
  const decode = createDecoder(broken);
  let pending = 0;
  let failure: unknown;
  // The parser continues after an error, but its further output is ignored.
  const guard =
    <Parameters extends unknown[]>(handle: (...parameters: Parameters) => void) =>
    (...parameters: Parameters) => {
      pending = 0;
      if (failure !== undefined) return;
      try {
        handle(...parameters);
      } catch (error) {
        failure = error;
      }
    };
  parser.on('error', (error) => {
    failure ??= broken(`it has invalid XML: ${error.message}`);
  });
  // A document type can define entities that grow without limit. Workbooks have none.
  parser.on('doctype', () => {
    failure ??= broken('its XML has a document type');
  });
  parser.on(
    'opentag',
    guard(({ name, attributes }) => handlers.open?.(localName(name), attributes)),
  );
  parser.on(
    'closetag',
    guard(({ name }) => handlers.close?.(localName(name))),
  );
  const { text = () => undefined } = handlers;
  parser.on('text', guard(text));
  parser.on('cdata', guard(text));

  const write = (part: string) => {
    pending += part.length;
    parser.write(part);
    if (failure !== undefined) throw failure;
    if (pending > longestPart) throw broken('one of its cells is longer than 4 MB');
  };
  for await (const chunk of chunks) write(decode(chunk));
  write(decode());
  parser.close();
  if (failure !== undefined) throw failure;
}

function createDecoder(broken: Broken): (chunk?: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw broken('its XML is not UTF-8');
    }
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
