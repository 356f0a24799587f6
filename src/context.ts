import {
  createClosedStdout,
  createScreen,
  isStdoutClosed,
  mayStdoutBeClosed,
  type Screen,
} from './closed-stdout.ts';
import type { Transport } from './http/exchange.ts';
import { createRedactor, type Redactor } from './http/redact.ts';
import { listenForFaults, listenForSignals, type Signals } from './signals.ts';
import { sleep } from './sleep.ts';
import type { Program, ProgramResult } from './terminal.ts';

/** The outside world as one argument. Nothing else under src/ accesses the process. */
export interface Context {
  readonly env: Environment;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Stdout for a complete text, without a stream; undefined if a stream is required. */
  readonly screen?: Screen | undefined;
  /** Whether stdout is certainly missing; undefined: it exists. */
  readonly isStdoutClosed?: () => boolean;
  /** Whether stdout may be missing when rows are to be written; undefined: it exists. */
  readonly mayStdoutBeClosed?: () => boolean;
  readonly clock: Clock;
  /** A number from 0 up to 1, for jitter and names of temporary files. */
  readonly random: () => number;
  /** Aborted by SIGHUP, SIGINT, SIGTERM and uncaught errors; its reason is the CostctlError to end with. */
  readonly signal: AbortSignal;
  /** How many milliseconds an interrupted run has to clean up in tests; undefined means what a process has. */
  readonly grace?: number | undefined;
  /** Called before work that may keep the program busy for long, so that signals still end it. */
  readonly prepareForWork?: (() => Promise<void>) | undefined;
  readonly platform: string;
  readonly nodeVersion: string;
  readonly processId: number;
  /** The process that started this one: on a terminal, its shell. */
  readonly parentProcessId?: number;
  /** Undefined on systems without user ids (Windows). */
  readonly userId?: number | undefined;
  /** The user's home folder; undefined if unknown. */
  readonly homeFolder: () => string | undefined;
  /** The working folder; throws if it no longer exists. */
  readonly workingFolder: () => string;
  /** Replaces the network in tests; undefined means the real one. */
  readonly transport?: Transport;
  /** Cost rows of each day of the sandbox in tests; undefined means a plausible number. */
  readonly sandboxRows?: number | undefined;
  /** Masks secrets in everything that is written to stderr. */
  readonly secrets: Redactor;
  readonly prompt: Prompt;
  readonly runProgram: (program: Program) => Promise<ProgramResult>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type OutputStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

export interface Clock {
  /** Milliseconds since 1970. The system's clock may be set at any time, forward or back. */
  readonly now: () => number;
  /** A clock that is never set, and begins with about the same time. Undefined: `now` is never set either. */
  readonly steady?: (() => number) | undefined;
  /** Resolves after the milliseconds, or rejects with the signal's reason. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** Questions on the terminal, written to stderr. Used only if stdin and stderr are terminals. */
interface Prompt {
  readonly ask: (question: string) => Promise<string>;
  /** Asks without showing the input. */
  readonly askSecret: (question: string) => Promise<string>;
}

export interface Place
  extends Pick<
    Context,
    'env' | 'stdout' | 'screen' | 'platform' | 'userId' | 'homeFolder' | 'workingFolder'
  > {
  readonly isStdoutClosed: () => boolean;
}

export interface RealContext extends Context {
  /** Called when the run is over: after a signal nothing may keep the process alive. */
  readonly leave: () => void;
}

/** The real world. The only place that touches `process`. */
export function createContext(): RealContext {
  // Created on first access: until then a signal ends the program in the usual way.
  let listening: Signals | undefined;
  const listen = () => {
    listening ??= listenForSignals(process);
    return listening;
  };
  const control = () => listen().controller;
  const secrets = createRedactor();
  secrets.add(process.env['COSTCTL_TOKEN']?.trim() ?? '');
  listenForFaults(process, listen, secrets);
  const place = createPlace();
  const began = Date.now() - process.uptime() * 1000;
  // If NO_COLOR and FORCE_COLOR are both set, Node prints a warning on stderr.
  if (process.env['NO_COLOR']) delete process.env['FORCE_COLOR'];
  return {
    env: place.env,
    // Node opens a stream when it is first accessed.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return place.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    screen: place.screen,
    isStdoutClosed: place.isStdoutClosed,
    mayStdoutBeClosed,
    clock: {
      now: Date.now,
      // As steady as `performance.now()`, which takes half a millisecond to load.
      steady: () => Math.floor(began + process.uptime() * 1000),
      sleep,
    },
    random: Math.random,
    get signal() {
      return control().signal;
    },
    prepareForWork: () => listen().watch(),
    leave: () => listening?.leave(),
    platform: place.platform,
    nodeVersion: process.versions.node,
    processId: process.pid,
    parentProcessId: process.ppid,
    userId: place.userId,
    homeFolder: place.homeFolder,
    workingFolder: place.workingFolder,
    secrets,
    prompt: createPrompt(listen),
    runProgram: async (program) =>
      (await import('./terminal.ts')).runProgram(program, control().signal, process.env),
  };
}

/** Where a run takes place, and what it writes to: enough for answers that the build prepared. */
export function createPlace(): Place {
  let closed: boolean | undefined;
  let placeholder: OutputStream | undefined;
  const findClosed = () => {
    closed ??= isStdoutClosed(process.ppid);
    return closed;
  };
  return {
    env: process.env,
    get stdout() {
      if (!findClosed()) return process.stdout;
      placeholder ??= createClosedStdout();
      return placeholder;
    },
    // The Windows console cannot be written to like a file.
    screen:
      process.platform === 'win32' ? undefined : createScreen(() => process.stdout, findClosed),
    isStdoutClosed: findClosed,
    platform: process.platform,
    userId: process.getuid?.(),
    homeFolder: () => findHome(process.env),
    workingFolder: () => process.cwd(),
  };
}

/** Returns false if the text could not be written; the full run then reports why. */
export function print(place: Pick<Place, 'screen' | 'stdout'>, text: string): boolean {
  // Accessing stdout opens it.
  if (place.screen !== undefined) return place.screen.print(text);
  place.stdout.write(text);
  return true;
}

function createPrompt(listen: () => Signals): Prompt {
  const interrupt = () => listen().interrupt('SIGINT');
  const ask = async (question: string, secret: boolean) => {
    const { askLine } = await import('./terminal.ts');
    const { stdin, stderr } = process;
    const { isatty } = process.getBuiltinModule('node:tty');
    const hasWindow = isatty(0);
    const { signal } = listen().controller;
    const answered = askLine({ stdin, stderr, question, secret, signal, interrupt });
    const [outcome] = await Promise.allSettled([answered]);
    // The end of the input may arrive before the signal of a closed window does.
    if (hasWindow && !isatty(0)) listen().interrupt('SIGHUP');
    signal.throwIfAborted();
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
  return { ask: (question) => ask(question, false), askSecret: (question) => ask(question, true) };
}

function findHome(env: Environment): string | undefined {
  try {
    // Loaded only if needed: most environments have HOME.
    return env['HOME'] || process.getBuiltinModule('node:os').homedir() || undefined;
  } catch {
    // Without HOME and an entry in the user database there is no home folder.
    return undefined;
  }
}
