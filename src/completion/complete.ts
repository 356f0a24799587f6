import type { Context } from '../context.ts';
import { safeText } from '../output/safe.ts';
import { readConfiguration, sandboxProfile } from '../profiles/read.ts';
import { readLine } from '../program.ts';
import { findConfigFolder } from '../settings.ts';
import { askService } from './ask.ts';
import { offerForLine } from './line.ts';
import { type LiveKind, liveKinds, type Offer } from './live.ts';

/**
 * What the scripts of the shells ask behind a TAB: `KIND =CURRENT WORD…`, answered with a value and
 * its description a line. Whatever goes wrong, nothing is said: a person is in the middle of a line.
 */
export async function complete(context: Context, argv: readonly string[]): Promise<number> {
  const [kind = '', current = '', ...typed] = argv;
  try {
    const offers = await offersFor(context, kind, current.slice(1), joinValues(typed));
    const lines = offers.map((offer) => `${offer.map(safeText).join('\t')}\n`);
    context.stdout.write(lines.join(''));
  } catch {
    // An offer less is all that this costs.
  }
  return 0;
}

async function offersFor(
  context: Context,
  kind: string,
  current: string,
  words: readonly string[],
): Promise<readonly Offer[]> {
  if (kind === 'line') {
    return offerForLine(context, words, current, (live) => offerLive(context, live, words));
  }
  const live = liveKinds.find((one) => one === kind);
  return live === undefined ? [] : offerLive(context, live, words);
}

async function offerLive(
  context: Context,
  kind: LiveKind,
  words: readonly string[],
): Promise<readonly Offer[]> {
  if (kind === 'profiles') return offerProfiles(context);
  return askService(context, readLine(context, words).flags, kind);
}

async function offerProfiles(context: Context): Promise<Offer[]> {
  const sandbox: Offer = [sandboxProfile, 'the embedded emulation of the service'];
  const { value: folder } = findConfigFolder(context);
  if (folder === undefined) return [sandbox];
  const { profiles } = await readConfiguration(folder);
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
