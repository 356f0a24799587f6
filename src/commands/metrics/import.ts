import { operations } from '../../api/operations.ts';
import { command, type Input } from '../../declaration/command.ts';
import { type JsonSchema, wholeNumber } from '../../declaration/kind.ts';
import { flag, optional } from '../../declaration/option.ts';
import { count, decimal, record, text } from '../../declaration/result-schema.ts';
import { usageError } from '../../errors.ts';
import { importFile } from '../../metrics/import.ts';
import { type ImportReport, reportFields, summarizeReport } from '../../metrics/import-report.ts';
import { isCheckFormat } from '../../output/formats.ts';
import { isSilent } from '../../output/sink.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { chooseValuesFile, fileArguments, fileOptions } from './file-options.ts';
import { createMetricTools } from './tools.ts';

const view: View<ImportReport> = {
  columns: [],
  fields: reportFields,
  headline: summarizeReport,
};

const options = {
  ...fileOptions,
  batchSize: optional(wholeNumber(1, 100_000), 'values per request (default 1000)'),
  dryRun: flag('read what is stored and report what would change; send nothing'),
  check: flag('a dry run that exits 11 if anything would change'),
  verify: flag('read the values back and compare'),
  zeroExtra: flag("set stored values that the file lacks to 0, on the file's days", {
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
    const choice = {
      ...chooseValuesFile(input),
      batchSize: input.batchSize ?? 1000,
      dryRun: session.dryRun,
      check: input.check ?? false,
      verify: input.verify ?? false,
      zeroExtra: input.zeroExtra ?? false,
    };
    await importFile(createMetricTools(session, input.id), choice, async (report, passes) => {
      const { created, updated } = report;
      const message = `${created} to create, ${updated} to update`;
      if (isCheckFormat(session.format)) {
        const state = passes ? 'passed' : 'failed';
        await session.output.check([report], () => ({ name: input.id, state, message }));
      } else if (!isSilent(session, passes)) await session.output.one(report);
    });
  },
});

function describeReport(): JsonSchema {
  const dayOrNull = { type: ['string', 'null'], format: 'date' };
  return record({
    ...{ metric: text, rows: count, values: count, merged: count, invalid: count },
    ...{ created: count, updated: count, unchanged: count, failed: count, resent: count },
    ...{ batches: count, sum: decimal, from: dayOrNull, to: dayOrNull },
    ...{ 'extra?': count, 'zeroed?': count, 'dryRun?': { const: true } },
  });
}

function refuseIdleVerify({ dryRun }: Session, { verify, check }: Input<typeof options>): void {
  if (verify !== true || (!dryRun && check !== true)) return;
  throw usageError(
    '--verify needs an import that sends',
    `leave out ${dryRun ? '--dry-run' : '--check'}`,
  );
}
