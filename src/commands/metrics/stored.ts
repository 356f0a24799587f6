import { readStoredValues } from '../../api/metrics.ts';
import { type Change, compareValues } from '../../metrics/compare.ts';
import type { Ledger } from '../../metrics/ledger.ts';
import { pluralize } from '../../pluralize.ts';
import type { Session } from '../../session.ts';
import type { ValuesFile } from './values-file.ts';

/** The changes between a file and what is stored for its days; says first what reading that takes. */
export function compareWithStored(
  session: Session,
  { address, labelColumns, tally: { from, to, days } }: ValuesFile,
  ledger: Ledger,
  extras: Ledger,
): AsyncIterable<Change> {
  if (from === null || to === null)
    return compareValues(none(), { ledger, labelColumns, days, extras });
  const stored = readStoredValues(session.http, address, { from, to }, (pages) => {
    const requests =
      pages === undefined ? 'an unknown number of requests' : pluralize(pages, 'request');
    session.output.note(`reading the values stored from ${from} to ${to} takes ${requests} of 100`);
    session.progress.start('reading the stored values');
  });
  return compareValues(stored, { ledger, labelColumns, days, extras });
}

export interface Differences {
  readonly created: number;
  readonly updated: number;
  readonly extra: number;
  /** Extra values that are not 0 already. */
  readonly extraNotZero: number;
}

export async function countChanges(changes: AsyncIterable<Change>): Promise<Differences> {
  const counts = { created: 0, updated: 0, extra: 0, extraNotZero: 0 };
  for await (const change of changes) addChange(counts, change);
  return counts;
}

function addChange(
  counts: { -readonly [Name in keyof Differences]: number },
  change: Change,
): void {
  if (change.change === 'create') counts.created += 1;
  if (change.change === 'update') counts.updated += 1;
  if (change.change !== 'extra') return;
  counts.extra += 1;
  if (!isZero(change.old)) counts.extraNotZero += 1;
}

function isZero(amount: string | null): boolean {
  return amount !== null && /^[+-]?0+(?:\.0+)?(?:[eE][+-]?\d+)?$/.test(amount);
}

async function* none(): AsyncGenerator<never> {}
