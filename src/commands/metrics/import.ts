import { operations } from '../../api/operations.ts';
import { readAll } from '../../api/pages.ts';
import { command } from '../../command.ts';
import { type JsonSchema, wholeNumber } from '../../declaration/kind.ts';
import { flag, type Input, optional } from '../../declaration/option.ts';
import { type Fields, record, viewOf } from '../../declaration/result.ts';
import { usageError } from '../../errors.ts';
import { isCheckFormat, isPeopleFormat } from '../../formats/registry.ts';
import { formatDecimal, groupDigits } from '../../json/decimal.ts';
import { createSum } from '../../json/sum.ts';
import { diffFile, type RowCounts } from '../../metrics/compare-stored.ts';
import { type Change, labelText, nameValue } from '../../metrics/compare-values.ts';
import { importFile } from '../../metrics/import-file.ts';
import { type ImportReport, reportFields, summarizeReport } from '../../metrics/import-report.ts';
import type { CheckResult } from '../../output/check-report.ts';
import { isSilent } from '../../output/sink.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { statIfThere } from '../../storage/file-system.ts';
import { pluralize } from '../../text.ts';
import { littleGarbage, withEngine } from '../engine.ts';
import { createMetricTools } from './create-tools.ts';
import { chooseValuesFile, fileArguments, fileOptions } from './file-options.ts';

const view: View<ImportReport> = { columns: [], fields: reportFields, headline: summarizeReport };

const options = {
  ...fileOptions,
  batchSize: optional(wholeNumber(1, 100_000), 'values per request', { usual: '1000' }),
  dryRun: flag('read what is stored and report what would change; send nothing'),
  check: flag('a dry run that exits 11 if anything would change'),
  verify: flag('read the values back and compare'),
  zeroExtra: flag("set to 0 what is stored for the file's days but missing in the file", {
    excludes: ['skipInvalid'],
  }),
};

export const importValues = command({
  words: 'metrics import',
  purpose: 'Import the values of a file: check all of it, then send it; safe to run again',
  operation: operations.importBusinessMetricValues,
  changes: 'service',
  check: 'check',
  workspace: true,
  arguments: fileArguments,
  options,
  result: describeReport,
  view,
  examples: [
    'costctl metrics import bmt_orders orders.csv --dry-run',
    'costctl metrics import bmt_orders orders.csv.gz --rejects rejects.csv -o json',
    'costctl metrics import bmt_orders - --format csv --map date=Day,amount=Orders < orders.csv',
  ],
  run: async (session, input) => {
    refuseIdleVerify(session, input);
    const { batchSize = 1000 } = input;
    const choice = { ...input, ...chooseValuesFile(input), batchSize, dryRun: session.dryRun };
    const show = async (report: ImportReport, passes: boolean) => {
      const { created, updated, zeroed = 0 } = report;
      if (isCheckFormat(session.format)) {
        const zeros = zeroed === 0 ? '' : `, ${zeroed} to set to 0`;
        const message = `${created} to create, ${updated} to update${zeros}`;
        const state = created + updated + zeroed === 0 ? 'passed' : 'failed';
        const result = { name: input.id, state, message } as const;
        await session.output.check([report], () => result, undefined, describeUnusable(report));
      } else if (!isSilent(session, passes)) await session.output.one(report);
    };
    const work = () => importFile(createMetricTools(session, input.id), choice, show);
    await ((await isLarge(input.file)) ? withEngine(forValues, work) : work());
  },
});

/** Most of what an import makes lasts only for a moment, so the space for new objects need not grow. */
const forValues = { ...littleGarbage, 'semi-space-growth-factor': 1 };

/** A file of about fifty thousand values. */
const largeFile = 2 * 1024 * 1024;

async function isLarge(path: string): Promise<boolean> {
  const found = await statIfThere(path).catch(() => undefined);
  return found !== undefined && found.size > largeFile;
}

function describeReport(): JsonSchema {
  const dayOrNull = { type: ['string', 'null'], format: 'date' };
  return record({
    ...{ metric: 'text', rows: 'count', values: 'count', merged: 'count', invalid: 'count' },
    ...{ created: 'count', updated: 'count', unchanged: 'count', failed: 'count', resent: 'count' },
    ...{ batches: 'count', sum: 'decimal', from: dayOrNull, to: dayOrNull },
    ...{ 'extra?': 'count', 'zeroed?': 'count', 'dryRun?': { const: true } },
  });
}

