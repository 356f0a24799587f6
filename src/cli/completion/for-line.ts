import type { Context } from '../../context.ts';
import { describeCommand } from '../help/describe.ts';
import type { CommandNode, FindTree } from '../help/tree.ts';
import { createWholeProgram } from '../program.ts';
import { readFlags } from './flags.ts';
import { readNext } from './line.ts';
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
  const { kind, before } = next;
  if (typeof kind === 'string') return [];
  const values =
    'live' in kind ? await offerLive(kind.live) : kind.words.map((word): Offer => [word, '']);
  return values.filter(fits).map(([value, description]) => [before + value, description]);
}

async function describeWhole(context: Context, words: readonly string[]): Promise<CommandNode> {
  return describeCommand(await createWholeProgram(context, readFlags(words)));
}
