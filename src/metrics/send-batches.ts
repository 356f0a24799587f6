import type { BatchCounts } from '../api/metric-calls.ts';
import { CostctlError, type ErrorCode } from '../errors.ts';
import type { Batch } from './cut-batches.ts';
import type { Ledger } from './ledger.ts';
import type { MetricOperations } from './metric-tools.ts';

export interface Sending
  extends Pick<MetricOperations, 'concurrency' | 'send' | 'describe' | 'mayBeStored'> {
  /** Cuts the values into batches, or a batch into smaller ones. */
  readonly cut: Ledger['batches'];
  readonly batchSize: number;
  readonly signal: AbortSignal;
  readonly failed: (batch: Batch, reason: string) => void;
  /** How many values are done, stored or not. */
  readonly progress: (values: number) => void;
}

export interface Sent extends Omit<BatchCounts, 'resent'> {
  readonly failed: number;
  /** Among the failed ones: the service may have stored them, although no response confirms it. */
  readonly unsure: number;
  /** Batches that were sent again because a response was lost or was an error. */
  readonly resent: number;
  /** Batches with a final response; a batch that was split counts as its halves. */
  readonly batches: number;
  /** Why the remaining values were not sent. */
  readonly stopped?: CostctlError | undefined;
}

/** After these errors, no later batch could succeed. */
const stopping: readonly ErrorCode[] = [
  'unauthenticated',
  'forbidden',
  'not_found',
  'not_configured',
  'interrupted',
];

export const nothingSent = {
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  unsure: 0,
  resent: 0,
  batches: 0,
};

/** Sends all values in parallel batches. A batch that fails does not stop the others. */
export async function sendValues(sending: Sending): Promise<Sent> {
  const sent = { ...nothingSent };
  let size = sending.batchSize;
  let stopped: CostctlError | undefined;
  const batches = sending.cut(() => size);

  function fail(batch: Batch, reason: string): void {
    sent.failed += batch.count;
    sending.failed(batch, reason);
  }

  /** The smaller size applies to all later batches. */
  async function deliverHalves(batch: Batch): Promise<void> {
    const half = Math.ceil(batch.count / 2);
    size = Math.min(size, half);
    for (const part of sending.cut(() => half, batch)) await deliver(part);
  }

  async function deliver(batch: Batch): Promise<void> {
    if (stopped !== undefined) return fail(batch, notSent(stopped));
    try {
      const answer = await sending.send(batch.body);
      sent.created += answer.created;
      sent.updated += answer.updated;
      sent.unchanged += answer.unchanged;
      if (answer.resent) sent.resent += 1;
    } catch (thrown) {
      const error = expectKnown(thrown, sending.signal);
      if (error.details.status === 413 && batch.count > 1) return deliverHalves(batch);
      if (stopping.includes(error.code)) stopped ??= error;
      if (sending.mayBeStored(error)) sent.unsure += batch.count;
      fail(batch, sending.describe(error));
    }
    sent.batches += 1;
    sending.progress(sent.created + sent.updated + sent.unchanged + sent.failed);
  }

  async function work(): Promise<void> {
    // Not `for … of`, because the first worker to return would close the generator for the others.
    for (let next = batches.next(); !next.done; next = batches.next()) {
      await deliver(next.value);
      if (stopped !== undefined) return;
    }
  }

  await Promise.all(Array.from({ length: sending.concurrency }, work));
  if (stopped !== undefined) {
    for (const batch of batches) fail(batch, notSent(stopped));
  }
  return { ...sent, stopped };
}

function notSent(stopped: CostctlError): string {
  return `not sent, because of an earlier error: ${stopped.message}`;
}

/** An error that this program did not throw on purpose is a defect, not a failed batch. */
function expectKnown(thrown: unknown, signal: AbortSignal): CostctlError {
  if (signal.aborted && signal.reason instanceof CostctlError) return signal.reason;
  if (thrown instanceof CostctlError) return thrown;
  throw thrown;
}

export function countBatches({ batches }: Ledger, size: number): number {
  let count = 0;
  for (const _batch of batches(() => size)) count += 1;
  return count;
}