function refuseIdleVerify({ dryRun }: Session, { verify, check }: Input<typeof options>): void {
  if (verify !== true || (!dryRun && check !== true)) return;
  throw usageError(
    '--verify needs an import that sends',
    `leave out ${dryRun ? '--dry-run' : '--check'}`,
  );
}

const changeFields: Fields = {
  change: [{ enum: ['create', 'update', 'extra'] }, { importance: 'answer' }],
  date: ['day', { importance: 'answer' }],
  labels: [{ type: 'object' }, { importance: 'answer', cell: labelText }],
  old: ['text or null', { kind: 'number', importance: 'answer' }],
  new: ['text or null', { kind: 'number', importance: 'answer' }],
};

export const diff = command({
  words: 'metrics diff',
  purpose: 'List what importing a file would create and update, and which stored values it lacks',
  operation: operations.listBusinessMetricValues,
  check: 'check',
  workspace: true,
  arguments: fileArguments,
  options: { ...fileOptions, check: flag('exit 11 if an import would change anything') },
  rows: changeFields,
  examples: ['costctl metrics diff bmt_orders orders.csv --check'],
  run: async (session, input) => {
    const isCheck = input.check ?? false;
    const choice = { ...chooseValuesFile(input), check: isCheck };
    await diffFile(createMetricTools(session, input.id), choice, (changes, fails, counts) =>
      showChanges(session, isCheck, changes, fails, counts),
    );
  },
});

/**
 * Changes are shown as they are found. With --quiet a check that passes prints nothing, and a report
 * for CI counts them, so they must be known first.
 */
async function showChanges(
  session: Session,
  isCheck: boolean,
  changes: AsyncIterable<Change>,
  fails: () => boolean,
  counts: RowCounts,
): Promise<void> {
  if (isCheckFormat(session.format)) {
    return session.output.check(changes, describeChange, undefined, describeUnusable(counts));
  }
  if (!isSilent(session, isCheck)) {
    const { format, outputFlags } = session;
    const isShaped = outputFlags.query !== undefined || outputFlags.columns !== undefined;
    return isPeopleFormat(format) && !isShaped
      ? listForPeople(session, changes)
      : session.output.list(changes);
  }
  const all = await readAll(changes);
  if (fails()) await session.output.list(all);
}

/** Lists for people what an import would change. What it leaves as it is has one line, and so have the totals. */
async function listForPeople({ output }: Session, changes: AsyncIterable<Change>): Promise<void> {
  const totals = { create: createTotal(), update: createTotal(), extra: createTotal() };
  async function* changing() {
    for await (const change of changes) {
      totals[change.change].add(change);
      if (change.change !== 'extra') yield change;
    }
  }
  await output.list(changing(), {
    ...viewOf(changeFields),
    empty: 'An import would change nothing.',
  });
  const { create, update, extra } = totals;
  const them = extra.count() === 1 ? 'it' : 'them';
  if (create.count() + update.count() > 0) {
    output.note(`${create.describe()} to create, ${update.describe()} to update`);
  }
  if (extra.count() === 0) return;
  output.note(
    `${extra.describe()} stored on these days, but not in the file (extra): an import leaves ${them}; -o csv lists ${them}`,
  );
}

/** How many values, and their sums before and after, if all of them are numbers. */
function createTotal() {
  const sums = { old: createSum(), new: createSum() };
  const held = new Set<'old' | 'new'>();
  let count = 0;
  let areNumbers = true;
  return {
    count: () => count,
    add(change: Change): void {
      count += 1;
      for (const side of ['old', 'new'] as const) {
        if (change[side] === null) continue;
        held.add(side);
        areNumbers &&= sums[side].add(change[side]);
      }
    },
    describe: (): string => {
      const texts = [...held].map((side) => groupDigits(formatDecimal(sums[side].total())));
      return `${pluralize(count, 'value')}${count > 0 && areNumbers ? ` (${texts.join(' → ')})` : ''}`;
    },
  };
}

/** Rows that were not compared: a report that left them out would pass. */
function describeUnusable({ rows, invalid }: RowCounts): CheckResult[] {
  const message = `${invalid} of ${pluralize(rows, 'row')} cannot be used`;
  return invalid === 0 ? [] : [{ name: 'rows of the file', state: 'error', message }];
}

function describeChange({ change, date, labels, old, new: amount }: Change): CheckResult {
  const name = nameValue(date, labels);
  const message = `${change}: ${old ?? 'no value'} → ${amount ?? 'no value'}`;
  // An import leaves what the file lacks as it is.
  return { name, state: change === 'extra' ? 'skipped' : 'failed', message };
}
