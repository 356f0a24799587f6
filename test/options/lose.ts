// What a command does with an option, taken away while the tests run: the option is checked as ever, so
// that a refused value is still refused, and then lost, so that only what it does is gone.
import type { Command } from 'commander';
import type { AnswerForm } from '../../src/api/form.ts';
import { commandLine } from '../../src/commands/action.ts';
import type { Context } from '../../src/context.ts';
import type { GlobalFlags, Settings } from '../../src/settings.ts';
import type { Loss } from './losses.ts';
import { changesOf, loseWord, type Values } from './values.ts';

/** What is lost at the moment, and what a test has come by that could be. */
interface Play {
  losses: readonly Loss[];
  active: Loss | undefined;
  /** Whether some run that came by it was not refused. */
  readonly met: Map<Loss, boolean>;
  /** What the run of the moment has come by. */
  readonly now: Set<Loss>;
  /** The run that lost something was refused for it. */
  isRefused: boolean;
  /** Titles of losses that need not be played again. */
  readonly noticed: Set<string>;
}

declare global {
  /** The tests and the program that they run hold modules of their own. */
  var optionPlay: Play | undefined;
}

/** Nothing is lost before the first play. */
export function currentPlay(): Play {
  globalThis.optionPlay ??= {
    losses: [],
    active: undefined,
    met: new Map(),
    now: new Set(),
    isRefused: false,
    noticed: new Set(),
  };
  return globalThis.optionPlay;
}

/** What the places call that points.ts opens. */
export const border = { loseInput, loseFlags, loseSettings, loseWorld, noteStatus };

/** The loss of the moment, if this is its place and there is something to lose. */
function lossAt(
  point: Loss['point'],
  line: string,
  isGiven: (loss: Loss) => boolean,
): Loss | undefined {
  const play = currentPlay();
  const here = play.losses.filter((loss) => loss.point === point && loss.line === line);
  const given = here.filter(isGiven);
  for (const loss of given) play.now.add(loss);
  return given.find((loss) => loss === play.active);
}

/** At the end of a run. */
export function noteStatus(status: number): number {
  const play = currentPlay();
  const isRefusal = status === 2;
  if (isRefusal && play.active !== undefined && play.now.has(play.active)) play.isRefused = true;
  for (const loss of play.now) play.met.set(loss, !isRefusal || play.met.get(loss) === true);
  play.now.clear();
  return status;
}

/** The input of an action; of an option that it cannot be without, another value is taken. */
function loseInput<Input>(
  command: Command,
  form: AnswerForm<Input>,
  given: Values,
  data: Input,
): Input {
  const loss = lossAt('input', lineOf(command), (one) => changesOf(one.change, given).length > 0);
  for (const changed of loss === undefined ? [] : changesOf(loss.change, given)) {
    const result = form.safeParse(changed);
    if (result.success) return result.data;
  }
  return data;
}

/** What stands beside the input: whether anything is sent, and how the result is written. */
function loseFlags<Flags extends Values>(command: Command, flags: Flags): Flags {
  const isGiven = (one: Loss) => changesOf(one.change, flags).length > 0;
  const loss = lossAt('flags', lineOf(command), isGiven) ?? lossAt('output', '', isGiven);
  const [changed] = loss === undefined ? [] : changesOf(loss.change, flags);
  // One of its properties may be gone: all of them may be.
  return changed === undefined ? flags : (changed as Flags);
}

const lineOf = (command: Command): string => commandLine(command).replace(/^\S+ ?/, '');

/** The settings of a run, from what flags and variables say. */
async function loseSettings(
  resolveSettings: (flags: GlobalFlags, context: Context) => Promise<Settings>,
  flags: GlobalFlags,
  context: Context,
): Promise<Settings> {
  const settings = await resolveSettings(flags, context);
  const loss = lossAt('settings', '', ({ change }) => {
    if (change.kind === 'variable') return context.env[change.name] !== undefined;
    if (change.kind === 'default') return sourceOf(settings, change.name) === 'default';
    return changesOf(change, { ...flags }).length > 0;
  });
  if (loss === undefined) return settings;
  const { change } = loss;
  if (change.kind === 'variable')
    return resolveSettings(flags, withoutVariable(context, change.name));
  if (change.kind === 'default')
    return { ...settings, [change.name]: { value: change.to, source: 'default', origin: '' } };
  return resolveSettings({ ...changesOf(change, { ...flags })[0] }, context);
}

function sourceOf(settings: Settings, name: string): unknown {
  const found = Object.entries(settings).find(([one]) => one === name);
  return Object(found?.[1]).source;
}

/** The world of a run, and its line: a variable that is not there, a short name that is unknown. */
function loseWorld(
  context: Context,
  argv: readonly string[],
): { context: Context; argv: readonly string[] } {
  const loss = lossAt('world', '', ({ change }) => {
    if (change.kind === 'variable') return context.env[change.name] !== undefined;
    return change.kind === 'word' && loseWord(change, argv) !== undefined;
  });
  const change = loss?.change;
  if (change?.kind === 'variable') return { context: withoutVariable(context, change.name), argv };
  if (change?.kind === 'word') return { context, argv: loseWord(change, argv) ?? argv };
  return { context, argv };
}

/** What else the world has is not looked at: that could open it. */
function withoutVariable(context: Context, name: string): Context {
  const { [name]: _lost, ...env } = context.env;
  return Object.create(context, { env: { value: env, enumerable: true } });
}
