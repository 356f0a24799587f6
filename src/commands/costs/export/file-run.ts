import { randomBytes } from 'node:crypto';
import { CostctlError, withHint } from '../../../errors.ts';
import { isCellFormat } from '../../../formats/registry.ts';
import type { RowPage } from '../../../json/bulk/rows.ts';
import { keepColumns } from '../../../output/property-path.ts';
import { readToken } from '../../../profiles/token.ts';
import { createEncoder } from '../../../rows/create-encoder.ts';
import { hasJournal } from '../../../rows/export-journal.ts';
import { type Exported, exportToFile } from '../../../rows/file-export.ts';
import type { RowStep } from '../../../rows/read.ts';
import { describeFile } from '../../../rows/receipt.ts';
import {
  type FileTarget,
  openTarget,
  placePart,
  removeRemains,
  widenPart,
} from '../../../rows/target.ts';
import type { Session } from '../../../session.ts';
import { type RequireLock, withLock } from '../../../storage/lock.ts';
import { writeCommand } from '../options.ts';
import { addressOf, type Done } from '../write-receipt.ts';
import { writeFocusMetadata } from './focus-run.ts';
import type { ParquetRun } from './parquet-run.ts';
import {
  bindingOf,
  conclude,
  createTools,
  type ExportRun,
  type ExportTools,
  rowFormatOf,
} from './run-export.ts';

/** Exports into a file. False if the path is a pipe or a device. */
export async function runFileExport(run: ExportRun, path: string): Promise<boolean> {
  // Only these parts of the context: copying all of it would open stdin.
  const { userId, clock, processId, signal } = run.session.context;
  const target = await openTarget(path, userId, { clock, signal });
  if (target === undefined) return false;
  const tools = beginRows(run);
  // It is awaited later. Until then a failure must not count as unhandled.
  tools.catch(() => undefined);
  const lock = { clock, processId, signal, patience: 1000 };
  await withLock(
    target.folder,
    (requireLock) => exportLocked({ ...run, tools, requireLock }, target),
    lock,
  );
  return true;
}

interface FileRun extends ExportRun {
  readonly tools: Promise<ExportTools>;
  readonly requireLock: RequireLock;
}

/** The first request leaves before the lock is there. A run that continues an earlier one may need no request. */
async function beginRows(run: ExportRun): Promise<ExportTools> {
  const tools = await createTools(run, 'add');
  if (run.input.resume === true) return tools;
  const plan = tools.plan();
  plan.catch(() => undefined);
  return { ...tools, plan: () => plan };
}

async function exportLocked(run: FileRun, target: FileTarget): Promise<void> {
  const placed: Placed = { isUnderWay: false, types: undefined };
  const { checkpoints, started, forget } = await withResumeHint(run, target, placed);
  const files = run.input.receipt === undefined ? [] : [await describeFile(target.path)];
  try {
    await conclude(run, checkpoints, started, files, placed.types);
  } finally {
    await forget();
  }
}

interface Placed {
  /** Rows were read: there is something to continue, even if its folder cannot be seen now. */
  isUnderWay: boolean;
  types: Readonly<Record<string, string>> | undefined;
}

/** Whatever ends the run, the message says how to continue. */
async function withResumeHint(run: FileRun, target: FileTarget, placed: Placed): Promise<Exported> {
  try {
    return await exportOnce(run, target, placed);
  } catch (error) {
    if (!(error instanceof CostctlError) || error.code === 'usage') throw error;
    const next = await nextStep(run, target, placed, error);
    if (next === undefined) throw error;
    const { hint } = error.details;
    throw withHint(error, hint === undefined ? next : `${hint}; ${next}`);
  }
}

async function nextStep(
  { session, choice, input, cannotResume }: FileRun,
  target: FileTarget,
  placed: Placed,
  error: CostctlError,
): Promise<string | undefined> {
  if (cannotResume === true) return undefined;
  if (needsRestart(error)) {
    return input.resume === true ? 'run the command again without --resume' : undefined;
  }
  const isLeft = placed.isUnderWay || (await hasJournal(target.journal).catch(() => false));
  if (!isLeft) return undefined;
  const line = writeCommand(session, choice.period, { resume: true }, session.lineToType);
  return `to continue: ${line}`;
}

