import { CostctlError } from '../errors.ts';
import { pluralize } from '../text.ts';
import { countWithStored, inspectFile, wouldChange } from './compare-stored.ts';
import { type Differences, labelCells } from './compare-values.ts';
import type { EntryRange } from './cut-batches.ts';
import { createReport, findShortfall, type ImportReport } from './import-report.ts';
import type { Ledger } from './ledger.ts';
import { type MetricTools, openLedger } from './metric-tools.ts';
import { countBatches, nothingSent, type Sent, sendValues } from './send-batches.ts';
import { type ValuesFile, type ValuesFileChoice, withValuesFile } from './values-file.ts';
import { verifyStored } from './verify-stored.ts';

export interface ImportChoice extends ValuesFileChoice {
  readonly batchSize: number;
  readonly dryRun: boolean;
  /** A dry run that fails if anything would change. */
  readonly check?: boolean | undefined;
  readonly verify?: boolean | undefined;
  readonly zeroExtra?: boolean | undefined;
}

/** Prints the result. `passes` is true for a check that compared all rows and found nothing to change. */
export type ShowReport = (report: ImportReport, passes: boolean) => Promise<void>;

/** Reads and checks a file, compares it with the stored values, and sends the differences. */
export async function importFile(tools: MetricTools, choice: ImportChoice, show: ShowReport) {
  await withValuesFile(tools, choice, async (file) => {
    const extras = openLedger(tools);
    try {
      await importValues({ tools, choice, file, extras, show });
    } finally {
      extras.close();
    }
  });
}

interface Run {
  readonly tools: MetricTools;
  readonly choice: ImportChoice;
  readonly file: ValuesFile;
  /** Stored values of the file's days that are missing in the file. */
  readonly extras: Ledger;
  readonly show: ShowReport;
}

async function importValues(run: Run): Promise<void> {
  const { tools, choice, file, extras } = run;
  const isDry = choice.dryRun || choice.check;
  const inspection = inspectFile(tools, file);
  const { ledger } = file;
  const needsAll = isDry || choice.zeroExtra || choice.strict;
  const comparison = {
    ...{ ledger, inspection, isAnnounced: isDry },
    extras: isDry || choice.zeroExtra ? extras : undefined,
    batchSize: needsAll ? undefined : choice.batchSize,
  };
  const differences = await countWithStored(tools, file, comparison);
  await inspection.finish();
  if (isDry) await previewImport(run, differences);
  else await sendFile(run, differences);
}

async function previewImport(run: Run, differences: Differences): Promise<void> {
  const { choice, file, extras } = run;
  const { created, updated, extra, extraNotZero, unchanged: skipped } = differences;
  const batches = (ledger: Ledger) => countBatches(ledger, choice.batchSize);
  const sent: Sent = {
    ...nothingSent,
    created,
    updated,
    batches: batches(file.ledger) + (choice.zeroExtra ? batches(extras) : 0),
  };
  const report = {
    ...createReport({ ...file, metric: run.tools.service.metric, sent, skipped }),
    extra,
    ...(choice.zeroExtra ? { zeroed: extraNotZero } : {}),
    dryRun: true,
  } as const;
  const changing = created + updated + (choice.zeroExtra ? extraNotZero : 0);
  const { zeroed = 0 } = report;
  const shortfall = findShortfall({ report, toZero: zeroed, rejects: choice.rejects });
  const passes = choice.check === true && changing === 0 && shortfall === undefined;
  const [unshown, unkept] = await finish(run, report, passes);
  const failure = unkept ?? unshown ?? shortfall;
  if (failure !== undefined) throw failure;
  if (choice.check && changing > 0) throw wouldChange(changing);
}

