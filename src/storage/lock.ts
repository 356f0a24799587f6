import { createHash, randomInt } from 'node:crypto';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { CostctlError, fileError, isAbsence } from '../errors.ts';
import { holdTemporary } from '../temporaries.ts';
import { statIfThere } from './file-system.ts';
import {
  createProcessName,
  hasEnded,
  isThisHost,
  type Maker,
  parseProcessName,
} from './process-files.ts';

export interface LockOptions extends Pick<Context, 'clock' | 'processId' | 'signal'> {
  /**
   * How many milliseconds to wait for another holder; by default a minute. The claim of another computer is
   * watched for longer, until it is renewed or counts as abandoned.
   */
  readonly patience?: number;
  /** Makes the folder of the lock: another process may remove it while it is empty. */
  readonly makeFolder?: () => Promise<void>;
}

/** Throws if another process has taken over: this one was suspended, and so did not renew its claim. */
export type RequireLock = () => Promise<void>;

/** For work that changes nothing. */
export const needsNoLock: RequireLock = async () => undefined;

/**
 * Does the work while no other process works under the same path.
 *
 * To get the lock, a process creates a claim, a file with a unique name, next to the path, and then
 * looks for others. It claims before it looks, so if two processes claim at the same time, at least one
 * sees the other and withdraws: there are never two holders. Names of claims are never reused, so
 * anyone can remove the claim of a dead process without removing the claim of a live one.
 */
export async function withLock<Result>(
  path: string,
  work: (requireLock: RequireLock) => Promise<Result>,
  options: LockOptions,
): Promise<Result> {
  const claim = await acquire(path, options);
  const requireLock = async () => {
    if ((await readRenewal(claim)) !== undefined) return;
    await stat(dirname(claim)).catch((cause: unknown) => {
      throw fileError(`cannot write ${path}`, cause);
    });
    throw takenOver(path);
  };
  const renewal = setInterval(() => void renew(claim), renewalInterval);
  renewal.unref();
  try {
    return await work(requireLock);
  } finally {
    clearInterval(renewal);
    await withdraw(claim);
  }
}

/** Removes the claims that dead processes left, for a run that does not need the lock. */
export async function tidyLock(path: string, options: LockOptions): Promise<void> {
  await findRivals(path, new Map(), 0, options).catch(() => undefined);
}

const renewalInterval = 2_000;
/** A claim that was not renewed while it was watched for this long has been abandoned. */
const abandonedAfter = 20_000;
/** By then a claim was renewed or has been abandoned; others may have come meanwhile. */
const longestWatch = 2 * abandonedAfter;
const defaultPatience = 60_000;

/** Claims of this process, with what releases them. Any other claim with its process id is from before a restart. */
const ours = new Map<string, () => void>();

interface Rival extends Maker {
  readonly file: string;
}

interface Watched {
  readonly renewedAt: number;
  readonly since: number;
  /** Whether it was renewed while it was watched. */
  readonly isRenewed: boolean;
}

async function acquire(path: string, options: LockOptions): Promise<string> {
  const watched = new Map<string, Watched>();
  const patience = options.patience ?? defaultPatience;
  let waited = 0;
  for (let round = 0; ; round += 1) {
    options.signal.throwIfAborted();
    try {
      await options.makeFolder?.();
      let rivals = await findRivals(path, watched, waited, options);
      if (rivals.length === 0) {
        const claim = await stake(path, options);
        rivals = await findRivals(path, watched, waited, options, claim).catch(async (cause) => {
          await withdraw(claim);
          throw cause;
        });
        if (rivals.length === 0) return claim;
        await withdraw(claim);
      }
      const isAlive = (rival: Rival) =>
        isThisHost(rival) || watched.get(rival.file)?.isRenewed === true;
      const holder = rivals.find((rival) => isAlive(rival) || waited >= longestWatch);
      if (waited >= patience && holder !== undefined) {
        throw new CostctlError(
          'file',
          `${path} is in use by process ${holder.processId} of ${holder.host} for over ${Math.floor(waited / 1000)} s`,
          { hint: `wait until it ends; if it is not costctl, remove ${holder.file}` },
        );
      }
    } catch (cause) {
      const isGone = options.makeFolder !== undefined && isAbsence(cause) && waited < patience;
      if (!isGone)
        throw cause instanceof CostctlError ? cause : fileError(`cannot lock ${path}`, cause);
    }
    const pause = randomInt(5, 20 * 2 ** Math.min(round, 5));
    await options.clock.sleep(pause, options.signal);
    waited += pause;
  }
}

