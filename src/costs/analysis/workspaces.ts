import { CellReader } from '../../json/bulk/cell-reader.ts';
import type { RowPage } from '../../json/bulk/rows.ts';
import { leaves, rowObject } from '../cost-page.ts';

/** A column of workspace ids, and the first ids that rows have there. */
export interface WorkspaceColumn {
  readonly column: string;
  readonly ids: readonly string[];
}

/** Collects the workspaces that rows name. Which columns do is seen from the first rows of a page. */
export interface WorkspaceWatch {
  readonly add: (rows: RowPage) => void;
  readonly found: () => WorkspaceColumn[];
}

const rowsLookedAt = 500;
const mostIds = 20;
const form = /^wsp_[\w-]+$/;

export function createWorkspaceWatch(): WorkspaceWatch {
  let readers: readonly { readonly cells: CellReader; readonly ids: Set<string> }[] = [];
  return {
    add: (rows) => {
      // The rows of the first pages need not name one.
      if (readers.length === 0) {
        readers = findColumns(rows).map((column) => ({
          cells: new CellReader(column),
          ids: new Set<string>(),
        }));
      }
      for (const { cells, ids } of readers) {
        for (let row = 0; row < rows.count && ids.size < mostIds; row += 1) {
          const id = cells.read(rows, row);
          if (typeof id === 'string' && !ids.has(id) && form.test(id)) ids.add(id);
        }
      }
    },
    found: () => readers.map(({ cells, ids }) => ({ column: cells.column, ids: [...ids] })),
  };
}

function findColumns(rows: RowPage): string[] {
  const columns = new Set<string>();
  for (let row = 0; row < Math.min(rows.count, rowsLookedAt); row += 1) {
    for (const [column, value] of leaves(rowObject(rows, row))) {
      if (typeof value === 'string' && form.test(value)) columns.add(column);
    }
  }
  return [...columns];
}
