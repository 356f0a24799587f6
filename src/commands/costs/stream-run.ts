import { createHash } from 'node:crypto';
import { lostResult } from '../../closed-stdout.ts';
import { exportWindows } from '../../costs/export.ts';
import { createStreamSink } from '../../costs/stream.ts';
import { usageError } from '../../errors.ts';
import { escapeLinesForTerminal, safeJson } from '../../escape.ts';
import { isFile, openSink, sharesScreen } from '../../output/sink.ts';
import type { Done } from './receipt.ts';
import { conclude, createTools, type ExportRun, isMade } from './run-export.ts';

/** Exports to stdout, a pipe or a device. The rows of a window leave when the window is complete. */
export async function runStreamExport(run: ExportRun): Promise<void> {
  if (isMade(run.form.format)) {
    throw usageError(`${run.form.format} needs a file, not a pipe or a device`);
  }
  const { context, progress } = run.session;
  if (!isFile(run.outFile) && context.mayStdoutBeClosed?.() === true) throw lostResult();
  const started = new Date(context.clock.now()).toISOString();
  const tools = createTools(run, 'fail');
  const plan = await tools.plan();
  const isTable = run.form.format === 'csv' || run.form.format === 'tsv';
  const show = isTable ? escapeLinesForTerminal : safeJson;
  const target = await openSink({ context, outFile: run.outFile, show });
  const isOnScreen = sharesScreen(context.stdout, run.outFile);
  const hash = createHash('sha256');
  let bytes = 0;
  const send = async (chunk: Uint8Array) => {
    if (run.input.receipt !== undefined) hash.update(chunk);
    bytes += chunk.length;
    // Rows and progress never share a line.
    if (isOnScreen) progress.stop();
    await target.write(chunk);
  };
  const sink = createStreamSink(send);
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
    tools.requireColumns();
    await target.commit();
  } finally {
    await sink.close();
    await target.discard();
  }
  const path = run.outFile ?? '-';
  await conclude(run, done, started, [{ path, bytes, sha256: hash.digest('hex') }]);
}
