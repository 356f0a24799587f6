/** A row of a result: the columns grouped by, and what was worked out. */
export type ResultRow = Readonly<Record<string, unknown>>;

/** Names that rows of results have already. */
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
]);

/** The name of a column grouped by in the result: its own, unless a figure has that name. */
export function fieldOf(column: string): string {
  return taken.has(column) ? `by.${column}` : column;
}

export function valueFields(
  by: readonly string[],
  values: readonly (string | null)[],
): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    by.map((column, position) => [fieldOf(column), values[position] ?? null]),
  );
}
