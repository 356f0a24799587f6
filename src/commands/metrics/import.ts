import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { countBatches } from '../../metrics/batches.ts';
import type { Ledger } from '../../metrics/ledger.ts';
import {
  createReport,
  findShortfall,
  type ImportReport,
  reportFields,
} from '../../metrics/report.ts';
import type { Sent } from '../../metrics/send.ts';
import type { View } from '../../output/output.ts';
import { pluralize } from '../../pluralize.ts';
import type { Session } from '../../session.ts';
import { action } from '../action.ts';
import { examples } from '../examples.ts';
import { wholeNumber } from '../options.ts';
import { isSilent } from '../silent-check.ts';
import { createDelivery } from './delivery.ts';
import { compareWithStored, countChanges, type Differences } from './stored.ts';
import {
  createSessionLedger,
  type ValuesFile,
  valuesFileInput,
  valuesFileOptions,
  withValuesFile,
} from './values-file.ts';
import { type Verification, verifyStored } from './verify.ts';

const view: View<ImportReport> = { columns: [], fields: reportFields };

const ImportInput = z.strictObject({
  ...valuesFileInput,
  batchSize: z._default(z.optional(wholeNumber(1, 100_000)), 1000),
  check: z.optional(z.boolean()),
  verify: z.optional(z.boolean()),
  zeroExtra: z.optional(z.boolean()),
});
type ImportInput = z.infer<typeof ImportInput>;

export function addImport(metrics: Command, context: Context): void {
  valuesFileOptions(metrics.command('import'))
    .description('Import the values of a file: check it whole, then send it; safe to run again')
    .option('--batch-size <n>', 'values per request (default 1000)')
    .option('--dry-run', 'read what is stored and tell what would change; send nothing')
    .option('--check', 'a dry run that exits 11 if anything would change')
    .option('--verify', 'read the values back and compare')
    .option('--zero-extra', "set stored values that the file lacks to 0, on the file's days")
    .addHelpText(
      'after',
      examples(
        'costctl metrics import bmt_orders orders.csv --dry-run',
        'costctl metrics import bmt_orders orders.csv.gz --rejects rejects.csv -o json',
        'costctl metrics import bmt_orders - --format csv --map date=Day,amount=Orders < orders.csv',
      ),
    )
    .action(
      action(context, ImportInput, (session, input) => {
        refuseContradictions(session, input);
        return withValuesFile(session, input, (file) => importValues(session, input, file));
      }),
    );
}

function refuseContradictions({ dryRun }: Session, input: ImportInput): void {
  if (input.zeroExtra === true && input.skipInvalid === true) {
    throw usageError(
      '--zero-extra and --skip-invalid exclude each other',
      'a row that cannot be used would be taken for one that the file lacks',
    );
  }
  if (input.verify === true && (dryRun || input.check === true)) {
    throw usageError(
      '--verify needs an import that sends',
      `leave out ${dryRun ? '--dry-run' : '--check'}`,
    );
  }
}

async function importValues(session: Session, input: ImportInput, file: ValuesFile): Promise<void> {
  const isDry = session.dryRun || input.check === true;
  const extras = createSessionLedger(session);
  try {
    const differences =
      isDry || input.zeroExtra === true
        ? await countChanges(compareWithStored(session, file, file.ledger, extras))
        : undefined;
    if (differences !== undefined && isDry)
      await previewImport(session, input, file, differences, extras);
    else await send(session, input, file, extras);
  } finally {
    extras.close();
  }
}

