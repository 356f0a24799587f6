import { CostctlError, withHint } from '../errors.ts';
import type { Session } from '../session.ts';

const named = 'costctl costs columns';

/** A hint that names the columns names those of the rows of this run: its days, its mirror, its profile. */
export async function nameColumns(error: unknown, session: Session): Promise<unknown> {
  const hint = error instanceof CostctlError ? error.details.hint : undefined;
  if (!(error instanceof CostctlError) || hint?.includes(named) !== true) return error;
  const { columns } = await import('../commands/costs/columns.ts');
  // What the rows lack may be in a condition, or in an option that names a column.
  const left = {
    ...{ where: undefined, dateColumn: undefined, amountColumn: undefined },
    ...{ currencyColumn: undefined, sourceColumn: undefined },
    ...{ receipt: undefined, envelope: undefined },
    ...(session.settings.where.value.length === 0 ? {} : { noWhere: true }),
  };
  const line = session.lineToType(left, columns);
  return withHint(
    error,
    hint.replace(named, () => line),
  );
}
