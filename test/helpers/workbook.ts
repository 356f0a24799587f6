import { crc32, deflateRawSync } from 'node:zlib';

/** A cell of a test workbook: text, or the tag that is written for it. */
export type TestCell = string | { readonly xml: string };

/** A number cell with these digits; `style` 1 is a date, 2 a custom date format, 0 none. */
export function number(digits: string, style = 0): TestCell {
  return { xml: `<c s="${style}"><v>${digits}</v></c>` };
}

export interface TestSheet {
  readonly name: string;
  readonly rows: readonly (readonly TestCell[])[];
}

export interface WorkbookForm {
  /** Text is stored once and referred to, as Excel does, or in each cell. */
  readonly sharedTexts?: boolean;
  readonly isFrom1904?: boolean;
  /** Entries to add or replace, by name. */
  readonly entries?: Readonly<Record<string, string | Buffer>>;
}

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The bytes of an .xlsx workbook with these sheets. */
export function createWorkbook(sheets: readonly TestSheet[], form: WorkbookForm = {}): Buffer {
  const texts: string[] = [];
  const writeCell = (cell: TestCell): string => {
    if (typeof cell !== 'string') return cell.xml;
    if (form.sharedTexts !== true) return `<c t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
    if (!texts.includes(cell)) texts.push(cell);
    return `<c t="s"><v>${texts.indexOf(cell)}</v></c>`;
  };
  const parts = sheets.map(
    ({ rows }) =>
      `<worksheet xmlns="${main}"><sheetData>${rows
        .map((cells, at) => `<row r="${at + 1}">${cells.map(writeCell).join('')}</row>`)
        .join('')}</sheetData></worksheet>`,
  );
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;
  const relations = (all: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`;
  return createZip({
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationships}"><workbookPr date1904="${form.isFrom1904 === true ? 1 : 0}"/><sheets>${sheets
      .map(({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="s${at}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      sheets.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join('') +
        relation('t', 'sharedStrings', '/xl/sharedStrings.xml') +
        relation('y', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="170" formatCode="[$-407]dd/\\ mmm\\ yy;@"/><numFmt numFmtId="171" formatCode="&quot;day&quot; 0.00"/><numFmt numFmtId="172" formatCode="[h]:mm;@"/><numFmt numFmtId="173" formatCode="mm:ss.00"/><numFmt numFmtId="174" formatCode="#,##0.00 hrs"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="173"/><xf numFmtId="20"/><xf numFmtId="46"/><xf numFmtId="174"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts
      .map((text) => `<si><t>${escapeXml(text)}</t></si>`)
      .join('')}</sst>`,
    ...Object.fromEntries(parts.map((part, at) => [`xl/worksheets/sheet${at}.xml`, part])),
    ...form.entries,
  });
}

/** A zip archive. */
export function createZip(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    locals.push(Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const head = Buffer.from('PK\x01\x02\x14\x00', 'latin1');
    directory.push(head, common, rest, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(entries).length, 4);
  end.writeUInt16LE(Object.keys(entries).length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\x05\x06'), end]);
}

/** Spaces around a text are preserved by `xml:space` alone; the reader keeps them in any case. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
}
