import type { Context } from '../../../context.ts';
import { CostctlError, usageError } from '../../../errors.ts';
import { describeUncompared, hasMoved } from '../../../mirror/changes.ts';
import { recordPath } from '../../../mirror/find-files.ts';
import { findLost, markLost } from '../../../mirror/lost-files.ts';
import type { Manifest } from '../../../mirror/manifest.ts';
import { openState } from '../../../mirror/open-mirror.ts';
import { truncationOf } from '../../../mirror/update-mirror.ts';
import { wrapFor } from '../../../output/progress.ts';
import { contentChanged } from '../../../rows/day-fingerprints.ts';
import { namedColumns } from '../../../rows/detect-columns.ts';
import type { Session } from '../../../session.ts';
import type { RequireLock } from '../../../storage/lock.ts';
import { resolvePath } from '../../../storage/path.ts';
import { nameFirst, pluralize, quote } from '../../../text.ts';
import { chooseColumns } from '../options.ts';
import { isForPeople } from '../result-format.ts';
import { addressOf } from '../write-receipt.ts';
import type { MirrorInput } from './mirror-options.ts';
import { runFileMirror, runMirror } from './mirror-run.ts';
import {
  changed,
  daysOf,
  describeChange,
  describeColumns,
  describeLost,
  describeNew,
  describeNothing,
  describeUnread,
  lostFiles,
  nameLost,
  view,
} from './mirror-view.ts';

type Outcome = Awaited<ReturnType<typeof runUpdate>>;

/** Brings a mirror up to date, or only compares it with its source, and shows what is different. */
export async function updateFolder(session: Session, input: MirrorInput, requireLock: RequireLock) {
  const { dir, check = false } = input;
  const outcome = await runUpdate(session, input, requireLock);
  await showChanges(session, outcome, check);
  noteChanges(session, outcome, check);
  const { manifest, lost, changes } = outcome;
  const truncation = truncationOf(manifest);
  if (truncation !== undefined) throw truncation;
  if (check && lost.length > 0) throw lostFiles(dir, lost);
  if (check && changes.length > 0) throw changed(dir, changes);
}

async function runUpdate(session: Session, input: MirrorInput, requireLock: RequireLock) {
  const { output, context } = session;
  const { dir, check = false, deep = false, allowDuplicates = false } = input;
  const { state, gains } = await openState(dir, {
    ...input,
    files: input.files?.map((pattern) => recordPattern(context, dir, pattern)),
    address: () => addressOf(session),
    parameters: input.param,
    dateFormat: input.dateFormat?.name,
  });
  if (check && state.written === '') {
    throw new CostctlError('file', `${dir} is not a mirror yet`, {
      hint: `costctl costs mirror ${quote(dir)} --from DAY makes one, or --files PATTERN`,
    });
  }
  const isOfFiles = state.query.files !== undefined;
  if (!isOfFiles && allowDuplicates) {
    throw usageError('--allow-duplicates is for a mirror of files', 'leave it out');
  }
  const lost = await findLost(dir, state, deep);
  if (!check && lost.length > 0) output.note(`${nameLost(lost)}: their days are read again`);
  const manifest = markLost(state, gains ? state.files : lost);
  const run = { folder: dir, manifest, deep, check, requireLock };
  const isGiven = input.files !== undefined;
  const found = isOfFiles
    ? await runFileMirror(session, { ...run, given: namedColumns(input), isGiven, allowDuplicates })
    : await runMirror(session, { ...run, given: chooseColumns(session, input) });
  // Rows without an amount have no sum, which is not zero.
  const noSums = hasSums(found.manifest) ? {} : { sumBefore: null, sumAfter: null };
  const changes = found.changes.map((change) => ({ ...change, ...noSums }));
  return { counted: 0, ...found, state, lost, changes };
}

async function showChanges(session: Session, outcome: Outcome, check: boolean): Promise<void> {
  const { output } = session;
  const { state, manifest, changes, lost, counted } = outcome;
  const own = { ...view, empty: describeNothing(counted, check && lost.length > 0) };
  const uncompared = check ? describeUncompared(state) : undefined;
  output.note(uncompared);
  if (check) {
    const unread = [...manifest.truncated.map(describeUnread), ...lost.map(describeLost)];
    return output.check(changes, describeChange, own, unread);
  }
  const isNew = state.written === '' && session.outputFlags.columns === undefined;
  if (!isNew || !isForPeople(session)) return output.list(changes, own);
  // In a new mirror everything is a change: one line says what there is.
  const text = describeNew(changes, hasSums(manifest));
  return output.text(`${wrapFor(session.context.stdout, text)}\n`);
}

function noteChanges({ output }: Session, outcome: Outcome, check: boolean): void {
  const { state, manifest, changes, done } = outcome;
  const days = daysOf(changes);
  output.note(
    `${done}; ${pluralize(days.length, 'day')} changed; the mirror has ` +
      `${pluralize(manifest.days.length, 'day')} in ${pluralize(manifest.files.length, 'Parquet file')}`,
  );
  const about = { check, isChanged: changes.length > 0 };
  for (const note of describeColumns(state, manifest, about)) output.note(note);
  const moved = new Set(daysOf(changes.filter(hasMoved)));
  const unmoved = days.filter((day) => !moved.has(day));
  if (unmoved.length > 0) output.note(`${contentChanged}: ${nameFirst(unmoved, 10)}`);
}

function hasSums({ query }: Manifest): boolean {
  return query.amountColumn !== null;
}

/** Relative to the mirror. A `*` in the name of the working folder would match other folders too. */
function recordPattern(context: Context, dir: string, pattern: string): string {
  const recorded = recordPath(dir, resolvePath(context, pattern));
  const count = (text: string) => text.split(/[*?]/).length;
  if (count(recorded) <= count(pattern)) return recorded;
  throw usageError(
    `--files: ${context.workingFolder()} has a * or ? in its name`,
    'keep the mirror in that folder, or rename the folder',
  );
}
