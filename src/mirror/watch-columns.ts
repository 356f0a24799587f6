import { type ColumnWatch, createColumnWatch } from '../rows/column-watch.ts';
import { type ColumnChoice, namedColumns } from '../rows/detect-columns.ts';
import { quote } from '../text.ts';
import { type RoleColumns, rolesOf } from './day-rows.ts';
import type { Manifest } from './manifest.ts';

/** The columns that were chosen by the rows that a mirror has. */
export interface HeldColumns {
  readonly roles: RoleColumns;
  /** In conflict with rows that could have amounts or currencies in a column, if none was chosen. */
  readonly watch: ColumnWatch;
  /** The command that takes such a column. */
  readonly command: string;
}

/** Undefined if the mirror has no rows yet. */
export function holdColumns(folder: string, manifest: Manifest): HeldColumns | undefined {
  const { query, columns } = manifest;
  if (columns.length === 0) return undefined;
  const roles = rolesOf(query);
  const { date, amount, currency } = roles;
  const watch = createColumnWatch({
    given: namedColumns(query),
    ranges: [],
    found: { date: keep(date), amount: keep(amount), currency: keep(currency) },
    judged: new Set(columns.flatMap(({ name, kinds }) => (kinds.length > 0 ? name : []))),
  });
  return { roles, watch, command: `costctl costs mirror ${quote(folder)}` };
}

function keep(column: string | undefined): ColumnChoice {
  if (column === undefined) return { how: 'none', candidates: [] };
  return { column, how: 'given', candidates: [] };
}
