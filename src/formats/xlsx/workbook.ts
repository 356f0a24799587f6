import { openSheet, type SheetOptions } from './open-sheet.ts';
import { nameSheet } from './sheet-names.ts';
import {
  contentTypes,
  type NamedSheet,
  packageRelations,
  styles,
  workbookPart,
  workbookRelations,
} from './write-parts.ts';
import { createZip, type WriteBytes, type ZipWriter } from './write-zip.ts';

/** A workbook with one sheet of rows, written row by row. Await each call before the next. */
export type Workbook = ReturnType<typeof openWorkbook>;

interface NamedOptions extends Omit<SheetOptions, 'at' | 'before'> {
  readonly sheet: string;
}

interface WorkbookOptions extends NamedOptions {
  /** What qualifies its figures. If there is anything, it is written to a second sheet. */
  readonly remarks?: readonly string[];
}

export function openWorkbook(write: WriteBytes, options: WorkbookOptions) {
  const zip = createZip(write);
  const { remarks = [] } = options;
  const before = () => writeFirstParts(zip, remarks.length === 0 ? 1 : 2);
  const sheet = openSheet(zip, { ...options, at: 1, before });
  return {
    row: sheet.row,
    /** Returns what to note for the reader. */
    async finish() {
      const { filter, ...facts } = await sheet.finish();
      const written = [{ name: nameSheet(options.sheet, []), filter }];
      if (remarks.length > 0) {
        const rows = remarks.map((remark) => [remark]);
        written.push(
          await writeSheet(
            zip,
            { sheet: 'about', columns: ['about'], header: true, rows },
            written,
          ),
        );
      }
      await writeLastParts(zip, written);
      return facts;
    },
    destroy: sheet.destroy,
  };
}

/** A workbook of several small sheets. Names that are the same once they are cut get a number. */
export async function writeSheets(write: WriteBytes, sheets: readonly SmallSheet[]): Promise<void> {
  const zip = createZip(write);
  const written: NamedSheet[] = [];
  await writeFirstParts(zip, sheets.length);
  for (const sheet of sheets) written.push(await writeSheet(zip, sheet, written));
  await writeLastParts(zip, written);
}

interface SmallSheet extends NamedOptions {
  readonly rows: readonly (readonly unknown[])[];
}

async function writeSheet(
  zip: ZipWriter,
  options: SmallSheet,
  written: readonly NamedSheet[],
): Promise<NamedSheet> {
  const at = written.length + 1;
  const sheet = openSheet(zip, { ...options, at });
  for (const row of options.rows) await sheet.row(row);
  const { filter } = await sheet.finish();
  return { name: nameSheet(options.sheet, written), filter };
}

async function writeFirstParts(zip: ZipWriter, sheets: number): Promise<void> {
  await zip.add('[Content_Types].xml', contentTypes(sheets));
  await zip.add('_rels/.rels', packageRelations);
}

async function writeLastParts(zip: ZipWriter, sheets: readonly NamedSheet[]): Promise<void> {
  await zip.add('xl/workbook.xml', workbookPart(sheets));
  await zip.add('xl/_rels/workbook.xml.rels', workbookRelations(sheets.length));
  await zip.add('xl/styles.xml', styles);
  await zip.finish();
}
