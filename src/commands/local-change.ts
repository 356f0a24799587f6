import type { Command } from 'commander';
import type { Session } from '../session.ts';

/** For every action that changes what this machine keeps, and sends no request for it. */
export function rehearsable(command: Command): Command {
  return command.option('--dry-run', 'print what would be kept, and change nothing');
}

/** The result of a change, and whether it was only tried. */
export function asTried<Result extends object>(session: Session, result: Result): Result {
  return session.dryRun ? { ...result, dryRun: true } : result;
}
