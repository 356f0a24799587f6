import { CostctlError, usageError } from '../errors.ts';
import { wrapFor } from '../output/progress.ts';
import type { Session } from '../session.ts';
import { requireBaseUrl } from '../settings.ts';
import { escapeForTerminal } from '../text.ts';

/** A record that a person knows by its name rather than by its id. */
export interface Known {
  readonly id: string;
  readonly readName: () => Promise<unknown>;
  /** What the question and a dry run say besides. It is not read if nobody would see it. */
  readonly readMore?: () => Promise<string>;
}

/**
 * Asks before something irreversible. `describe` says what will happen to the record of this label: its id, with
 * the name next to it if that is known. A dry run asks nothing, but notes what the question would add. Returns
 * the label for messages; it is the id alone if nothing was asked.
 */
export async function confirm(
  session: Session,
  describe: (label: string) => string,
  known?: Known,
): Promise<string> {
  const { id = '' } = known ?? {};
  const what = describe(id);
  if (session.dryRun ? session.settings.quiet : session.yes) return id;
  if (!session.dryRun) requireTerminal(session, what, '--yes');
  const more = (await known?.readMore?.()) ?? '';
  if (session.dryRun) {
    if (more !== '') session.output.note(`${what}${more}`);
    return id;
  }
  const label = known === undefined ? id : await labelOf(known);
  const answer = await ask(session, `${describe(label)}${more}`, 'Continue? [y/N] ');
  if (!/^y(es)?$/i.test(answer)) throw cancelled();
  return label;
}

/** For a deletion that includes everything inside: the id itself must be typed, or given with --confirm. */
export async function confirmById(
  session: Session,
  describe: (label: string) => string,
  known: Known,
  given: string | undefined,
): Promise<void> {
  const { id } = known;
  if (given !== undefined && given !== id) {
    throw usageError(`--confirm: ${given} is not the id ${id}`, `add --confirm ${id}`);
  }
  if (session.dryRun || given === id) return;
  requireTerminal(session, describe(id), `--confirm ${id}`);
  const shown = describe(await labelOf(known));
  if ((await ask(session, shown, `Type the id ${id} to continue: `)) !== id) throw cancelled();
}

/** For deletions of several things at once: their number must be typed, or given with --confirm. */
export async function confirmCount(
  session: Session,
  what: string,
  count: number,
  given: number | undefined,
): Promise<void> {
  if (given !== undefined && given !== count) {
    throw usageError(`--confirm: ${given} is not ${count}, the number of deletions`);
  }
  if (session.dryRun || given === count) return;
  requireTerminal(session, what, `--confirm ${count}`);
  const answer = await ask(session, what, 'Type the number of deletions to continue: ');
  if (answer !== String(count)) throw cancelled();
}

/** With the name if that can be read. A missing record is an error before the question. */
async function labelOf({ id, readName }: Known): Promise<string> {
  try {
    const name = await readName();
    return typeof name === 'string' && name !== '' && name !== id ? `${id} (${name})` : id;
  } catch (error) {
    if (error instanceof CostctlError && ['not_found', 'interrupted'].includes(error.code))
      throw error;
    return id;
  }
}

function requireTerminal({ interactive }: Session, what: string, option: string): void {
  if (!interactive) {
    const action = withoutStop(what).replace(/^./u, (letter) => letter.toLowerCase());
    throw usageError(`not confirmed: ${action}`, `add ${option}`);
  }
}

/** The question says what will happen, with which profile and address. */
async function ask(session: Session, what: string, question: string): Promise<string> {
  const { settings, context, progress } = session;
  const profile = settings.profile.value;
  const shown = (line: string) => context.secrets.mask(escapeForTerminal(line));
  const sentence = `${withoutStop(what).replace(/^./u, (letter) => letter.toUpperCase())}.`;
  const lines = [
    ...(profile === undefined ? [] : [`Profile: ${profile}`]),
    `Address: ${addressOf(session)}`,
    question,
  ];
  progress.stop();
  const asked = [wrapFor(context.stderr, shown(sentence)), ...lines.map(shown)].join('\n');
  return (await context.prompt.ask(asked)).trim();
}

function addressOf({ settings }: Session): string {
  if (settings.sandbox) return 'the embedded sandbox';
  return settings.baseUrl.value ?? requireBaseUrl(settings).href;
}

function withoutStop(what: string): string {
  return what.replace(/\.$/, '');
}

function cancelled(): CostctlError {
  return new CostctlError('cancelled', 'cancelled: nothing was changed');
}
