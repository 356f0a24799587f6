import type { Context } from '../../context.ts';
import { escapeForTerminal } from '../../escape.ts';
import { readConfiguration, sandboxProfile } from '../../profiles/configuration.ts';
import { findConfigFolder } from '../../settings/user-folders.ts';
import type { FindTree } from '../help/tree.ts';
import { askService } from './ask.ts';
import { readFlags } from './flags.ts';
import type { AskedLine } from './for-line.ts';
import { liveKinds, type Offer } from './offer.ts';

/**
 * Answers the shell scripts after a TAB: `KIND =CURRENT WORD…` → a value and its description on each
 * line. Errors are silent, because the user is still typing.
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
        ? await offerNext({ context, words, current, findTree })
        : await offerLive(context, kind, words);
    const lines = offers.map((offer) => `${offer.map(escapeForTerminal).join('\t')}\n`);
    const text = lines.join('');
    // Accessing stdout opens it, which takes longer than all else here.
    if (context.screen?.print(text) !== true) context.stdout.write(text);
  } catch {
    // The only loss is one offer.
  }
  return 0;
}

/** Only this reads the commands of an imported document. */
async function offerNext(line: AskedLine): Promise<readonly Offer[]> {
  const { offerForLine } = await import('./for-line.ts');
  return offerForLine(line, (kind) => offerLive(line.context, kind, line.words));
}

async function offerLive(
  context: Context,
  name: string,
  words: readonly string[],
): Promise<readonly Offer[]> {
  const kind = liveKinds.find((one) => one === name);
  if (kind === undefined) return [];
  if (kind === 'profiles') return offerProfiles(context);
  return askService(context, readFlags(words), kind);
}

async function offerProfiles(context: Context): Promise<Offer[]> {
  const sandbox: Offer = [sandboxProfile, 'the embedded emulation of the service'];
  const { value: folder } = findConfigFolder(context);
  if (folder === undefined) return [sandbox];
  const { profiles } = await readConfiguration(folder, context);
  const saved = [...profiles].map(([name, { baseUrl }]): Offer => [name, String(baseUrl ?? '')]);
  return [...saved, sandbox];
}

/** bash splits `--option=value` at the sign. */
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
