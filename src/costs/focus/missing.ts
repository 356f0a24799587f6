import { CellReader } from '../../json/bulk/cell-reader.ts';
import type { RowPage } from '../../json/bulk/rows.ts';
import type { FocusMap } from './map.ts';

/** Columns that a map names, and that no row has had so far. */
export interface Missing {
  readonly missing: () => readonly string[];
  /** Continues after an earlier run. */
  readonly restore: (missing: readonly string[]) => void;
}

export function createMissing({ columns }: FocusMap): Missing & {
  /** Looks for them in one row. */
  readonly look: (page: RowPage, row: number) => void;
} {
  const names = columns.flatMap(({ source, where }) => [
    ...(source.kind === 'value' ? [] : [source.column]),
    ...where.map(({ column }) => column),
  ]);
  const readers = new Map(names.map((name) => [name, new CellReader(name)]));
  let missing = new Set(readers.keys());
  return {
    missing: () => [...missing],
    restore: (left) => {
      missing = new Set(left);
    },
    look: (page, row) => {
      if (missing.size === 0) return;
      for (const name of missing) {
        if (readers.get(name)?.read(page, row) !== undefined) missing.delete(name);
      }
    },
  };
}
