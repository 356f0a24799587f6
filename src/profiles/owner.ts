import type { Stats } from 'node:fs';
import type { Context } from '../context.ts';
import { CostctlError } from '../errors.ts';

/** Who runs the program; undefined on systems without such numbers (Windows). */
export type Owner = Pick<Context, 'userId'>;

/**
 * Refuses a file or folder that somebody else can change, as ssh refuses a key: what it contains
 * decides where the token goes and which command is run.
 */
export function requireOwn(path: string, { uid, mode }: Stats, { userId }: Owner): void {
  if (userId === undefined) return;
  // Root can change everything anyway.
  if (uid !== userId && uid !== 0) {
    throw refusal(`${path} belongs to another user`, `chown ${userId} ${quote(path)}`);
  }
  if ((mode & 0o022) !== 0) {
    throw refusal(`other users can change ${path}`, `chmod go-w ${quote(path)}`);
  }
}

/** A path as a shell takes it. */
export function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function refusal(message: string, hint: string): CostctlError {
  return new CostctlError('not_configured', `the configuration is not used: ${message}`, { hint });
}
