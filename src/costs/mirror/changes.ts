import type { CurrencySum, MirrorDay } from './manifest.ts';

/** What became of one day in one currency. */
export interface Change {
  readonly day: string;
  readonly currency: string | null;
  readonly rowsBefore: number;
  readonly rowsAfter: number;
  readonly sumBefore: string | null;
  readonly sumAfter: string | null;
}

/** The currencies of a changed day of which rows or sum differ; if none does, all of them. */
export function compareDays(
  before: MirrorDay | undefined,
  after: Omit<MirrorDay, 'readAt'>,
): Change[] {
  const [old, current] = [byCurrency(before?.sums ?? []), byCurrency(after.sums)];
  const names = [...new Set([...old.keys(), ...current.keys()])].sort();
  const all = names.map((name): Change => {
    const [one, other] = [old.get(name), current.get(name)];
    return {
      day: after.date,
      currency: name === '' ? null : name,
      rowsBefore: one?.rows ?? 0,
      rowsAfter: other?.rows ?? 0,
      sumBefore: one === undefined ? '0' : one.sum,
      sumAfter: other === undefined ? '0' : other.sum,
    };
  });
  const different = all.filter(
    ({ rowsBefore, rowsAfter, sumBefore, sumAfter }) =>
      rowsBefore !== rowsAfter || sumBefore !== sumAfter,
  );
  return different.length === 0 ? all : different;
}

/** Whether the rows of a day are the same, in whatever order the service sent them. */
export function isSameContent(
  before: MirrorDay | undefined,
  after: Omit<MirrorDay, 'readAt'>,
): boolean {
  const rows = before?.rows ?? 0;
  return rows === after.rows && (rows === 0 || before?.hash === after.hash);
}

function byCurrency(sums: readonly CurrencySum[]): Map<string, CurrencySum> {
  return new Map(sums.map((sum) => [sum.currency ?? '', sum]));
}
