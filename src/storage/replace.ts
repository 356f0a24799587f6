import { cp, link, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Clock } from '../context.ts';
import { CostctlError, isSystemError } from '../errors.ts';
import { lstatIfThere, nameBeside, syncFolder } from './file-system.ts';

/** How to wait for another program that has a file open. */
export interface Patience {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds for which a refused rename is tried again: a virus scanner or an indexer is done by then. */
const longest = 10_000;
const mostBetween = 1_000;

/** Survives a power failure. Windows and file servers refuse it while a program has either file open. */
export async function renameDurably(from: string, to: string, patience?: Patience): Promise<void> {
  if (patience === undefined) await rename(from, to);
  else await renamePatiently(from, to, patience);
  await syncFolder(dirname(to));
  if (dirname(from) !== dirname(to)) await syncFolder(dirname(from));
}

/** Like `renameDurably`, but without `syncFolder`, which the caller runs once after many files. */
export async function renamePatiently(from: string, to: string, { clock, signal }: Patience) {
  let pause = 10;
  for (let waited = 0; ; waited += pause) {
    try {
      return await rename(from, to);
    } catch (cause) {
      if (!isRefusal(cause)) throw cause;
      if (waited >= longest) return giveSecondName(from, to, cause);
    }
    pause = Math.min(2 * pause, mostBetween, longest - waited);
    await clock.sleep(pause, signal);
  }
}

/** Links the new name, if it is free, and removes the old one: an open file can have two names. */
async function giveSecondName(from: string, to: string, refusal: Error): Promise<void> {
  await link(from, to).catch(() => {
    throw refusal;
  });
  await rm(from, { force: true }).catch(() => undefined);
}

function isRefusal(cause: unknown): cause is Error & { code: string } {
  return isSystemError(cause) && ['EACCES', 'EBUSY', 'EPERM'].includes(cause.code);
}

export interface Finished extends Patience {
  /** The path to name in messages. */
  readonly shown: string;
  /** Whether the file or folder also stays where it is if it cannot get its name. */
  readonly stays?: boolean;
}

/** Renames what took a whole run to make. If that is refused for good, it is kept under another name. */
export async function placeFinished(from: string, to: string, finished: Finished): Promise<void> {
  try {
    await renameDurably(from, to, finished);
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
    const kept = await keepBeside(from, to, finished.stays === true);
    const name = basename(to);
    throw new CostctlError(
      'file',
      `cannot replace ${finished.shown}: another program has it open, or it is protected (${cause.code})`,
      {
        cause,
        hint: `close the program that has ${name} open, such as Excel; the finished ${name} is ${kept}`,
      },
    );
  }
}

/** Puts the file or folder next to the name that it should have; returns the path. */
async function keepBeside(from: string, to: string, stays: boolean): Promise<string> {
  for (let number = 1; ; number += 1) {
    const kept = nameBeside(to, number === 1 ? 'new-' : `new-${number}-`, '');
    if ((await lstatIfThere(kept)) !== undefined) continue;
    const isMoved =
      !stays &&
      (await rename(from, kept).then(
        () => true,
        () => false,
      ));
    // A file that another program has open can still be copied.
    if (!isMoved) await cp(from, kept, { recursive: true, force: false, errorOnExist: true });
    return kept;
  }
}
