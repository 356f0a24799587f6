import { crc32, inflateRawSync } from 'node:zlib';
import { findAll, parseXml, textOf, type XmlElement } from './xml.ts';

/** The files of a zip archive by name, read as an unzip program does: from the list at its end. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.length - 22;
  if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error('no end of a zip archive');
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry where one should be');
    const packed = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const data = inflateRawSync(archive.subarray(start, start + packed));
    if (data.length !== archive.readUInt32LE(at + 24)) throw new Error(`${name}: wrong size`);
    if (crc32(data) !== archive.readUInt32LE(at + 16)) throw new Error(`${name}: wrong checksum`);
    files.set(name, data.toString('utf8'));
    at += 46 + nameLength;
  }
  return files;
}

export interface SheetCell {
  readonly at: string;
  readonly style: string | undefined;
  /** The digits of a number, as they are stored; undefined for text. */
  readonly number: string | undefined;
  readonly text: string | undefined;
}

export interface Sheet {
  readonly rows: readonly (readonly SheetCell[])[];
  readonly filter: string | undefined;
  readonly isFrozen: boolean;
  readonly xml: string;
}

/** One sheet of a workbook, the first unless it is named by its number, with every cell as it is stored. */
export function readSheet(archive: Buffer, number = 1): Sheet {
  const files = unzip(archive);
  for (const text of files.values()) parseXml(text);
  const xml = files.get(`xl/worksheets/sheet${number}.xml`) ?? '';
  const sheet = parseXml(xml);
  return {
    rows: findAll(sheet, 'row').map((row) => findAll(row, 'c').map(readCell)),
    filter: findAll(sheet, 'autoFilter')[0]?.attributes['ref'],
    isFrozen: findAll(sheet, 'pane').some(({ attributes }) => attributes['state'] === 'frozen'),
    xml,
  };
}

/** The names of the sheets, in order. */
export function sheetNames(archive: Buffer): string[] {
  const workbook = parseXml(unzip(archive).get('xl/workbook.xml') ?? '');
  return findAll(workbook, 'sheet').map(({ attributes }) => attributes['name'] ?? '');
}

function readCell(cell: XmlElement): SheetCell {
  const { r = '', s, t } = cell.attributes;
  const [value] = findAll(cell, 'v');
  const isText = t === 'inlineStr';
  return {
    at: r,
    style: s,
    number: value === undefined ? undefined : textOf(value),
    text: isText ? unescapeText(textOf(cell)) : undefined,
  };
}

function unescapeText(text: string): string {
  return text.replace(/_x([0-9A-F]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The code of the number format that a style of a cell has. */
export function numberFormats(archive: Buffer): (style: string | undefined) => string | undefined {
  const styles = unzip(archive).get('xl/styles.xml') ?? '';
  const codes = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
      id,
      code,
    ]),
  );
  const [, cells = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(styles) ?? [];
  const formats = [...cells.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => codes.get(id));
  return (style) => formats[Number(style ?? 0)];
}
