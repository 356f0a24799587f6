import { type Command, CommanderError } from 'commander';
import { firstLine, readProblem, whatServiceSaid } from '../api/problem.ts';
import { commandLine } from '../commands/action.ts';
import type { Context } from '../context.ts';
import { CostctlError, internalError, usageError } from '../errors.ts';
import { escapeForTerminal, safeJson } from '../escape.ts';
import { masked } from '../http/redact.ts';
import type { JsonValue } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { createPaint, hasColor } from '../output/color.ts';
import { findColor, type GlobalFlags, resolveSettings } from '../settings.ts';

/**
 * Whatever was thrown, as the one kind of error that is told to people. The command is the one that
 * the words of the line lead to.
 */
export function toCostctlError(thrown: unknown, command?: Command): CostctlError {
  if (thrown instanceof CostctlError) return thrown;
  if (thrown instanceof CommanderError) return fromCommander(thrown, command);
  return internalError(thrown);
}

/** Whether `-o json` or `-o ndjson` was asked for, even where the line as a whole is wrong. */
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

/** Undefined where the settings are what is wrong. */
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
  if (flags.debug === true || env['COSTCTL_DEBUG'] === '1') tellStack(context, error);
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

/** For who mends this program: where in it the fault arose. */
function tellStack({ stderr, secrets }: Context, { code, cause }: CostctlError): void {
  if (code !== 'internal' || !(cause instanceof Error)) return;
  const lines = secrets.mask(cause.stack ?? '').split('\n');
  stderr.write(lines.map((line) => `debug: ${escapeForTerminal(line)}\n`).join(''));
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

function fromCommander(error: CommanderError, command: Command | undefined): CostctlError {
  const [said = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const message = said.replace(/\. Expected (.*)\.$/, ': expected $1');
  const help = `${command === undefined ? 'costctl' : commandLine(command)} --help`;
  const meant = /\(Did you mean (.*)\?\)/.exec(suggestion ?? '')?.[1];
  const hint = meant === undefined ? help : `did you mean ${meant}? See ${help}`;
  return usageError(message, hint);
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
