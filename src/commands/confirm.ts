import { CostctlError, usageError } from '../errors.ts';
import type { Session } from '../session.ts';

/** Asks before something that cannot be taken back. A rehearsal asks nothing. */
export async function confirm(session: Session, what: string): Promise<void> {
  if (session.dryRun || session.yes) return;
  if (!session.interactive) {
    throw usageError(`${what}: this cannot be taken back`, 'add --yes to confirm');
  }
  const answer = await session.context.prompt.ask(`${what}\n${target(session)}Go on? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw cancelled();
}

/** For what takes everything in it along: the id itself must be typed, or given. */
export async function confirmById(
  session: Session,
  what: string,
  id: string,
  given: string | undefined,
): Promise<void> {
  if (session.dryRun || given === id) return;
  if (given !== undefined) {
    throw usageError(`--confirm ${given} is not the id ${id}`, `add --confirm ${id}`);
  }
  if (!session.interactive) {
    throw usageError(`${what}: this cannot be taken back`, `add --confirm ${id}`);
  }
  const answer = await session.context.prompt.ask(
    `${what}\n${target(session)}Type the id ${id} to go on: `,
  );
  if (answer.trim() !== id) throw cancelled();
}

function target({ settings }: Session): string {
  const profile = settings.profile.value;
  const named = profile === undefined ? '' : `Profile: ${profile}\n`;
  const address = settings.sandbox ? 'the embedded sandbox' : settings.baseUrl.value;
  return `${named}Address: ${address}\n`;
}

function cancelled(): CostctlError {
  return new CostctlError('cancelled', 'cancelled: nothing was changed');
}