async function exportOnce(run: FileRun, target: FileTarget, placed: Placed): Promise<Exported> {
  if (run.form.format !== 'parquet') return exportRows(run, target, placed, undefined);
  const { openParquetRun } = await import('./parquet-run.ts');
  const parquet = openParquetRun(run, target);
  try {
    return await exportRows(run, target, placed, parquet);
  } finally {
    await parquet.close();
  }
}

async function exportRows(
  run: FileRun,
  target: FileTarget,
  placed: Placed,
  parquet: ParquetRun | undefined,
): Promise<Exported> {
  const { session, form, input } = run;
  const { context, output } = session;
  const tools = await run.tools;
  const xlsx =
    form.format === 'xlsx' ? await import('../../../formats/xlsx/open-sheet.ts') : undefined;
  const exported = await exportToFile({
    target,
    task: {
      ...tools.task,
      steps: parquet === undefined ? [] : [translated(parquet.step, tools.translate)],
      onRows: (rows) => {
        placed.isUnderWay = true;
        tools.task.onRows(rows);
      },
    },
    gzip: form.gzip,
    resume: input.resume === true,
    binding: {
      options: { address: await addressOfRows(run), ...bindingOf(run) },
      token: await tokenOf(session),
    },
    salt: randomBytes(16).toString('hex'),
    now: () => new Date(context.clock.now()).toISOString(),
    plan: tools.plan,
    onPlan: (total, done) => {
      if (done.length > 0) parquet?.resume();
      // Conditions may leave few rows of many.
      if (input.where === undefined) xlsx?.refuseTooManyRows(total);
      tools.onPlan(total, done);
    },
    note: output.note,
    finish: async (done) => {
      await run.requireLock();
      await discardIfMistaken(tools.requireColumns, target, placed);
      const placeRows = async () => {
        if (form.format === 'xlsx') {
          const { placeWorkbook } = await import('./workbook-run.ts');
          await placeWorkbook(run, tools, target);
        } else if (parquet === undefined) await place(run, target, done);
        else placed.types = await parquet.place(tools);
      };
      await discardIfMistaken(placeRows, target, placed, needsRestart);
    },
  });
  // An earlier run may have ended between the file and its metadata.
  await writeFocusMetadata(run, target.path, exported.checkpoints, placed.types);
  return exported;
}

function translated(step: RowStep, translate: (page: RowPage) => RowPage): RowStep {
  return { ...step, add: (rows, page) => step.add(translate(rows), page) };
}

/** Where the rows come from. A mirror that has changed is another place: the rows of two states are not mixed. */
async function addressOfRows({ session, choice: { mirror } }: ExportRun): Promise<string> {
  if (mirror === undefined) return addressOf(session);
  return `${mirror.folder} ${(await mirror.state()).since}`;
}

/** What was written for a mistaken command cannot be continued. */
async function discardIfMistaken(
  step: () => Promise<void>,
  target: FileTarget,
  placed: Placed,
  isMistaken: (error: unknown) => boolean = () => true,
): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!isMistaken(error)) throw error;
    await removeRemains(target);
    placed.isUnderWay = false;
    throw error;
  }
}

function needsRestart(error: unknown): boolean {
  return error instanceof CostctlError && error.details.needsRestart === true;
}

async function place(run: ExportRun, target: FileTarget, done: readonly Done[]): Promise<void> {
  const format = rowFormatOf(run.form);
  const state = done.at(-1)?.encoder;
  if (state === undefined || state.steps.length < 2 || !isCellFormat(format)) {
    return placePart(target);
  }
  run.session.progress.update('adding the columns that came later to the earlier rows');
  const ends = [...new Set(done.map(({ encoder }) => encoder.bytes))].filter((end) => end > 0);
  const header = headerOf(run, state.columns);
  const { delimiter } = run.table;
  await widenPart(target, state, { format, delimiter, gzip: run.form.gzip, header, ends });
}

function headerOf(run: ExportRun, columns: readonly string[]): Uint8Array {
  const encoder = createEncoder({
    format: rowFormatOf(run.form),
    columns,
    ...run.table,
    lateColumns: 'add',
    pick: keepColumns,
  });
  return Buffer.concat(encoder.end());
}

/** A token command is not run a second time: its text is compared instead of its token. */
async function tokenOf({ settings, context }: Session): Promise<string> {
  const source = settings.token.value;
  if (settings.sandbox || source === undefined) return '';
  return source.kind === 'command' ? source.command : readToken(settings.token, context);
}
