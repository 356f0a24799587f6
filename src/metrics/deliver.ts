import { labelCells } from './labels.ts';
import type { Entry, Ledger } from './ledger.ts';
import { type Sent, sendValues } from './send-batches.ts';
import type { MetricTools } from './tools.ts';
import type { ValuesFile } from './values-file.ts';

/** Sends ledgers of values to a metric, and records the outcome. */
export interface Delivery {
  readonly send: (ledger: Ledger, values: number) => Promise<Sent>;
  readonly firstFailure: () => string | undefined;
}

export function createDelivery(
  { context, service, progress }: MetricTools,
  batchSize: number,
  { labelColumns, rejects }: Pick<ValuesFile, 'labelColumns' | 'rejects'>,
): Delivery {
  let firstFailure: string | undefined;

  function fail(ledger: Ledger, batch: readonly Entry[], reason: string): void {
    firstFailure ??= reason;
    for (const entry of batch) {
      ledger.exclude(entry);
      const labels = labelCells(entry.labels, labelColumns);
      rejects.add({ ...entry, labels, reason, isCanonical: true });
    }
  }

  return {
    firstFailure: () => firstFailure,
    async send(ledger, values) {
      const started = context.clock.now();
      progress.start(`sending ${values} values`);
      const sent = await sendValues({
        entries: ledger.entries(),
        batchSize,
        concurrency: service.concurrency,
        signal: context.signal,
        send: service.send,
        failed: (batch, reason) => fail(ledger, batch, reason),
        progress: (done) =>
          progress.update(...describeProgress(done, values, context.clock.now() - started)),
      });
      progress.stop();
      return sent;
    },
  };
}

/** `sent 12000 of 200000 values, 5300/s, 36 s left`; in a narrow window `12000 sent, 36 s left`. */
export function describeProgress(
  done: number,
  values: number,
  milliseconds: number,
): [full: string, short: string] {
  const count = `sent ${done} of ${values} values`;
  if (milliseconds <= 0 || done === 0) return [count, `${done} sent`];
  const each = milliseconds / done;
  const left = `${Math.ceil(((values - done) * each) / 1000)} s left`;
  return [`${count}, ${Math.round(1000 / each)}/s, ${left}`, `${done} sent, ${left}`];
}
