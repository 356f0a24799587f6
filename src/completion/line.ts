import type { Context } from '../context.ts';
import { describeCommand, findOption } from '../help/tree.ts';
import { createProgram } from '../program.ts';
import { type Kind, kindOfArgument, kindOfOption } from './kinds.ts';
import type { LiveKind, Offer } from './live.ts';

/** What may stand next on a line whose commands came with an imported document. */
export async function offerForLine(
  context: Context,
  words: readonly string[],
  current: string,
  offerLive: (kind: LiveKind) => Promise<readonly Offer[]>,
): Promise<readonly Offer[]> {
  const { program, command } = await createProgram(context, words);
  const [root, reached] = [describeCommand(program), describeCommand(command)];
  const offerKind = async (kind: Kind): Promise<readonly Offer[]> => {
    if (typeof kind === 'string') return [];
    return 'live' in kind ? offerLive(kind.live) : kind.words.map((word) => [word, '']);
  };
  const last = words.at(-1) ?? '';
  const option = last.includes('=') ? undefined : findOption(reached, last);
  if (option?.value !== undefined) return fitting(await offerKind(kindOfOption(option)), current);
  if (current.startsWith('-')) {
    const all = [...reached.options, ...(command === program ? [] : root.options)];
    return fitting(
      all.map(({ long, description }) => [long, description]),
      current,
    );
  }
  if (reached.commands.length > 0) {
    return fitting(
      reached.commands.map(({ name, description }) => [name, description]),
      current,
    );
  }
  const path = pathTo(words, reached.name);
  const place = argumentsBehind(words, path.length, reached.options);
  const argument = reached.arguments[Math.min(place, reached.arguments.length - 1)];
  if (argument === undefined || (place >= reached.arguments.length && !argument.variadic))
    return [];
  return fitting(await offerKind(kindOfArgument(path.join(' '), argument)), current);
}

function fitting(offers: readonly Offer[], current: string): Offer[] {
  return offers.filter(([value]) => value.startsWith(current));
}

/** The words that name the command, where no option stands between them. */
function pathTo(words: readonly string[], name: string): readonly string[] {
  return words.slice(0, words.indexOf(name) + 1);
}

/** How many arguments stand on the line already. */
function argumentsBehind(
  words: readonly string[],
  from: number,
  options: Parameters<typeof findOption>[0]['options'],
): number {
  let count = 0;
  for (let place = from; place < words.length; place += 1) {
    const word = words[place] ?? '';
    const option = options.find((one) => one.long === word || one.short === word);
    if (option?.value !== undefined) place += 1;
    else if (!word.startsWith('-')) count += 1;
  }
  return count;
}
