import type { Change } from '../../metrics/compare.ts';
import { canonicalLabels, labelCells } from '../../metrics/labels.ts';
import type { Ledger } from '../../metrics/ledger.ts';
import type { Session } from '../../session.ts';
import { labelText } from './label-text.ts';
import { compareWithStored } from './stored.ts';
import { createSessionLedger, type ValuesFile } from './values-file.ts';

const mostShown = 20;

/** Reads back what was sent, and the zeros if any; answers how many values differ, and lists them. */
export async function verifyStored(
  session: Session,
  file: ValuesFile,
  zeros: Ledger | undefined,
): Promise<number> {
  const different = await verifyLedger(session, file, file.ledger);
  return zeros === undefined ? different : different + (await verifyLedger(session, file, zeros));
}

async function verifyLedger(session: Session, file: ValuesFile, ledger: Ledger): Promise<number> {
  const others = createSessionLedger(session);
  let different = 0;
  try {
    for await (const change of compareWithStored(session, file, ledger, others)) {
      if (change.change === 'extra') continue;
      different += 1;
      if (different <= mostShown) session.output.warn(tellDifference(change));
      reject(file, ledger, change);
    }
  } finally {
    others.close();
  }
  await file.rejects.flush();
  if (different > mostShown) session.output.warn(`and ${different - mostShown} more values`);
  return different;
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
