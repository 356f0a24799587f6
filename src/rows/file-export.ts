import { type Journal, openJournal } from '../storage/journal.ts';
import {
  hasWorkFolder,
  openPartFile,
  openWorkFolder,
  type PartFile,
} from '../storage/work-folder.ts';
import { type ExportTask, exportWindows } from './export.ts';
import {
  type Binding,
  beginJournal,
  type Checkpoint,
  fingerprint,
  hasJournal,
  type JournalStart,
  type LeftOver,
  readLeftOver,
  requireSameExport,
} from './export-journal.ts';
import { type FileTarget, removeRemains } from './target.ts';
import type { Plan } from './windows.ts';

export interface FileExport {
  readonly target: FileTarget;
  readonly task: Omit<ExportTask, 'sink' | 'onWindow'>;
  readonly gzip: boolean;
  readonly resume: boolean;
  readonly binding: Binding;
  readonly salt: string;
  readonly now: () => string;
  readonly plan: () => Promise<Plan>;
  readonly onPlan: (total: number, done: readonly Checkpoint[]) => void;
  readonly note: (message: string) => void;
  /** Called once every row is in the part file: checks it, and puts it in place. */
  readonly finish: (checkpoints: readonly Checkpoint[]) => Promise<void>;
}

export type Exported = Awaited<ReturnType<typeof exportToFile>>;

/** Exports into a part file that a later run can continue, whatever ends this one. */
export async function exportToFile(options: FileExport) {
  const { target } = options;
  const left = await findLeftOver(options);
  const start = left?.start ?? (await begin(options));
  const checkpoints = [...(left?.checkpoints ?? [])];
  options.onPlan(start.total, checkpoints);
  // Removes the journal and the rest of the work folder, which are no longer needed.
  const forget = () => removeRemains(target);
  if (left?.isPlaced) return { checkpoints, started: start.started, forget };
  const last = checkpoints.at(-1);
  const isResumed = last !== undefined && checkpoints.length < start.windows.length;
  const opening = openFiles(options, left === undefined ? start : undefined, last?.size ?? 0);
  // Requests leave meanwhile. What is done with the first row awaits it.
  const opened = opening.then(() => undefined);
  opened.catch(() => undefined);
  try {
    await exportWindows(start.windows, checkpoints.slice(), {
      ...options.task,
      steps: [
        { add: () => opened, commit: () => opened, rollback: () => undefined },
        ...(options.task.steps ?? []),
      ],
      // The part file, as soon as it is open.
      sink: {
        write: async (chunk) => (await opening).part.write(chunk),
        commit: async () => (await opening).part.commit(),
        rollback: async () => (await opening).part.rollback(),
        close: async () => (await opening).part.close(),
      },
      onWindow: async (window) => {
        const { part, journal } = await opening;
        const requests = window.requests + (last?.requests ?? 0);
        const checkpoint = { ...window, requests, size: part.size() };
        await journal.append(checkpoint);
        checkpoints.push(checkpoint);
      },
    });
    await (await opening).part.finish();
  } finally {
    await (await opening).close();
  }
  const windows = checkpoints.map(({ window }) => window);
  const { range, source } = options.task;
  const { windows: planned, total } = start;
  await source.confirm({ range, windows: planned, total, isResumed }, windows);
  await options.finish(checkpoints);
  return { checkpoints, started: start.started, forget };
}

interface ExportFiles {
  readonly part: PartFile;
  readonly journal: Journal;
  readonly close: () => Promise<void>;
}

/** Opens the part file after so many bytes, and the journal, which is new if it has a start. */
async function openFiles(
  { target, gzip }: FileExport,
  start: JournalStart | undefined,
  from: number,
): Promise<ExportFiles> {
  await openWorkFolder(target.folder, target.userId);
  const part = await openPartFile(target.part, { from, gzip, userId: target.userId });
  try {
    const journal = await (start === undefined
      ? openJournal(target.journal)
      : beginJournal(target.journal, start));
    const close = () => journal.close().finally(part.close);
    return { part, journal, close };
  } catch (error) {
    await part.close();
    throw error;
  }
}

async function begin(options: FileExport): Promise<JournalStart> {
  const { windows, total } = await options.plan();
  return {
    version: 1,
    started: options.now(),
    binding: { ...options.binding.options },
    salt: options.salt,
    token: fingerprint(options.binding.token, options.salt),
    windows,
    total,
  };
}

async function findLeftOver(options: FileExport): Promise<LeftOver | undefined> {
  const { target, resume, note } = options;
  const isLeft = await hasWorkFolder(target.folder, target.userId);
  const hasBegun = isLeft && (await hasJournal(target.journal));
  const left = hasBegun && resume ? await readLeftOver(target) : undefined;
  if (left !== undefined) {
    requireSameExport(left.start, options.binding);
    return left;
  }
  if (isLeft) await removeRemains(target);
  if (resume) note(`no unfinished export to ${target.path} was found: starting over`);
  else if (hasBegun) {
    note(
      `an earlier export to ${target.path} did not finish: starting over (--resume continues it)`,
    );
  }
  return undefined;
}
