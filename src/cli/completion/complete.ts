import type { Context } from '../../context.ts';
import { escapeForTerminal } from '../../escape.ts';
import { readConfiguration, sandboxProfile } from '../../profiles/read.ts';
import { findConfigFolder } from '../../settings/folder.ts';
import { describeCommand } from '../help/describe.ts';
import type { CommandNode, FindTree } from '../help/tree.ts';
import { readNext } from './line.ts';
import { liveKinds, type Offer } from './offer.ts';

/**
 * What the scripts of the shells ask behind a TAB: `KIND =CURRENT WORD…`, answered with a value and
 * its description a line. Whatever goes wrong, nothing is said: a person is in the middle of a line.
 */
export async function complete(
  context: Context,
  argv: readonly string[],
  findTree?: FindTree,
): Promise<number> {
  const [kind = '', given = '', ...typed] = argv;
  const [current, words] = [given.slice(1), joinValues(typed)];
  try {
    const offers =
      kind === 'line'
        ? await offerForLine(context, words, current, findTree)
        : await offerLive(context, kind, words);
    const lines = offers.map((offer) => `${offer.map(escapeForTerminal).join('\t')}\n`);
    context.stdout.write(lines.join(''));
  } catch {
    // All that this costs is one offer.
  }
  return 0;
}

/** What may stand next on a line, with what an imported document brought. */
async function offerForLine(
  context: Context,
  words: readonly string[],
  current: string,
  findTree: FindTree | undefined,
): Promise<readonly Offer[]> {
  const tree = (await findTree?.(context, words)) ?? (await describeWhole(context, words));
  const next = readNext(tree, words, current);
  const fits = ([value]: Offer) => value.startsWith(next.current);
  if ('offers' in next) return next.offers.filter(fits);
  const { kind, before } = next;
  if (typeof kind === 'string') return [];
  const values =
    'live' in kind
      ? await offerLive(context, kind.live, words)
      : kind.words.map((word): Offer => [word, '']);
  return values.filter(fits).map(([value, description]) => [before + value, description]);
}

async function describeWhole(context: Context, words: readonly string[]): Promise<CommandNode> {
  const { createWholeProgram, readLine } = await import('../program.ts');
  return describeCommand(await createWholeProgram(context, readLine(context, words).flags));
}

async function offerLive(
  context: Context,
  name: string,
  words: readonly string[],
): Promise<readonly Offer[]> {
  const kind = liveKinds.find((one) => one === name);
  if (kind === undefined) return [];
  if (kind === 'profiles') return offerProfiles(context);
  const [{ askService }, { readLine }] = await Promise.all([
    import('./ask.ts'),
    import('../program.ts'),
  ]);
  return askService(context, readLine(context, words).flags, kind);
}

async function offerProfiles(context: Context): Promise<Offer[]> {
  const sandbox: Offer = [sandboxProfile, 'the embedded emulation of the service'];
  const { value: folder } = findConfigFolder(context);
  if (folder === undefined) return [sandbox];
  const { profiles } = await readConfiguration(folder, context);
  const kept = [...profiles].map(([name, { baseUrl }]): Offer => [name, String(baseUrl ?? '')]);
  return [...kept, sandbox];
}

/** bash takes `--option=value` apart at the sign. */
function joinValues(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [place, word] of words.entries()) {
    const last = joined.at(-1);
    const behindSign = words[place - 1] === '=' && joined.length > 0;
    if (last !== undefined && (word === '=' || behindSign)) joined[joined.length - 1] = last + word;
    else joined.push(word);
  }
  return joined;
}