async function previewImport(
  session: Session,
  input: ImportInput,
  file: ValuesFile,
  { created, updated, extra, extraNotZero }: Differences,
  extras: Ledger,
): Promise<void> {
  const batches = (ledger: Ledger) => countBatches(ledger.entries(), input.batchSize);
  const sent: Sent = {
    created,
    updated,
    unchanged: file.tally.values - created - updated,
    failed: 0,
    underway: 0,
    resent: 0,
    batches: batches(file.ledger) + (input.zeroExtra === true ? batches(extras) : 0),
  };
  const report = createReport(input.metric, file.counts, file.tally, sent);
  const changing = created + updated + (input.zeroExtra === true ? extraNotZero : 0);
  const holds = input.check === true && changing === 0;
  const zeroed = input.zeroExtra === true ? { zeroed: extra } : {};
  const result = isSilent(session, holds)
    ? undefined
    : ({ ...report, extra, ...zeroed, dryRun: true } as const);
  await tell(session, file, result);
  const shortfall = findShortfall({ report, toZero: 0, rejects: input.rejects });
  if (shortfall !== undefined) throw shortfall;
  if (input.check === true && changing > 0) {
    throw new CostctlError(
      'check_failed',
      `an import would change ${pluralize(changing, 'value')}`,
    );
  }
}

async function send(
  session: Session,
  input: ImportInput,
  file: ValuesFile,
  extras: Ledger,
): Promise<void> {
  const delivery = createDelivery(session, input.batchSize, file);
  const sent = await delivery.send(file.ledger, file.tally.values);
  const extra = extras.size();
  const hasZeros = input.zeroExtra === true && sent.stopped === undefined;
  const zeros = hasZeros ? await delivery.send(extras, extra) : undefined;
  const stopped = sent.stopped ?? zeros?.stopped;
  if (stopped !== undefined && (stopped.code === 'interrupted' || countStored(sent, zeros) === 0)) {
    await file.rejects.commit();
    throw stopped.code === 'interrupted' ? interruption(stopped, file, sent, zeros) : stopped;
  }
  const isVerified = input.verify === true && stopped === undefined;
  const verification = isVerified ? await verifyStored(session, file, zeros && extras) : undefined;
  if (verification?.failure?.code === 'interrupted') {
    await file.rejects.commit();
    throw interruption(verification.failure, file, sent, zeros);
  }
  const report = {
    ...createReport(input.metric, file.counts, file.tally, withZeros(sent, zeros)),
    ...(zeros === undefined ? {} : { extra, zeroed: countStored(zeros) }),
  };
  await tell(session, file, report);
  const shortfall = findShortfall({
    report,
    toZero: zeros === undefined ? 0 : extra,
    ...describeVerification(verification),
    firstFailure: delivery.firstFailure(),
    rejects: input.rejects,
  });
  if (shortfall !== undefined) throw shortfall;
}

/** The result first: what was done is told even where the rejects cannot be written. */
async function tell(
  { output }: Session,
  { rejects }: ValuesFile,
  report: ImportReport | undefined,
): Promise<void> {
  try {
    if (report !== undefined) await output.one(report, view);
  } finally {
    await rejects.commit();
  }
}

function describeVerification(verification: Verification | undefined) {
  return { different: verification?.different, unverified: verification?.failure?.message };
}

function countStored(...parts: readonly (Sent | undefined)[]): number {
  return parts.reduce(
    (sum, part) => sum + (part ? part.created + part.updated + part.unchanged : 0),
    0,
  );
}

/** The requests for zeros are requests; their values are none of the file's. */
function withZeros(sent: Sent, zeros: Sent | undefined): Sent {
  if (zeros === undefined) return sent;
  const { resent, batches } = zeros;
  return { ...sent, resent: sent.resent + resent, batches: sent.batches + batches };
}

/** A request that was under way may have been carried out: nobody heard its answer. */
function interruption(
  stopped: CostctlError,
  { tally: { values } }: ValuesFile,
  sent: Sent,
  zeros: Sent | undefined,
): CostctlError {
  const underway = sent.underway + (zeros?.underway ?? 0);
  const parts = [
    `${countStored(sent)} of ${values} values were stored`,
    zeros === undefined ? '' : `${countStored(zeros)} extra ones were set to 0`,
    underway === 0 ? '' : `${underway} more may have been`,
  ];
  return new CostctlError(
    'interrupted',
    `${stopped.message}: ${parts.filter((part) => part !== '').join(', ')}`,
    {
      ...stopped.details,
      hint: 'run the same command again: it is safe, and what is stored stays unchanged',
    },
  );
}
