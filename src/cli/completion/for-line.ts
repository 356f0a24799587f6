import type { Context } from '../../context.ts';
import type { CommandNode, FindTree, Kind } from '../help/tree.ts';
import { type Next, readNext } from './line.ts';
import type { Offer } from './offer.ts';

export interface AskedLine {
  readonly context: Context;
  readonly words: readonly string[];
  /** The word under the cursor, as far as it has been typed. */
  readonly current: string;
  readonly findTree: FindTree | undefined;
}

/** What can follow on a line, including the commands of an imported document. */
export async function offerForLine(
  { context, words, current, findTree }: AskedLine,
  offerLive: (kind: string) => Promise<readonly Offer[]>,
): Promise<readonly Offer[]> {
  const tree = (await findTree?.(context, words)) ?? (await describeWhole(context, words));
  const next = readNext(tree, words, current);
  const fits = ([value]: Offer) => value.startsWith(next.current);
  if ('offers' in next) return next.offers.filter(fits);
  const { before } = next;
  const kind = await kindOf(next);
  if (typeof kind === 'string') return [];
  const values =
    'live' in kind ? await offerLive(kind.live) : kind.words.map((word): Offer => [word, '']);
  return values.filter(fits).map(([value, description]) => [before + value, description]);
}

/** The table of kinds is only loaded if the command does not say what the value is. */
async function kindOf(next: Exclude<Next, { readonly offers: unknown }>): Promise<Kind> {
  if ('option' in next) {
    const { completes, choices } = next.option;
    if (completes !== undefined) return completes;
    if (choices !== undefined) return { words: choices };
    return (await import('./kinds.ts')).kindOfOption(next.option);
  }
  return (await import('./kinds.ts')).kindOfArgument(next.path, next.argument);
}

/** Without a stored tree. This alone loads most of the program. */
async function describeWhole(context: Context, words: readonly string[]): Promise<CommandNode> {
  const [{ describeCommand }, { createWholeProgram }, { readFlags }] = await Promise.all([
    import('../help/describe-command.ts'),
    import('../program.ts'),
    import('./flags.ts'),
  ]);
  return describeCommand(await createWholeProgram(context, readFlags(words)));
}
