import { createHash } from 'node:crypto';
import { operations } from '../../../api/operations.ts';
import { lostResult } from '../../../closed-stdout.ts';
import { command } from '../../../command.ts';
import { usageError } from '../../../errors.ts';
import { parseTypes } from '../../../formats/parquet/types.ts';
import { needsFile } from '../../../formats/registry.ts';
import { refuseCsvOptions } from '../../../open-output.ts';
import { isFile } from '../../../output/sink.ts';
import { exportWindows } from '../../../rows/export.ts';
import { chooseExportForm, type ExportForm } from '../../../rows/export-form.ts';
import { createStreamSink } from '../../../rows/stream.ts';
import type { Session } from '../../../session.ts';
import { chooseCosts } from '../options.ts';
import { tableFormOf } from '../result-format.ts';
import type { Done } from '../write-receipt.ts';
import { type ExportInput, exportOptions } from './export-options.ts';
import { runFileExport } from './file-run.ts';
import { focusColumns, openFocus } from './focus-run.ts';
import { openRowSink } from './row-target.ts';
import { conclude, createTools, type ExportRun } from './run-export.ts';

export const exportCosts = command({
  words: 'costs export',
  purpose: 'Export any number of cost rows to a file',
  operation: operations.getCosts,
  check: 'requireRows',
  output: 'own',
  options: exportOptions,
  examples: [
    'costctl costs export --last-month -O costs.csv.gz --receipt costs.receipt.json',
    'costctl costs export --last 7d -o ndjson --where currency=EUR',
    "costctl costs export --last-month -O costs.parquet --types 'cost=decimal(38,25)'",
    'costctl costs export --last-month --focus 1.2 --focus-map init -O focus.yaml',
    'costctl costs export --last-month --focus 1.2 --focus-map focus.yaml -O focus.csv.gz',
    'costctl costs export --last-month --focus 1.3 --focus-map focus-1.3.yaml --keep -O focus.parquet',
  ],
  run: async (session, input) => {
    if (input.focusMap === 'init') {
      const { writeFocusMap } = await import('./focus-map.ts');
      return writeFocusMap(session, input);
    }
    const run = await prepare(session, input);
    const { outFile } = run;
    if (outFile !== undefined && (await runFileExport(run, outFile))) return;
    if (input.resume) {
      throw usageError('--resume needs a file to continue', 'give the same -O FILE as before');
    }
    await runStreamExport(run);
  },
});

async function prepare(session: Session, input: ExportInput): Promise<ExportRun> {
  const { columns, outFile } = session.outputFlags;
  if (input.query !== undefined || input.raw === true) {
    throw usageError(
      'costs export takes neither --query nor --raw',
      'costctl costs list takes both, for as many rows as fit into memory',
    );
  }
  const path = outFile === '-' ? undefined : outFile;
  const form = chooseExportForm(session.flags.output, path);
  refuseCsvOptions(session.outputFlags, form.format);
  const choice = await chooseCosts(session, input);
  const chosen = columns?.split(',').map((column) => column.trim());
  checkParquetOptions(input, form, chosen);
  const focus = await openFocus(session, input, path, choice.columns.currency);
  return {
    session,
    input,
    choice,
    form,
    outFile: path,
    columns: focus === undefined ? chosen : focusColumns(focus),
    table: tableFormOf(session.outputFlags),
    focus,
  };
}

function checkParquetOptions(
  { types }: ExportInput,
  { format }: ExportForm,
  columns: readonly string[] = [],
): void {
  if (types !== undefined) parseTypes(types);
  if (format !== 'parquet') {
    if (types !== undefined) throw usageError('--types is for parquet', 'give -o parquet');
    return;
  }
  const twin = columns.find((name, at) => columns.indexOf(name) < at);
  if (twin !== undefined)
    throw usageError(`--columns: names ${twin} twice`, 'a Parquet file has each column once');
}

/** Exports to stdout, a pipe or a device. The rows of a window leave when the window is complete. */
async function runStreamExport(run: ExportRun): Promise<void> {
  if (needsFile(run.form.format)) {
    throw usageError(`${run.form.format} needs a file, not a pipe or a device`);
  }
  if (run.focus !== undefined) {
    throw usageError(
      '--focus needs a file, not a pipe or a device',
      'its metadata is written next to the file',
    );
  }
  const { context } = run.session;
  if (!isFile(run.outFile) && context.mayStdoutBeClosed?.() === true) throw lostResult();
  const started = new Date(context.clock.now()).toISOString();
  const tools = await createTools(run, 'fail');
  const plan = await tools.plan();
  const target = await openRowSink(run.session, run.form.format, run.outFile);
  const hash = createHash('sha256');
  let bytes = 0;
  const send = async (chunk: Uint8Array) => {
    if (run.input.receipt !== undefined) hash.update(chunk);
    bytes += chunk.length;
    await target.write(chunk);
  };
  const sink = createStreamSink(send, tools.task.encoder);
  const done: Done[] = [];
  tools.onPlan(plan.total, done);
  try {
    await exportWindows(plan.windows, [], {
      ...tools.task,
      sink,
      onWindow: async (window) => {
        done.push(window);
      },
    });
    const windows = done.map(({ window }) => window);
    await tools.task.source.confirm(plan, windows);
    await tools.requireColumns();
    await sink.send(send);
    await target.commit();
  } finally {
    await sink.close();
    await target.discard();
  }
  const path = run.outFile ?? '-';
  await conclude(run, done, started, [{ path, bytes, sha256: hash.digest('hex') }]);
}
