import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { CostctlError } from '../../errors.ts';
import type { Change } from '../../metrics/compare.ts';
import type { View } from '../../output/output.ts';
import { pluralize } from '../../pluralize.ts';
import type { Session } from '../../session.ts';
import { action } from '../action.ts';
import { examples } from '../examples.ts';
import { isSilent } from '../silent-check.ts';
import { labelText } from './label-text.ts';
import { compareWithStored } from './stored.ts';
import {
  createSessionLedger,
  type ValuesFile,
  valuesFileInput,
  valuesFileOptions,
  withValuesFile,
} from './values-file.ts';

const view: View<Change> = {
  columns: [
    { path: 'change', importance: 'answer' },
    { path: 'date', importance: 'answer' },
    { path: 'labels', importance: 'answer', cell: labelText },
    { path: 'old', kind: 'number', importance: 'answer' },
    { path: 'new', kind: 'number', importance: 'answer' },
  ],
  fields: ['change', 'date', 'labels', 'old', 'new'],
};

const DiffInput = z.strictObject({ ...valuesFileInput, check: z.optional(z.boolean()) });
type DiffInput = z.infer<typeof DiffInput>;

export function addDiff(metrics: Command, context: Context): void {
  valuesFileOptions(metrics.command('diff'))
    .description('List what importing a file would create and update, and what it lacks')
    .option('--check', 'exit 11 if an import would change anything')
    .addHelpText('after', examples('costctl metrics diff bmt_orders orders.csv --check'))
    .action(
      action(context, DiffInput, (session, input) =>
        withValuesFile(session, input, (file) => diffValues(session, input, file)),
      ),
    );
}

async function diffValues(session: Session, input: DiffInput, file: ValuesFile): Promise<void> {
  const extras = createSessionLedger(session);
  let changing = 0;
  async function* watchChanges(): AsyncGenerator<Change> {
    for await (const change of compareWithStored(session, file, file.ledger, extras)) {
      if (change.change !== 'extra') changing += 1;
      yield change;
    }
  }
  try {
    await list(session, input.check === true, watchChanges(), () => changing > 0);
  } finally {
    extras.close();
  }
  await file.rejects.commit();
  if (file.counts.invalid > 0) {
    throw new CostctlError(
      'incomplete',
      `${file.counts.invalid} of ${file.counts.rows} rows cannot be used, and were not compared`,
      { hint: 'correct them, and compare again: --rejects FILE keeps them' },
    );
  }
  if (input.check === true && changing > 0) {
    throw new CostctlError(
      'check_failed',
      `an import would change ${pluralize(changing, 'value')}`,
    );
  }
}

/** With --quiet a check that holds prints nothing, so its changes must be known before. */
async function list(
  session: Session,
  isCheck: boolean,
  changes: AsyncIterable<Change>,
  isFailing: () => boolean,
): Promise<void> {
  if (!isSilent(session, isCheck)) return session.output.list(changes, view);
  const all: Change[] = [];
  for await (const change of changes) all.push(change);
  if (isFailing()) await session.output.list(all, view);
}
