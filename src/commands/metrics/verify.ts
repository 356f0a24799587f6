import { CostctlError } from '../../errors.ts';
import type { Change } from '../../metrics/compare.ts';
import { canonicalLabels, labelCells } from '../../metrics/labels.ts';
import type { Ledger } from '../../metrics/ledger.ts';
import type { Session } from '../../session.ts';
import { labelText } from './label-text.ts';
import { compareWithStored } from './stored.ts';
import { createSessionLedger, type ValuesFile } from './values-file.ts';

const mostShown = 20;

export interface Verification {
  /** How many values differ. */
  readonly different: number;
  /** Why the others were not read. */
  readonly failure?: CostctlError | undefined;
}

/** Reads back what was sent, and the zeros if any, and lists what differs. */
export async function verifyStored(
  session: Session,
  file: ValuesFile,
  zeros: Ledger | undefined,
): Promise<Verification> {
  let different = 0;
  const note = (ledger: Ledger) => (change: Change) => {
    different += 1;
    if (different <= mostShown) session.output.warn(tellDifference(change));
    reject(file, ledger, change);
  };
  try {
    await readBack(session, file, file.ledger, note(file.ledger));
    if (zeros !== undefined) await readBack(session, file, zeros, note(zeros));
    return { different };
  } catch (thrown) {
    // What was sent stands all the same, and its result is told.
    const { signal } = session.context;
    const failure = signal.aborted ? signal.reason : thrown;
    if (failure instanceof CostctlError) return { different, failure };
    throw thrown;
  } finally {
    if (different > mostShown) session.output.warn(`and ${different - mostShown} more values`);
  }
}

async function readBack(
  session: Session,
  file: ValuesFile,
  ledger: Ledger,
  note: (change: Change) => void,
): Promise<void> {
  const others = createSessionLedger(session);
  try {
    for await (const change of compareWithStored(session, file, ledger, others)) {
      if (change.change !== 'extra') note(change);
    }
  } finally {
    others.close();
  }
}

function reject({ labelColumns, rejects }: ValuesFile, ledger: Ledger, change: Change): void {
  const labels = canonicalLabels(change.labels, labelColumns);
  const entry = ledger.find({ date: change.date, labels });
  if (entry === undefined) return;
  rejects.add({
    ...entry,
    labels: labelCells(labels, labelColumns),
    reason: tellDifference(change),
  });
}

function tellDifference({ date, labels, old, new: sent }: Change): string {
  return `${`${date} ${labelText(labels)}`.trim()}: ${sent} was sent, the service holds ${old ?? 'none'}`;
}
