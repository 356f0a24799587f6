import { type CellText, cellOf } from '../formats/column-batch.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import { groupRows } from './batch-groups.ts';
import type { RowStep } from './read.ts';
import type { CostColumns } from './require-columns.ts';
import type { RangeFacts } from './source-facts.ts';
import { createTally, type Group, groupValue } from './tally.ts';

/** Counts rows by source and day while they are read for something else. */
export interface SourceCount extends RowStep, RangeFacts {}

/** `source`: undefined if all rows come from one. Without conditions every row meets them. */
export function createSourceCount(
  columns: CostColumns,
  source: string | undefined,
  hasConditions: boolean,
): SourceCount {
  const by = source === undefined ? [] : [source];
  const tally = createTally({ columns, by, byDay: true, arePositive: true });
  const cells = source === undefined ? undefined : new CellReader(source);
  let [met, committedMet] = [new Set<string | null>(), new Set<string | null>()];
  let known: readonly Group[] | undefined;

  function groups(): readonly Group[] {
    known ??= tally.groups();
    return known;
  }

  function nameOf(cell: CellText) {
    return groupValue(cell, source !== undefined && source === columns.currency);
  }

  return {
    column: source,
    look: (page) => tally.add(page),
    add: (rows) => {
      if (!hasConditions) return;
      for (let row = 0; row < rows.count; row += 1) met.add(nameOf(cells?.read(rows, row)));
    },
    addColumns: (batch, selected) => {
      const add = tally.addColumns(batch, undefined);
      if (add === undefined || !hasConditions || selected?.length === 0) return add;
      const own = source === undefined ? undefined : batch.column(source);
      const chosen = own === undefined ? [] : [own];
      return () => {
        add();
        for (const row of groupRows(chosen, batch.count, selected).firstRow) {
          met.add(nameOf(own && cellOf(own, row)));
        }
      };
    },
    commit: () => {
      tally.commit();
      known = undefined;
      committedMet = new Set(met);
    },
    rollback: () => {
      tally.rollback();
      met = new Set(committedMet);
    },
    days: () =>
      groups().flatMap(({ day, values: [own = null], currency, rows, total: cost }) =>
        day === null ? [] : { source: own, day, currency, rows, cost },
      ),
    undated: () => groups().reduce((sum, { day, rows }) => (day === null ? sum + rows : sum), 0),
    met: () => (hasConditions ? met : new Set(groups().map(({ values: [own = null] }) => own))),
    hasSource: () => source === undefined || !tally.missing().includes(source),
  };
}

/** The column of providers by its name; undefined unless one is clear. */
export function findSourceColumn(names: Iterable<string>): string | undefined {
  const columns = [...new Set(names)];
  for (const form of sourceNames) {
    const [only, ...others] = columns.filter((name) => form.test(name));
    if (only !== undefined) return others.length === 0 ? only : undefined;
  }
  return undefined;
}

/** From the most exact name to the least. */
const sourceNames = [
  /^provider$/i,
  /^provider_?name$/i,
  /^provider_?(key|id)$/i,
  /^(cloud|service|billing)_?provider(_?(name|key|id))?$/i,
];
