import { type Command, CommanderError, Option } from 'commander';
import type { Context } from '../context.ts';
import { CostctlError, exitStatusOf } from '../errors.ts';
import { drain, flush, isClosedOutput, watchStream } from '../output/sink.ts';
import type { FindTree } from './help/tree.ts';
import { createProgram, type Line } from './program.ts';
import { toCostctlError, wantsJson, writeError } from './write-error.ts';

/** Parses the line, runs its command and reports any error. Never throws. */
export async function run(
  context: Context,
  argv: readonly string[],
  findTree?: FindTree,
): Promise<number> {
  // Read before anything starts: from here on a signal lets the command clean up.
  const { signal } = context;
  // It was reported when it was caught.
  if (isFault(signal.reason)) return 1;
  watchStream(context.stdout);
  watchStream(context.stderr);
  const status = await runCommand(context, signal, argv, findTree);
  // After a signal, do not wait for a slow reader.
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
    words = separateFlags(line.argv, command);
    // For an unknown word, commander would show the help of the group instead of an error.
    if (lost.length > 0) words = words.filter((word) => !isHelpFlag(word));
    if (bare) command.outputHelp();
    else await untilAborted(program.parseAsync(words, { from: 'user' }), signal);
    await finish(context, line);
    return 0;
  } catch (thrown) {
    const failure = isEnd(thrown) ? await failureOf(finish(context, line)) : thrown;
    if (failure === undefined || isClosedOutput(failure)) return 0;
    // After a signal, any error during shutdown is a consequence of the signal.
    const cause = signal.aborted && !isInterruption(failure) ? signal.reason : failure;
    const error = await toCostctlError(cause, line);
    const { flags = {} } = line ?? {};
    await writeError(context, error, { json: await wantsJson(words, flags, context), flags });
    return exitStatusOf(error);
  }
}

/** How many milliseconds an interrupted or failed run has to clean up. */
const grace = 1_000;

/**
 * One of the run's promises may never settle: after an error elsewhere, or because it waits for a file
 * that is never written.
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

async function finish(context: Context, line: Line | undefined): Promise<void> {
  await line?.writeHelp();
  await flush(context.stdout);
}

/** Commander throws after help was asked for, and after it has printed the version. */
function isEnd(thrown: unknown): boolean {
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

/**
 * Splits `-yq` into `-y -q` if one letter belongs to the action and another to the program: commander
 * accepts joined letters only if one command has them all.
 */
function separateFlags(argv: readonly string[], command: Command): string[] {
  const options = [...optionsOf(command), help];
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.flatMap((word, place) => {
    const isValue = takesValue(findOption(options, argv[place - 1]));
    return place > end || isValue || !/^-[a-z]{2}/i.test(word) ? [word] : separate(word, options);
  });
}

/** Commander stores it separately from the others. */
const help = new Option('-h, --help');

/** Letters up to the first one that is unknown or takes the rest as its value. */
function separate(word: string, options: readonly Option[]): string[] {
  const flag = word.slice(0, 2);
  const option = findOption(options, flag);
  if (option === undefined || takesValue(option) || word.length === 2) return [word];
  return [flag, ...separate(`-${word.slice(2)}`, options)];
}

function optionsOf(command: Command): readonly Option[] {
  const { parent } = command;
  return parent === null ? command.options : [...command.options, ...optionsOf(parent)];
}

function findOption(options: readonly Option[], flag: string | undefined): Option | undefined {
  return options.find(({ short, long }) => flag !== undefined && (flag === short || flag === long));
}

function takesValue(option: Option | undefined): boolean {
  return option !== undefined && (option.required || option.optional);
}
