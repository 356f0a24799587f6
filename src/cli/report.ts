import { type Command, CommanderError } from 'commander';
import { firstLine, readProblem, whatServiceSaid } from '../api/problem.ts';
import type { Context } from '../context.ts';
import { CostctlError, causesOf, internalError, usageError } from '../errors.ts';
import { escapeForTerminal, safeJson } from '../escape.ts';
import { masked } from '../http/redact.ts';
import type { JsonValue } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { createPaint, hasColor } from '../output/color.ts';
import { findColor, type GlobalFlags, resolveSettings } from '../settings.ts';
import { suggest } from '../suggest.ts';
import { habitOfOption, habitOfVerb, habitOfWords } from './habits.ts';
import { commandLine } from './invoke.ts';

/** How many words of a line match commands. */
interface Reached {
  readonly command: Command;
  /** The words that are not commands. */
  readonly lost: readonly string[];
}

/** Turns any thrown value into the one kind of error that is shown to users. */
export function toCostctlError(thrown: unknown, reached?: Reached): CostctlError {
  if (thrown instanceof CostctlError) return thrown;
  if (thrown instanceof CommanderError) return fromCommander(thrown, reached);
  return internalError(thrown);
}

/** Whether `-o json` or `-o ndjson` was given, even if the line as a whole is invalid. */
export async function wantsJson(
  argv: readonly string[],
  flags: GlobalFlags,
  context: Context,
): Promise<boolean> {
  const format =
    formatInLine(argv) ??
    (context.env['COSTCTL_OUTPUT'] || (await formatOfProfile(flags, context)));
  return /^(nd)?json$/i.test(format ?? '');
}

/** Undefined if the settings themselves are invalid. */
async function formatOfProfile(flags: GlobalFlags, context: Context): Promise<string | undefined> {
  const settings = await resolveSettings(flags, context).catch(() => undefined);
  return settings?.output.value;
}

export async function writeError(
  context: Context,
  error: CostctlError,
  { json, flags }: { readonly json: boolean; readonly flags: GlobalFlags },
): Promise<void> {
  const { env, stderr, secrets } = context;
  if (flags.debug === true || env['COSTCTL_DEBUG'] === '1') writeCauses(context, error);
  const { message, code, details } = masked(error, secrets);
  const { hint, body } = details;
  const problem = readProblem(body);
  if (json) {
    const text = stringifyJson({ error: describe({ code, message, details }, problem) });
    stderr.write(`${safeJson(text)}\n`);
    return;
  }
  const said = whatServiceSaid(body, problem);
  const paint = await createPaint(hasColor(findColor(flags, env), stderr, env));
  const lines = [
    `${paint.bad('error:')} ${escapeForTerminal(message)}`,
    ...said.map((line) => `  ${escapeForTerminal(line)}`),
    ...(hint === undefined ? [] : [`${paint.strong('hint:')} ${escapeForTerminal(hint)}`]),
  ];
  stderr.write(`${lines.join('\n')}\n`);
}

/** For debugging: the causes behind the error, and the stack of an internal error. */
function writeCauses({ stderr, secrets }: Context, error: CostctlError): void {
  const { code, cause } = error;
  const stack = code === 'internal' && cause instanceof Error ? cause.stack : undefined;
  const lines = stack?.split('\n') ?? causesOf(error).map((text) => `caused by ${text}`);
  stderr.write(lines.map((line) => `debug: ${escapeForTerminal(secrets.mask(line))}\n`).join(''));
}

function describe(
  { code, message, details }: Pick<CostctlError, 'code' | 'message' | 'details'>,
  problem: JsonValue | undefined,
): object {
  const { hint, status, method, path, body } = details;
  return {
    code,
    message,
    hint,
    status,
    method,
    path,
    problem: problem ?? (body ? firstLine(body) : undefined),
  };
}

function fromCommander(error: CommanderError, reached: Reached | undefined): CostctlError {
  const { command, lost = [] } = reached ?? {};
  const [said = ''] = error.message.replace(/^error: /, '').split('\n');
  const message = said.replace(/\. Expected (.*)\.$/, ': expected $1');
  const path = command === undefined ? 'costctl' : commandLine(command);
  const below = path.replace(/^costctl ?/, '');
  const help = `${path} --help`;
  const [, lacking] = /^option '(?:-\w, )?(--.+)' argument missing$/.exec(message) ?? [];
  if (lacking !== undefined) {
    return usageError(`option '${lacking}' needs a value`, `write ${lacking}; see ${help}`);
  }
  const [, required] = /^required option '(?:-\w, )?(--.+)' not specified$/.exec(message) ?? [];
  if (required !== undefined) {
    return usageError(message, `write ${required}; see ${help}`);
  }
  const [, word = ''] = /unknown (?:option|command) '(.*)'$/.exec(message) ?? [];
  const habit =
    error.code === 'commander.unknownOption'
      ? habitOfOption(below, word)
      : (habitOfWords(below, word) ?? swapped(command, lost));
  if (habit !== undefined) return usageError(message, habit);
  const meant =
    word === '' ? undefined : suggest(word, command === undefined ? [] : wordsOf(command, word));
  if (meant !== undefined) return usageError(message, `did you mean ${meant}? See ${help}`);
  const known = command?.parent ? command.commands.map((one) => one.name()) : [];
  const verb = habitOfVerb(word, known);
  if (verb !== undefined) return usageError(message, `${path} ${verb}`);
  const isShort = error.code === 'commander.unknownCommand' && known.length > 0;
  return usageError(message, isShort ? `known: ${known.join(', ')}; see ${help}` : help);
}

/** `list workspaces` for `workspaces list`. */
function swapped(
  command: Command | undefined,
  [verb, noun]: readonly string[],
): string | undefined {
  const isGroup = command?.parent === null && command.commands.some((one) => one.name() === noun);
  return isGroup ? `costctl ${noun} ${verb}` : undefined;
}

/** What can replace a word: the options of the command, or the commands below it. */
function wordsOf(command: Command, word: string): string[] {
  if (!word.startsWith('-')) {
    return command.commands.flatMap((one) => [one.name(), ...one.aliases()]);
  }
  const own = command.options.flatMap(({ long }) => long ?? []);
  return command.parent === null
    ? [...own, '--help', '--version']
    : [...own, ...wordsOf(command.parent, word)];
}

function formatInLine(argv: readonly string[]): string | undefined {
  let found: string | undefined;
  for (const [position, word] of argv.entries()) {
    if (word === '--') break;
    if (word === '-o' || word === '--output') found = argv[position + 1];
    else if (word.startsWith('--output=')) found = word.slice('--output='.length);
    else if (/^-o./.test(word)) found = word.slice('-o'.length);
  }
  return found;
}
