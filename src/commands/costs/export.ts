import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { chooseExportForm } from '../../costs/formats.ts';
import { usageError } from '../../errors.ts';
import type { Session } from '../../session.ts';
import { action } from '../action.ts';
import { examples } from '../examples.ts';
import { runFileExport } from './file-run.ts';
import { chooseCosts, periodInput, periodOptions, rowInput, rowOptions } from './options.ts';
import type { ExportRun } from './run-export.ts';
import { runStreamExport } from './stream-run.ts';

const Input = z.strictObject({
  ...periodInput,
  ...rowInput,
  resume: z.optional(z.boolean()),
  allowTruncated: z.optional(z.boolean()),
  requireRows: z.optional(z.boolean()),
});
type Input = z.infer<typeof Input>;

export function addExport(costs: Command, context: Context): void {
  rowOptions(periodOptions(costs.command('export')))
    .description('Read any number of cost rows into csv, tsv, ndjson, json or parquet')
    .option('--resume', 'go on with an earlier run of the same command that was ended')
    .option('--allow-truncated', 'read what can be read of days over 100000 rows, and exit 9')
    .option('--require-rows', 'exit 11 where there is no row')
    .addHelpText(
      'after',
      examples(
        'costctl costs export --last-month -O costs.csv.gz --receipt costs.receipt.json',
        'costctl costs export --last 7d -o ndjson --where currency=EUR',
      ),
    )
    .action(action(context, Input, exportCosts, { ownFormats: true }));
}

async function exportCosts(session: Session, input: Input): Promise<void> {
  const run = prepare(session, input);
  const { outFile } = run;
  if (outFile !== undefined && (await runFileExport(run, outFile))) return;
  if (input.resume) {
    throw usageError('--resume needs a file to go on with', 'give the same -O FILE as before');
  }
  await runStreamExport(run);
}

function prepare(session: Session, input: Input): ExportRun {
  const { columns, outFile, header, spreadsheetSafe, query, raw } = session.outputFlags;
  if (query !== undefined || raw) {
    throw usageError(
      'costs export takes no --query and no --raw',
      'costctl costs list takes both, for as many rows as fit into memory',
    );
  }
  const path = outFile === '-' ? undefined : outFile;
  return {
    session,
    input,
    choice: chooseCosts(session, input),
    form: chooseExportForm(session.flags.output, path),
    outFile: path,
    columns: columns?.split(',').map((column) => column.trim()),
    header: header !== false,
    spreadsheetSafe: spreadsheetSafe === true,
  };
}
