import { addDays, type DayRange, describeRange, isEmpty, parseDay } from '../../days.ts';
import { CostctlError, usageError } from '../../errors.ts';
import type { Manifest } from '../../mirror/manifest.ts';
import { namedColumns } from '../../rows/detect-columns.ts';
import type { Session } from '../../session.ts';
import { resolvePath } from '../../storage/path.ts';

export type ChosenMirror = NonNullable<ReturnType<typeof chooseMirror>>;

interface MirrorInput {
  readonly mirror?: string | undefined;
  readonly asOf?: string | undefined;
  readonly param?: unknown;
}

export function chooseMirror({ context }: Session, { mirror, asOf, param }: MirrorInput) {
  if (mirror === undefined) {
    if (asOf !== undefined) throw usageError('--as-of needs a mirror', 'give --mirror DIR');
    return undefined;
  }
  if (param !== undefined) {
    throw usageError(
      '--param and --mirror cannot be used together: no request is sent',
      'a mirror has the parameters of its first run; --where narrows its rows',
    );
  }
  const day = asOf === undefined ? undefined : parseDay(asOf, '--as-of');
  const folder = resolvePath(context, mirror);
  let state: Promise<Manifest> | undefined;
  return {
    folder,
    /** The day whose state is read; undefined: the newest. */
    asOf: day,
    /** The state that this run reads, whatever becomes of the mirror meanwhile. */
    state: () => {
      state ??= readState(folder, day);
      return state;
    },
  };
}

async function readState(folder: string, day: string | undefined): Promise<Manifest> {
  const { findState } = await import('../../mirror/manifest.ts');
  return findState(folder, day);
}

/** A mirror of files says nothing about days before its first and after its last one. */
export async function requireHeld(mirror: ChosenMirror | undefined, range: DayRange) {
  if (await isHeld(mirror, range)) return;
  const held = await findHeld(mirror);
  throw new CostctlError(
    'incomplete',
    `the mirror ${mirror?.folder}${mirror?.asOf === undefined ? '' : ` as of ${mirror.asOf}`} does not contain all of ${describeRange(range)}: its files have rows of ${describeRange(held?.range ?? range)}`,
    {
      hint: `choose days between these, or ${mirror?.asOf === undefined ? 'add files that have the others' : 'a later --as-of'}`,
    },
  );
}

export async function isHeld(mirror: ChosenMirror | undefined, range: DayRange): Promise<boolean> {
  const held = await findHeld(mirror);
  if (held === undefined || isEmpty(range)) return true;
  return held.range.from <= range.from && range.to <= held.range.to;
}

/** What a mirror of files says by itself: its days, and what its columns mean. */
export async function findHeld(mirror: ChosenMirror | undefined) {
  const state = await mirror?.state();
  const [first, last] = [state?.days.at(0)?.date, state?.days.at(-1)?.date];
  if (state?.query.files === undefined || first === undefined || last === undefined)
    return undefined;
  const month = last.slice(0, 7);
  const start = [first, `${month}-01`].sort().at(1) ?? first;
  return {
    range: { from: first, to: last },
    today: addDays(last, 1),
    /** Says which days these are, for a run that chose none. */
    note: `the last month of the files: ${describeRange({ from: start, to: last })}`,
    lastMonth: first > `${month}-01` ? { from: first, to: last } : { month },
    columns: namedColumns(state.query),
  };
}
