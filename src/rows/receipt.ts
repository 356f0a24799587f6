import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as z from 'zod/mini';
import type { DayRange } from '../days.ts';
import { fileError } from '../errors.ts';
import { comparableDays, mergeDays } from './day-fingerprints.ts';
import type { FoundColumns } from './detect-columns.ts';
import type { Checkpoint } from './export-journal.ts';
import { Count, Day, DayContent, DaySum, FileSchema } from './manifest-file.ts';
import { describeUnclear } from './require-columns.ts';
import { mergeSums } from './window-sums.ts';
import { isTruncated } from './windows.ts';

/** What was read, from where, and what it was written to: enough to check it again later. */
export const Receipt = z.looseObject({
  command: z.string(),
  version: z.string(),
  address: z.string(),
  scope: z.string(),
  from: Day,
  to: Day,
  /** When the run began and ended. */
  start: z.string(),
  end: z.string(),
  complete: z.boolean(),
  /** Days of which only the first rows could be read. */
  truncated: z.array(z.looseObject({ date: Day, total: Count })),
  rows: Count,
  read: Count,
  total: Count,
  requests: Count,
  format: z.string(),
  columns: z.nullable(z.array(z.string())),
  /** How a Parquet file stores each column. */
  types: z.optional(z.record(z.string(), z.string())),
  dateColumn: z.nullable(z.string()),
  amountColumn: z.nullable(z.string()),
  currencyColumn: z.nullable(z.string()),
  /** Why the windows have no sums. */
  sumsLeftOut: z.optional(z.string()),
  where: z.array(z.string()),
  parameters: z.record(z.string(), z.string()),
  windows: z.array(
    z.looseObject({
      from: Day,
      to: Day,
      total: Count,
      read: Count,
      rows: Count,
      sums: z.optional(z.array(DaySum)),
      days: z.optional(z.array(DayContent)),
    }),
  ),
  files: z.array(FileSchema),
});
export type Receipt = z.infer<typeof Receipt>;
export type ReceiptFile = z.infer<typeof FileSchema>;

export interface ReceiptFacts
  extends Pick<
    Receipt,
    'command' | 'version' | 'address' | 'start' | 'end' | 'format' | 'requests'
  > {
  readonly range: DayRange;
  readonly columns: readonly string[] | undefined;
  readonly types?: Readonly<Record<string, string>> | undefined;
  readonly where: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
  readonly checkpoints: readonly Pick<Checkpoint, 'window' | 'found' | 'fault'>[];
  readonly files: readonly ReceiptFile[];
}

export function hasSums({ windows }: Receipt): boolean {
  return windows.every(({ sums }) => sums !== undefined);
}

export function createReceipt(facts: ReceiptFacts): Receipt {
  const windows = facts.checkpoints.map(({ window }) => window);
  const truncated = windows.filter(isTruncated);
  const last = facts.checkpoints.at(-1);
  const leftOut = reasonWithoutSums(last?.found, last?.fault);
  return {
    command: facts.command,
    version: facts.version,
    address: facts.address,
    scope: 'what the token reaches',
    from: facts.range.from,
    to: facts.range.to,
    start: facts.start,
    end: facts.end,
    complete: truncated.length === 0,
    truncated: truncated.map(({ from, total }) => ({ date: from, total })),
    rows: total(windows.map(({ rows }) => rows)),
    read: total(windows.map(({ read }) => read)),
    total: total(windows.map(({ total }) => total)),
    requests: facts.requests,
    format: facts.format,
    columns: facts.columns === undefined ? null : [...facts.columns],
    ...(facts.types === undefined ? {} : { types: { ...facts.types } }),
    dateColumn: last?.found?.date.column ?? null,
    amountColumn: last?.found?.amount.column ?? null,
    currencyColumn: last?.found?.currency.column ?? null,
    ...(leftOut === undefined ? {} : { sumsLeftOut: leftOut }),
    where: [...facts.where],
    parameters: { ...facts.parameters },
    windows: windows.map(({ sums, days, ...window }) => ({
      ...window,
      ...(sums === undefined || leftOut !== undefined ? {} : { sums: [...sums] }),
      ...(days === undefined || leftOut !== undefined ? {} : { days: [...days] }),
    })),
    files: [...facts.files],
  };
}

export async function describeFile(path: string, signal?: AbortSignal): Promise<ReceiptFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
      signal?.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw fileError(`cannot read ${path}`, cause);
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

export function sumsOf({ windows }: Pick<Receipt, 'windows'>): DaySum[] {
  return mergeSums(windows.flatMap(({ sums }) => sums ?? []));
}

/** The content of each day; undefined if a window has none, or one of an earlier version. */
export function contentOf({ windows }: Receipt): DayContent[] | undefined {
  const days = windows.map((window) => comparableDays(window.days));
  return days.includes(undefined) ? undefined : mergeDays(days.flatMap((known) => known ?? []));
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function reasonWithoutSums(found: FoundColumns | undefined, fault: string | undefined) {
  if (fault !== undefined) return fault;
  return found === undefined ? undefined : describeUnclear(found);
}
