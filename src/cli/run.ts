import { version } from '../../package.json';
import type { Context } from '../context.ts';
import { type CostctlError, exitStatusOf, hasCode } from '../errors.ts';
import { drain, flush, isClosedOutput, watchStream } from '../output/write-stream.ts';
import type { GlobalFlags } from '../settings.ts';
import type { FindTree } from './help/tree.ts';
import { beginLine, type Called, type Line, readLine } from './line.ts';
import { flagsOf, hasSwitch, lacksValue, type Token, type Tokens } from './tokens.ts';
import { toCostctlError, wantsJson, writeError } from './write-error.ts';

/** Parses the line, runs its command and reports any error. Never throws. */
export async function run(context: Context, argv: readonly string[], findTree?: FindTree) {
  // Read before anything starts: from here on a signal lets the command clean up.
  const { signal } = context;
  // The fault was reported when it was caught.
  if (hasCode(signal.reason, 'internal')) return 1;
  watchStream(context.stdout);
  watchStream(context.stderr);
  const status = await runCommand(context, signal, argv, findTree);
  // After a signal, do not wait for a slow reader.
  if (!hasCode(signal.reason, 'interrupted')) await drain(context.stdout);
  return status;
}

async function runCommand(
  context: Context,
  signal: AbortSignal,
  argv: readonly string[],
  findTree: FindTree | undefined,
): Promise<number> {
  // The global options are known even if the command is not.
  let flags = flagsOf(beginLine(argv));
  try {
    const line = await readLine(context, argv, run, findTree);
    flags = flagsOf(line.tokens);
    await untilAborted(runLine(context, line), context);
    await flush(context.stdout);
    return 0;
  } catch (thrown) {
    if (isClosedOutput(thrown)) return 0;
    // After a signal, any error during shutdown is a consequence of the signal.
    const error = await nameChanges(
      toCostctlError(signal.aborted && !hasCode(thrown, 'interrupted') ? signal.reason : thrown),
      signal,
    );
    await writeError(context, await nameConnection(error, flags), {
      json: await wantsJson(flags, context),
      flags,
    });
    return exitStatusOf(error);
  }
}

/** A signal may come while the result of a change is written. */
async function nameChanges(error: CostctlError, signal: AbortSignal): Promise<CostctlError> {
  if (error.code !== 'interrupted') return error;
  const { blameSignal } = await import('../api/changes-made.ts');
  return blameSignal(error, signal);
}

/** Most lines name no connection, and their hints need none. */
async function nameConnection(error: CostctlError, flags: GlobalFlags): Promise<CostctlError> {
  const { profile, baseUrl, sandbox, workspace } = flags;
  if ([profile, baseUrl, sandbox, workspace].every((flag) => flag === undefined)) return error;
  const { addConnection } = await import('./hint-lines.ts');
  return addConnection(error, flags);
}

async function runLine(context: Context, { argv, tokens, called }: Line): Promise<void> {
  if (hasSwitch(tokens, '--version')) return void context.stdout.write(`${version}\n`);
  if (called === undefined || hasSwitch(tokens, '--help')) {
    const { answerHelp } = await import('./help/render-help.ts');
    const help = answerHelp(context, tokens.path[0], argv);
    if (help !== undefined) return void context.stdout.write(help);
  }
  const wrong = tokens.list.find((one) => isWrong(one, called));
  if (wrong !== undefined || called === undefined) {
    const { explainToken } = await import('./invalid-line.ts');
    throw await explainToken(tokens, wrong);
  }
  // What checks values is loaded for a line that names an action.
  const [{ parse }, { invoke }] = await Promise.all([import('./parse.ts'), import('./invoke.ts')]);
  const given = await parse(called, argumentsOf(tokens, argv));
  await invoke(context, { ...called, given, global: flagsOf(tokens) });
}

/** Whether a token is an error. An action may accept any option. */
function isWrong(token: Token, called: Called | undefined): boolean {
  if (token.kind === 'option') return lacksValue(token);
  if (token.kind === 'unknown') return called?.declared.anyOptions !== true;
  return token.kind === 'word' && called === undefined;
}

/** The line without the words of its commands. */
function argumentsOf({ list }: Tokens, argv: readonly string[]): string[] {
  const places = new Set(list.map((one) => (one.kind === 'command' ? one.at : undefined)));
  return argv.filter((_word, at) => !places.has(at));
}

/** How many milliseconds an interrupted or failed run has to clean up. */
const usualGrace = 600;

/** A promise may never settle, after an error elsewhere or for a file that is never written. */
function untilAborted(
  work: Promise<unknown>,
  { signal, grace = usualGrace }: Context,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const listen = () => {
      timer = setTimeout(() => reject(signal.reason), grace);
    };
    signal.addEventListener('abort', listen);
    work
      .then(() => (hasCode(signal.reason, 'internal') ? reject(signal.reason) : resolve()), reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', listen);
      });
  });
}
