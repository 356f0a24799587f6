import { join } from 'node:path';
import { fileError } from '../../errors.ts';
import type { RowPage } from '../../json/bulk/rows.ts';
import type { DayRange } from '../days.ts';
import { createPageReader, type PageReader, type WantedColumn } from '../parquet/pages.ts';
import { openParquet } from '../parquet/reader.ts';
import { jsonFormOf, type Manifest, type MirrorFile } from './manifest.ts';

/** Reads rows of the files that one state of a mirror names. */
export interface MirrorRows {
  /** The rows of some days, in order. Each page is valid until the next. */
  readonly read: (
    range: DayRange,
    columns?: readonly string[],
    limit?: number,
  ) => AsyncGenerator<RowPage, void>;
  readonly close: () => Promise<void>;
}

interface OpenFile {
  readonly path: string;
  readonly pages: PageReader;
  readonly close: () => Promise<void>;
}

type Contents = Pick<Manifest, 'columns' | 'days' | 'files'>;

export function createMirrorRows(folder: string, manifest: Contents): MirrorRows {
  let current: OpenFile | undefined;

  async function openFile({ path, rows }: MirrorFile): Promise<OpenFile> {
    if (current?.path === path) return current;
    await current?.close();
    current = undefined;
    const reader = await openParquet(join(folder, path));
    if (reader.footer.rows !== rows) {
      await reader.close();
      throw fileError(
        `cannot read ${join(folder, path)}`,
        `it has ${reader.footer.rows} rows, and the manifest says ${rows}`,
        `costctl costs verify ${join(folder, '_manifest.json')} checks all files`,
      );
    }
    current = { path, pages: createPageReader(reader), close: reader.close };
    return current;
  }

  return {
    read: async function* (range, columns, limit = Number.POSITIVE_INFINITY) {
      const wanted = wantedColumns(manifest, columns);
      let left = limit;
      for (const file of manifest.files) {
        if (file.to < range.from || file.from > range.to || left <= 0) continue;
        const { from, to } = rowsOf(manifest, file, range);
        if (from === to) continue;
        const { pages } = await openFile(file);
        const rows = { from, to: Math.min(to, from + left) };
        for await (const page of pages.read(wanted, rows, { cellsOnly: columns !== undefined })) {
          left -= page.count;
          yield page;
        }
      }
    },
    close: async () => {
      await current?.close();
      current = undefined;
    },
  };
}

/** In a file the rows are in the order of their days: which ones a day has follows from their counts. */
function rowsOf(
  { days }: Contents,
  file: MirrorFile,
  range: DayRange,
): { from: number; to: number } {
  let [from, to] = [0, 0];
  for (const { date, rows } of days) {
    if (date < file.from || date > file.to || date > range.to) continue;
    if (date < range.from) from += rows;
    to += rows;
  }
  return { from, to };
}

/**
 * All columns that the service sent, or those that some names reach: `tags.team` is a column of its
 * own if there is one, and otherwise inside `tags`.
 */
function wantedColumns(
  { columns }: Contents,
  names: readonly string[] | undefined,
): WantedColumn[] {
  const own = new Set(columns.map(({ name }) => name));
  const wanted = columns.filter(({ name, inside }) => {
    if (names === undefined) return inside === undefined;
    return names.some((asked) => {
      return asked === name || (!own.has(asked) && asked.startsWith(`${name}.`));
    });
  });
  return wanted.map((column) => ({ name: column.name, json: jsonFormOf(column) }));
}
