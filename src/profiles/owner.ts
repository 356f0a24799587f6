import type { Stats } from 'node:fs';
import type { Context } from '../context.ts';
import { CostctlError } from '../errors.ts';

/** The user who runs the program; undefined on systems without user ids (Windows). */
export type Owner = Pick<Context, 'userId'>;

/**
 * Refuses a file or folder that someone else can change, as ssh does for keys: its content decides where
 * the token is sent and which command runs.
 */
export function requireOwn(path: string, { uid, mode }: Stats, { userId }: Owner): void {
  if (userId === undefined) return;
  // Root can change everything in any case.
  if (uid !== userId && uid !== 0) {
    throw refusal(`${path} belongs to another user`, `chown ${userId} ${quote(path)}`);
  }
  if ((mode & 0o022) !== 0) {
    throw refusal(`other users can change ${path}`, `chmod go-w ${quote(path)}`);
  }
}

/** Quotes a path for a shell. */
export function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function refusal(message: string, hint: string): CostctlError {
  return new CostctlError('not_configured', `the configuration is not used: ${message}`, { hint });
}
