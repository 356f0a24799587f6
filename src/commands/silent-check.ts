import { isFile } from '../output/sink.ts';
import type { Session } from '../session.ts';

/**
 * With --quiet a check that holds prints nothing. What reads a file expects this run's result, not
 * the one before: a file is written all the same.
 */
export function isSilent(
  { settings, outputFlags }: Pick<Session, 'settings' | 'outputFlags'>,
  holds: boolean,
): boolean {
  return holds && settings.quiet && !isFile(outputFlags.outFile);
}
