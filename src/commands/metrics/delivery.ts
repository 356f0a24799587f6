import { importMetricBatch } from '../../api/metrics.ts';
import { labelCells } from '../../metrics/labels.ts';
import type { Entry, Ledger } from '../../metrics/ledger.ts';
import { tellProgress } from '../../metrics/pace.ts';
import { type Sent, sendValues } from '../../metrics/send.ts';
import type { Session } from '../../session.ts';
import type { ValuesFile } from './values-file.ts';

/** Sends ledgers of values to a metric, and keeps account of what became of them. */
export interface Delivery {
  readonly send: (ledger: Ledger, values: number) => Promise<Sent>;
  readonly firstFailure: () => string | undefined;
}

export function createDelivery(
  { context, http, progress }: Pick<Session, 'context' | 'http' | 'progress'>,
  batchSize: number,
  { address, labelColumns, rejects }: Pick<ValuesFile, 'address' | 'labelColumns' | 'rejects'>,
): Delivery {
  let firstFailure: string | undefined;

  function fail(ledger: Ledger, batch: readonly Entry[], reason: string): void {
    firstFailure ??= reason;
    for (const entry of batch) {
      ledger.exclude(entry);
      rejects.add({ ...entry, labels: labelCells(entry.labels, labelColumns), reason });
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
        concurrency: http.concurrency,
        signal: context.signal,
        send: (body) => importMetricBatch(http, address, body),
        failed: (batch, reason) => fail(ledger, batch, reason),
        progress: (done) =>
          progress.update(...tellProgress(done, values, context.clock.now() - started)),
      });
      progress.stop();
      return sent;
    },
  };
}
