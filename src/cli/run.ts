import { CommanderError } from 'commander';
import type { Context } from '../context.ts';
import { CostctlError, exitStatusOf } from '../errors.ts';
import { drain, flush, isClosedOutput, watchStream } from '../output/drain.ts';
import type { FindTree } from './help/tree.ts';
import { createProgram, type Line } from './program.ts';
import { toCostctlError, wantsJson, writeError } from './report.ts';
import { separateFlags } from './short-flags.ts';

/** Reads the line, runs its command, reports its error. Never throws. */
export async function run(
  context: Context,
  argv: readonly string[],
  findTree?: FindTree,
): Promise<number> {
  // Asked for before anything is started: from here on a signal lets the command clean up.
  const { signal } = context;
  // It was reported where it was caught.
  if (isFault(signal.reason)) return 1;
  watchStream(context.stdout);
  watchStream(context.stderr);
  const status = await runCommand(context, signal, argv, findTree);
  // After a signal nobody waits for a slow reader.
  if (!isInterruption(signal.reason)) await drain(context.stdout);
  return status;
}

async function runCommand(
  context: Context,
  signal: AbortSignal,
  argv: readonly string[],
  findTree: FindTree | undefined,
): Promise<number> {
  let line: Line | undefined;
  let words = argv;
  try {
    line = await createProgram(context, argv, run, findTree);
    const { program, command, bare, lost } = line;
    words = separateFlags(argv, command);
    // Commander would show the help of the group for a word that it does not know.
    if (lost.length > 0) words = words.filter((word) => !isHelpFlag(word));
    if (bare) command.outputHelp();
    else await untilAborted(program.parseAsync(words, { from: 'user' }), signal);
    await flush(context.stdout);
    return 0;
  } catch (thrown) {
    const failure = isHelp(thrown) ? await failureOf(flush(context.stdout)) : thrown;
    if (failure === undefined || isClosedOutput(failure)) return 0;
    const error = signal.aborted ? interruption(signal, failure) : toCostctlError(failure, line);
    const { flags = {} } = line ?? {};
    await writeError(context, error, { json: await wantsJson(words, flags, context), flags });
    return exitStatusOf(error);
  }
}

/** Milliseconds in which a run that was interrupted, or that something broke, may tidy up. */
const grace = 1_000;

/**
 * One of the run's promises may never settle: after a fault elsewhere, or because it waits for a file
 * that nobody writes.
 */
function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const listen = () => {
      timer = setTimeout(() => reject(signal.reason), grace);
    };
    signal.addEventListener('abort', listen);
    work
      .then(() => (isFault(signal.reason) ? reject(signal.reason) : resolve()), reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', listen);
      });
  });
}

function isFault(reason: unknown): boolean {
  return reason instanceof CostctlError && reason.code === 'internal';
}

function isInterruption(reason: unknown): boolean {
  return reason instanceof CostctlError && reason.code === 'interrupted';
}

/** Commander throws after it has printed a help text or the version. */
function isHelp(thrown: unknown): boolean {
  if (!(thrown instanceof CommanderError)) return false;
  return thrown.exitCode === 0 || thrown.code === 'commander.help';
}

function failureOf(work: Promise<void>): Promise<unknown> {
  return work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

function isHelpFlag(word: string): boolean {
  return word === '--help' || word === '-h';
}

/** After a signal, whatever broke on the way down is a consequence of it. */
function interruption(signal: AbortSignal, thrown: unknown): CostctlError {
  return thrown instanceof CostctlError && isInterruption(thrown)
    ? thrown
    : toCostctlError(signal.reason);
}