/** The claims of other live processes. Those of dead processes are removed. */
async function findRivals(
  path: string,
  watched: Map<string, Watched>,
  waited: number,
  { processId }: LockOptions,
  own?: string,
): Promise<Rival[]> {
  const rivals: Rival[] = [];
  for (const rival of await listClaims(path)) {
    if (rival.file === own) continue;
    const dead = isDead(rival, processId) || (await isAbandoned(rival, watched, waited));
    if (dead) await rm(rival.file, { force: true });
    else rivals.push(rival);
  }
  return rivals;
}

async function listClaims(path: string): Promise<Rival[]> {
  const folder = dirname(path);
  const start = claimStart(path);
  const claims: Rival[] = [];
  for (const name of await readdir(folder)) {
    if (!name.startsWith(start) || !name.endsWith(claimEnd)) continue;
    const maker = parseProcessName(name.slice(start.length, -claimEnd.length));
    if (maker !== undefined) claims.push({ file: join(folder, name), ...maker });
  }
  return claims;
}

function isDead(rival: Rival, processId: number): boolean {
  if (isThisHost(rival) && rival.processId === processId) return !ours.has(rival.file);
  return hasEnded(rival);
}

/** Another computer's, or of a reused process id. Only watching shows it, since two clocks may differ. */
async function isAbandoned(rival: Rival, watched: Map<string, Watched>, waited: number) {
  if (ours.has(rival.file)) return false;
  const renewedAt = await readRenewal(rival.file);
  if (renewedAt === undefined) return true;
  // It is from before this computer started: its process id may be that of another process now.
  if (isThisHost(rival) && renewedAt < Date.now() - uptime() * 1000 - 1000) return true;
  const before = watched.get(rival.file);
  if (before?.renewedAt === renewedAt) return waited - before.since >= abandonedAfter;
  watched.set(rival.file, { renewedAt, since: waited, isRenewed: before !== undefined });
  return false;
}

async function readRenewal(file: string): Promise<number | undefined> {
  return (await statIfThere(file))?.mtimeMs;
}

async function stake(path: string, { processId, signal }: LockOptions): Promise<string> {
  const name = `${claimStart(path)}${createProcessName(processId)}${claimEnd}`;
  const claim = join(dirname(path), name);
  ours.set(claim, holdTemporary(signal, claim));
  try {
    await writeFile(claim, '', { flag: 'wx', mode: 0o600 });
    // By the clock of this computer, which a file server's may differ from.
    await renew(claim);
  } catch (error) {
    forget(claim);
    throw error;
  }
  return claim;
}

async function withdraw(claim: string): Promise<void> {
  // A claim that cannot be removed counts as abandoned: here from now on, and later for other processes.
  await rm(claim, { force: true }).catch(() => undefined);
  forget(claim);
}

function forget(claim: string): void {
  ours.get(claim)?.();
  ours.delete(claim);
}

async function renew(claim: string): Promise<void> {
  const now = new Date();
  await utimes(claim, now, now).catch(() => undefined);
}

/** Differs for any two names: a run never waits for one that writes another file. */
function claimStart(path: string): string {
  const name = basename(path);
  const isLong = Buffer.byteLength(name) > longestName;
  return `.${isLong ? createHash('sha256').update(name).digest('hex') : name}.`;
}

/** A file name has at most 255 bytes, of which the rest of a claim takes up to 100. */
const longestName = 150;
const claimEnd = '.lock';

function takenOver(path: string): CostctlError {
  const seconds = abandonedAfter / 1000;
  return new CostctlError(
    'file',
    `${path} was taken over by another run: this one was suspended for over ${seconds} s`,
    { hint: 'wait until the other run ends, and run the command again' },
  );
}
