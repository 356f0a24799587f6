/** A row of a result: the columns grouped by, and the figures. */
export type ResultRow = Readonly<Record<string, unknown>>;

/** Names of the figures in the rows of results. */
const taken = new Set([
  'period',
  'currency',
  'rows',
  'total',
  'share',
  'rest',
  'all',
  'check',
  'result',
  'limit',
  'before',
  'after',
  'change',
  'changePercent',
  'state',
  'cost',
  'value',
  'unitCost',
  'costLeftOut',
  'valueLeftOut',
  'baseline',
  'partial',
  'day',
  'actual',
  'expected',
  'difference',
  'score',
  'shift',
  'history',
  'low',
  'high',
  'method',
  'learned',
  'replays',
  'coverage',
  'target',
  'direct',
  'allocated',
  'ratio',
  'covered',
  'uncovered',
  'percent',
  'rowsCovered',
  'credits',
]);

/**
 * The name of a column grouped by in the result: its own, unless a figure has that name. A column
 * that is itself called `by.rows` becomes `by.by.rows`, so that no two columns share a name.
 */
export function fieldOf(column: string): string {
  return taken.has(column.replace(/^(by\.)+/, '')) ? `by.${column}` : column;
}

export function valueFields(
  by: readonly string[],
  values: readonly (string | null)[],
): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    by.map((column, position) => [fieldOf(column), values[position] ?? null]),
  );
}
