import { type DayRange, isEmpty } from '../../../days.ts';
import { createWorkspaceWatch } from '../../../questions/analyze.ts';
import type { RowSource } from '../../../rows/row-source.ts';
import { parseCondition, quoteInCondition } from '../../../rows/where-language.ts';
import type { Session } from '../../../session.ts';
import { type CostChoice, type CostInput, openRows } from '../options.ts';

const lookedAt = 500;

/** Which costs a metric divides: it belongs to one workspace, and costs cover all that the token reaches. */
export async function findMetricScope(
  source: RowSource,
  range: DayRange,
  { conditions }: Pick<CostChoice, 'conditions'>,
  workspaceId: string,
) {
  const none = { where: undefined, condition: undefined, caveat: undefined };
  if (isEmpty(range)) return none;
  const watch = createWorkspaceWatch();
  let seen = 0;
  await source.readFirst(range, lookedAt, (rows) => {
    seen += rows.count;
    watch.add(rows);
  });
  // Without rows, nothing is known of their columns.
  if (seen === 0) return none;
  const columns = watch.found().map(({ column }) => column);
  const [only] = columns;
  const mayNarrow = (column: string) => only === undefined || columns.includes(column);
  if (conditions.some(({ column }) => mayNarrow(column))) return none;
  // A column holds workspace ids: a condition keeps the costs of the workspace.
  if (only !== undefined && columns.length === 1) {
    const where = `${quoteInCondition(only)}=${workspaceId}`;
    return { where, condition: parseCondition(where), caveat: undefined };
  }
  const why =
    only === undefined
      ? 'no column of the rows holds workspace ids'
      : `several columns hold workspace ids (${columns.join(', ')})`;
  return {
    ...none,
    /** What qualifies the quotient if costs of other workspaces may be in it. */
    caveat: `the metric belongs to ${workspaceId}, but the cost divided by it is that of all rows that were read: ${why}; --where narrows the rows`,
  };
}

/** Narrows to the costs of the metric's workspace, and returns what qualifies the quotient. */
export async function narrowToMetric<
  Asked extends Pick<CostInput, 'where'> & { readonly metric?: string | undefined },
>(
  session: Session,
  input: Asked,
  choice: CostChoice,
): Promise<readonly [Asked, CostChoice, caveat?: string | undefined]> {
  if (input.metric === undefined) return [input, choice];
  const source = await openRows(session, choice);
  const found = await findMetricScope(source, choice.period, choice, session.workspace());
  const { where, condition, caveat } = found;
  if (where === undefined || condition === undefined) return [input, choice, caveat];
  return [
    { ...input, where: [...(input.where ?? []), where] },
    { ...choice, conditions: [...choice.conditions, condition] },
    caveat,
  ];
}
