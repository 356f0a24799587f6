import { type Command, Option } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { chooseExportForm, type ExportForm } from '../../costs/formats.ts';
import { parseTypes } from '../../costs/parquet/types.ts';
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
  types: z.optional(z.string()),
  partitionBy: z.optional(z.string()),
});
type Input = z.infer<typeof Input>;

export function addExport(costs: Command, context: Context): void {
  rowOptions(periodOptions(costs.command('export')))
    .description('Read any number of cost rows into csv, tsv, ndjson, json or parquet')
    .option('--resume', 'continue an earlier run of the same command that was cut off')
    .option('--allow-truncated', 'read what can be read of days over 100000 rows, and exit 9')
    .option('--require-rows', 'exit 11 if there are no rows')
    .option('--types <column=type,…>', 'types of parquet columns, such as cost=decimal(38,12)')
    .addOption(new Option('--partition-by <unit>').hideHelp())
    .addOption(new Option('--query <expression>').hideHelp())
    .addOption(new Option('-r, --raw').hideHelp())
    .addHelpText(
      'after',
      examples(
        'costctl costs export --last-month -O costs.csv.gz --receipt costs.receipt.json',
        'costctl costs export --last 7d -o ndjson --where currency=EUR',
        "costctl costs export --last-month -O costs.parquet --types 'cost=decimal(38,25)'",
      ),
    )
    .action(action(context, Input, exportCosts, { ownFormats: true, takesWorkspace: false }));
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
  const form = chooseExportForm(session.flags.output, path);
  const choice = chooseCosts(session, input);
  checkParquetOptions(input, form);
  return {
    session,
    input,
    choice,
    form,
    outFile: path,
    columns: columns?.split(',').map((column) => column.trim()),
    header: header !== false,
    spreadsheetSafe: spreadsheetSafe === true,
  };
}

function checkParquetOptions(input: Input, { format }: ExportForm): void {
  const { types, partitionBy } = input;
  if (partitionBy !== undefined) {
    throw usageError(
      'costs export no longer takes --partition-by',
      'costctl costs mirror DIR --partition-by month keeps a folder of Parquet files up to date',
    );
  }
  if (types !== undefined) parseTypes(types);
  if (format === 'parquet' || types === undefined) return;
  throw usageError('--types is for parquet', 'give -o parquet');
}
