import type { Entry } from './ledger.ts';

/** Labels may be long, so a batch also ends when its text has this length. */
const longestBody = 4 * 1024 * 1024;

/** Divides the values into requests; `size` is called for each batch, because it may shrink. */
export function* cutBatches(entries: Iterable<Entry>, size: () => number): Generator<Entry[]> {
  let batch: Entry[] = [];
  let length = 0;
  for (const entry of entries) {
    if (batch.length > 0 && (batch.length >= size() || length + entry.json.length > longestBody)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(entry);
    length += entry.json.length;
  }
  if (batch.length > 0) yield batch;
}

/** The body of a request: the entries are already JSON. */
export function writeBody(batch: readonly Entry[]): string {
  return `{"values":[${batch.map(({ json }) => json).join(',')}]}`;
}

export function countBatches(entries: Iterable<Entry>, size: number): number {
  let count = 0;
  for (const _batch of cutBatches(entries, () => size)) count += 1;
  return count;
}
