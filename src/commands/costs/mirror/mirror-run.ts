import { version } from '../../../../package.json';
import { getCostPage } from '../../../api/cost-calls.ts';
import { describeRange } from '../../../days.ts';
import { CostctlError, isSystemError, withHint } from '../../../errors.ts';
import { groupDigits } from '../../../json/decimal.ts';
import { type UpdateFromFilesOptions, updateFromFiles } from '../../../mirror/update-from-files.ts';
import { type Updated, type UpdateOptions, updateMirror } from '../../../mirror/update-mirror.ts';
import { createPageOpener } from '../../../rows/cost-page.ts';
import type { Session } from '../../../session.ts';
import { pluralize } from '../../../text.ts';
import { optimizeLater } from '../../engine.ts';
import { openSource } from '../options.ts';
import { createRowProgress, noteColumns } from '../row-progress.ts';

/** A run that is over; `done` says in words what it took. */
interface MirrorDone extends Pick<Updated, 'manifest' | 'changes'> {
  /** Partitions of which only the rows were counted. */
  readonly counted?: number;
  readonly done: string;
}

/** Compares a mirror with the service, and brings it up to yesterday. */
export async function runMirror(
  session: Session,
  run: Pick<UpdateOptions, 'folder' | 'manifest' | 'given' | 'deep' | 'check' | 'requireLock'>,
): Promise<MirrorDone> {
  const { http, progress } = session;
  const { parameters } = run.manifest.query;
  const rows = createRowProgress(session);
  const source = openSource(session, parameters);
  const openPage = createPageOpener();
  let counts = 0;
  const updated = await updateMirror({
    ...run,
    source,
    count: async ({ from, to }) => {
      const { body, attempts } = await getCostPage(http, {
        from,
        to,
        page: 1,
        limit: 1,
        parameters,
      });
      counts += attempts;
      return openPage(body).total;
    },
    ...writer(session),
    progress: {
      counted: (done, all) => progress.start(`counted the rows of ${done} of ${all} partitions`),
      reading: (range, total) => {
        progress.start(`reading ${describeRange(range)}`);
        rows.begin(total);
      },
      rows: rows.add,
      columns: (found) => noteColumns(session, found),
      writing: (days) =>
        progress.start(`writing the partitions of ${pluralize(days, 'changed day')}`),
    },
  }).catch(explainFullDisk);
  progress.stop();
  const requests = source.requests() + counts;
  const done = `${pluralize(requests, 'request')}, ${pluralize(updated.rows, 'row')} read`;
  const older = `, ${pluralize(updated.counted, 'older partition')} counted`;
  return { ...updated, done: updated.counted === 0 ? done : `${done}${older}` };
}

type FileMirrorRun = Omit<UpdateFromFilesOptions, keyof ReturnType<typeof writer> | 'progress'>;

/** Compares a mirror with its files, and takes over what has changed. */
export async function runFileMirror(session: Session, run: FileMirrorRun): Promise<MirrorDone> {
  const { progress, output } = session;
  await session.context.prepareForWork?.();
  optimizeLater(session);
  let rows = 0;
  const updated = await updateFromFiles({
    ...run,
    ...writer(session),
    progress: {
      hashing: (files, all) => progress.start(`compared ${files} of ${pluralize(all, 'file')}`),
      reading: (path) => progress.start(`reading ${path}`),
      rows: (count) => {
        rows += count;
        progress.update(`read ${groupDigits(String(rows))} rows`);
      },
      writing: (days) =>
        progress.start(`writing the partitions of ${pluralize(days, 'changed day')}`),
    },
  }).catch(explainFullDisk);
  progress.stop();
  for (const note of updated.notes) output.note(note);
  const { files, read } = updated;
  return {
    ...updated,
    done: `found ${pluralize(files, 'file')}, read ${read} with ${pluralize(updated.rows, 'row')}`,
  };
}

function writer({ context: { clock, processId, signal } }: Session) {
  return { clock, processId, signal, createdBy: `costctl version ${version}` };
}

function explainFullDisk(error: unknown): never {
  const isFull =
    error instanceof CostctlError &&
    isSystemError(error.details.cause) &&
    ['ENOSPC', 'EDQUOT'].includes(error.details.cause.code);
  if (!isFull) throw error;
  throw withHint(
    error,
    'no row of the mirror is lost: free some space on its disk, and run the command again',
  );
}
