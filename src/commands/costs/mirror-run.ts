import { version } from '../../../package.json';
import { getCostPage } from '../../api/cost-calls.ts';
import { describeRange } from '../../days.ts';
import { CostctlError, isSystemError } from '../../errors.ts';
import { type Updated, type UpdateOptions, updateMirror } from '../../mirror/update-mirror.ts';
import { createPageOpener } from '../../rows/cost-page.ts';
import type { Session } from '../../session.ts';
import { pluralize } from '../../text.ts';
import { openSource } from './options.ts';
import { createRowProgress } from './row-progress.ts';

type MirrorRun = Pick<UpdateOptions, 'folder' | 'manifest' | 'given' | 'deep' | 'check'>;

/** Compares a mirror with the service, and brings it up to yesterday. */
export async function runMirror(
  session: Session,
  run: MirrorRun,
): Promise<Updated & { readonly requests: number }> {
  const { context, http, progress } = session;
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
    clock: context.clock,
    processId: context.processId,
    signal: context.signal,
    createdBy: `costctl version ${version}`,
    progress: {
      counted: (done, all) => progress.start(`counted the rows of ${done} of ${all} partitions`),
      reading: (range, total) => {
        progress.start(`reading ${describeRange(range)}`);
        rows.begin(total, rows.rows());
      },
      rows: rows.add,
      writing: (days) =>
        progress.start(`writing the partitions of ${pluralize(days, 'changed day')}`),
    },
  }).catch(explainFullDisk);
  progress.stop();
  return { ...updated, requests: source.requests() + counts };
}

function explainFullDisk(error: unknown): never {
  const isFull =
    error instanceof CostctlError &&
    isSystemError(error.details.cause) &&
    ['ENOSPC', 'EDQUOT'].includes(error.details.cause.code);
  if (!isFull) throw error;
  throw new CostctlError(error.code, error.message, {
    ...error.details,
    hint: 'the mirror is as it was: free some space on its disk, and run the command again',
  });
}
