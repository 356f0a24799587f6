import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeSheets } from '../../../src/formats/xlsx/workbook.ts';
import { runs } from '../../helpers/runs.ts';
import { sheetNames, unzip } from '../../helpers/stored-workbook.ts';
import { findAll, parseXml, textOf, type XmlElement } from '../../helpers/xml.ts';

interface Table {
  readonly sheet: string;
  readonly columns: readonly string[];
  readonly header: boolean;
  readonly rows: readonly (readonly unknown[])[];
}

async function write(tables: readonly Table[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await writeSheets(async (chunk) => {
    chunks.push(Uint8Array.from(chunk));
  }, tables);
  return Buffer.concat(chunks);
}

const names = fc.oneof(
  fc.constantFrom('Costs', 'costs', "it's", "'", "''a''", '', '[a]:b*c?d/e\\f', 'x'.repeat(40)),
  fc.stringMatching(/^[aB' ]{0,3}'?b{28,33}'?$/),
  fc.string({ unit: 'grapheme' }),
);

const tables = fc.array(
  fc.record({
    sheet: names,
    columns: fc.constantFrom<readonly string[]>([], ['a'], ['a', 'b', 'c']),
    header: fc.boolean(),
    rows: fc.constantFrom<readonly (readonly unknown[])[]>([], [['x', 1]], [['2026-11-15'], [2]]),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Elements that contain text; it would be an error anywhere else. */
const textual = new Set(['t', 'v', 'definedName']);

function requireNoStrayText(part: XmlElement): void {
  for (const child of part.children) {
    if (typeof child !== 'string') requireNoStrayText(child);
    else expect([part.name, textual.has(part.name)]).toEqual([part.name, true]);
  }
}

test('all parts of a workbook exist, have a type, and contain text only in cells and names', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (sheets) => {
      const files = unzip(await write(sheets));
      for (const text of files.values()) requireNoStrayText(parseXml(text));
      const part = (name: string) => parseXml(files.get(name) ?? '');
      const parts = [...files.keys()].filter(
        (name) => name.startsWith('xl/') && !/_rels/.test(name),
      );
      const targets = (name: string, base: string) =>
        findAll(part(name), 'Relationship').map(
          ({ attributes }) => `${base}${attributes['Target']}`,
        );
      const related = [
        ...targets('_rels/.rels', ''),
        ...targets('xl/_rels/workbook.xml.rels', 'xl/'),
      ];
      expect(related.sort()).toEqual([...parts].sort());
      const typed = findAll(part('[Content_Types].xml'), 'Override');
      expect(typed.map(({ attributes }) => attributes['PartName']).sort()).toEqual(
        parts.map((name) => `/${name}`).sort(),
      );
      const selected = parts.filter((name) => files.get(name)?.includes('tabSelected="1"'));
      expect(selected).toEqual(['xl/worksheets/sheet1.xml']);
    }),
    { numRuns: runs(50) },
  );
});

test('names of sheets are unique and valid, and each filter belongs to its sheet', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (sheets) => {
      const archive = await write(sheets);
      const found = sheetNames(archive);
      expect(new Set(found.map((name) => name.toLowerCase())).size).toBe(sheets.length);
      for (const name of found) {
        expect(name).toMatch(/^[^[\]:*?/\\\p{Cc}]+$/u);
        expect(name).not.toMatch(/^'|'$/);
        expect(name.length).toBeLessThanOrEqual(31);
      }
      const filters = findAll(parseXml(unzip(archive).get('xl/workbook.xml') ?? ''), 'definedName');
      expect(filters.map((one) => [one.attributes['localSheetId'], textOf(one)])).toEqual(
        sheets.flatMap(({ columns, header, rows }, at) => {
          const last = ['', 'A', '', 'C'][columns.length] ?? '';
          if (!header || last === '') return [];
          const quoted = (found[at] ?? '').replaceAll("'", "''");
          return [[String(at), `'${quoted}'!$A$1:$${last}$${rows.length + 1}`]];
        }),
      );
    }),
    { numRuns: runs(100) },
  );
});

test('a name of a sheet has at most 31 UTF-16 units, and no half of a character', async () => {
  const sheet = `x${'💰'.repeat(40)}`;
  const table = { columns: ['a'], header: true, rows: [['1']], sheet };
  const [first = '', second = ''] = sheetNames(await write([table, table]));
  expect([first, second]).toEqual([`x${'💰'.repeat(15)}`, `x${'💰'.repeat(13)} 2`]);
});