async function sendFile(run: Run, differences: Differences): Promise<void> {
  const { tools, choice, file, extras } = run;
  const delivery = createDelivery(tools, choice.batchSize, file);
  // A value stored with an equal amount is not sent, however the amount is written.
  const skipped = differences.unchanged;
  const toZero = choice.zeroExtra ? differences.extraNotZero : 0;
  const sent = await delivery.send(file.ledger, file.tally.values - skipped);
  const hasZeros = choice.zeroExtra && sent.stopped === undefined;
  const zeros = hasZeros ? await delivery.send(extras, toZero) : undefined;
  const stopped = sent.stopped ?? zeros?.stopped;
  const stored = skipped + countStored(sent);
  if (stopped !== undefined && (stopped.code === 'interrupted' || countStored(sent, zeros) === 0)) {
    await file.rejects.commit();
    throw stopped.code === 'interrupted'
      ? interruption(stopped, file, stored, sent, zeros)
      : stopped;
  }
  const isVerified = choice.verify && stopped === undefined;
  const verification = isVerified ? await verifyStored(tools, file, zeros && extras) : undefined;
  if (verification?.failure?.code === 'interrupted') {
    await file.rejects.commit();
    throw interruption(verification.failure, file, stored, sent, zeros);
  }
  const all = withZeros(sent, zeros);
  const report = {
    ...createReport({ ...file, metric: tools.service.metric, sent: all, skipped }),
    ...(choice.zeroExtra ? { extra: differences.extra, zeroed: countStored(zeros) } : {}),
  };
  const [unshown, unkept] = await finish(run, report, false);
  const shortfall = findShortfall({
    report,
    unwritten: [unshown, unkept].flatMap((one) => one?.message ?? []),
    toZero,
    different: verification?.different,
    unverified: verification?.failure?.message,
    firstFailure: delivery.firstFailure(),
    unsure: sent.unsure,
    rejects: unkept === undefined ? choice.rejects : undefined,
  });
  const failure = shortfall ?? unkept ?? unshown;
  if (failure !== undefined) throw failure;
}

/** Why result and rejects could not be written. The result comes first: it is shown even without rejects. */
async function finish({ file, show }: Run, report: ImportReport, passes: boolean) {
  const [shown] = await Promise.allSettled([show(report, passes)]);
  const [kept] = await Promise.allSettled([file.rejects.commit()]);
  return [shown, kept].map((one) => (one.status === 'rejected' ? asFault(one.reason) : undefined));
}

/** Anything but an error of this program ends the run. */
function asFault(thrown: unknown): CostctlError {
  if (thrown instanceof CostctlError && thrown.code !== 'interrupted') return thrown;
  throw thrown;
}

function countStored(...parts: readonly (Sent | undefined)[]): number {
  return parts.reduce(
    (sum, part) => sum + (part ? part.created + part.updated + part.unchanged : 0),
    0,
  );
}

/** Requests that set zeros count as requests, but their values are not the file's. */
function withZeros(sent: Sent, zeros: Sent | undefined): Sent {
  if (zeros === undefined) return sent;
  const { resent, batches } = zeros;
  return { ...sent, resent: sent.resent + resent, batches: sent.batches + batches };
}

/** A request whose response was not received may have been applied. */
function interruption(
  stopped: CostctlError,
  { tally }: ValuesFile,
  stored: number,
  sent: Sent,
  zeros: Sent | undefined,
): CostctlError {
  const unsure = sent.unsure + (zeros?.unsure ?? 0);
  const parts = [
    `${stored} of ${tally.values} values were stored`,
    zeros === undefined ? '' : `${countStored(zeros)} extra ones were set to 0`,
    unsure === 0 ? '' : `${unsure} more may have been`,
  ];
  return new CostctlError(
    'interrupted',
    `${stopped.message}: ${parts.filter((part) => part !== '').join(', ')}`,
    {
      ...stopped.details,
      hint: 'run the same command again: it is safe, and stored values stay unchanged',
    },
  );
}

/** Sends ledgers of values to a metric, and records the outcome. */
export function createDelivery(
  { context, service, progress }: MetricTools,
  batchSize: number,
  { labelColumns, rejects }: Pick<ValuesFile, 'labelColumns' | 'rejects'>,
) {
  let firstFailure: string | undefined;

  function fail(ledger: Ledger, batch: EntryRange, reason: string): void {
    firstFailure ??= reason;
    for (const entry of ledger.entries(batch)) {
      ledger.exclude(entry);
      const labels = labelCells(entry.labels, labelColumns);
      rejects.add({ ...entry, labels, reason, isCanonical: true });
    }
  }

  return {
    firstFailure: () => firstFailure,
    async send(ledger: Ledger, values: number) {
      const started = context.clock.now();
      progress.start(`sending ${pluralize(values, 'value')}`);
      const sent = await sendValues({
        ...service,
        cut: ledger.batches,
        batchSize,
        signal: context.signal,
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
  const count = `sent ${done} of ${pluralize(values, 'value')}`;
  if (milliseconds <= 0 || done === 0) return [count, `${done} sent`];
  const each = milliseconds / done;
  const left = `${Math.ceil(((values - done) * each) / 1000)} s left`;
  return [`${count}, ${Math.round(1000 / each)}/s, ${left}`, `${done} sent, ${left}`];
}
