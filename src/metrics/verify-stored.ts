import { CostctlError } from '../errors.ts';
import { pluralize } from '../text.ts';
import { compareWithStored } from './compare-stored.ts';
import { type Change, canonicalLabels, labelCells, nameValue } from './compare-values.ts';
import type { Ledger } from './ledger.ts';
import type { MetricTools } from './metric-tools.ts';
import type { ValuesFile } from './values-file.ts';

const mostShown = 20;

/** Reads back what was sent, including zeros, and lists the differences. */
export async function verifyStored(
  tools: MetricTools,
  file: ValuesFile,
  zeros: Ledger | undefined,
) {
  let different = 0;
  const note = (ledger: Ledger) => (change: Change) => {
    different += 1;
    if (different <= mostShown) tools.output.warn(describeDifference(change));
    reject(file, ledger, change);
  };
  try {
    await readBack(tools, file, file.ledger, note(file.ledger));
    if (zeros !== undefined) await readBack(tools, file, zeros, note(zeros));
    return { different };
  } catch (thrown) {
    // What was sent is stored nevertheless, and its result is reported.
    const { signal } = tools.context;
    const failure = signal.aborted ? signal.reason : thrown;
    if (failure instanceof CostctlError) return { different, failure };
    throw thrown;
  } finally {
    const more = different - mostShown;
    if (more > 0) tools.output.warn(`and ${pluralize(more, 'more value')}`);
  }
}

async function readBack(
  tools: MetricTools,
  file: ValuesFile,
  ledger: Ledger,
  note: (change: Change) => void,
): Promise<void> {
  const comparison = { ledger, isAnnounced: true };
  for await (const change of compareWithStored(tools, file, comparison)) note(change);
}

function reject({ labelColumns, rejects }: ValuesFile, ledger: Ledger, change: Change): void {
  const labels = canonicalLabels(change.labels, labelColumns);
  const entry = ledger.find({ date: change.date, labels });
  if (entry === undefined) return;
  rejects.add({
    ...entry,
    labels: labelCells(labels, labelColumns),
    reason: describeDifference(change),
    isCanonical: true,
  });
}

function describeDifference({ date, labels, old, new: sent }: Change): string {
  const stored = old === null ? 'the service has no value' : `the service has ${old}`;
  return `${nameValue(date, labels)}: ${sent} was sent, ${stored}`;
}
