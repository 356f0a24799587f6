import { CostctlError } from '../errors.ts';
import { pluralize } from '../pluralize.ts';
import type { Change } from './compare-values.ts';
import { compareWithStored, inspectFile } from './stored.ts';
import { type MetricTools, openLedger } from './tools.ts';
import { type ValuesFile, type ValuesFileChoice, withValuesFile } from './values-file.ts';

export interface DiffChoice extends ValuesFileChoice {
  readonly check: boolean;
}

/** Prints the changes. `fails` may be called when all have been read. */
export type ShowChanges = (changes: AsyncIterable<Change>, fails: () => boolean) => Promise<void>;

/** Lists what importing a file would do, one value at a time. */
export async function diffFile(
  tools: MetricTools,
  choice: DiffChoice,
  show: ShowChanges,
): Promise<void> {
  await withValuesFile(tools, choice, (file) => diffValues(tools, choice, file, show));
}

async function diffValues(
  tools: MetricTools,
  choice: DiffChoice,
  file: ValuesFile,
  show: ShowChanges,
): Promise<void> {
  const extras = openLedger(tools);
  const inspection = inspectFile(tools, file);
  let changing = 0;
  async function* watchChanges(): AsyncGenerator<Change> {
    const { ledger } = file;
    const comparison = { ledger, extras, inspection, isAnnounced: true };
    for await (const change of compareWithStored(tools, file, comparison)) {
      if (change.change !== 'extra') changing += 1;
      yield change;
    }
  }
  try {
    await show(watchChanges(), () => changing > 0);
    await inspection.finish();
  } finally {
    extras.close();
  }
  await file.rejects.commit();
  if (file.counts.invalid > 0) {
    throw new CostctlError(
      'incomplete',
      `${file.counts.invalid} of ${file.counts.rows} rows cannot be used and were not compared`,
      { hint: 'correct them and compare again: --rejects FILE keeps them' },
    );
  }
  if (choice.check && changing > 0) {
    throw new CostctlError(
      'check_failed',
      `an import would change ${pluralize(changing, 'value')}`,
    );
  }
}
