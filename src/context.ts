import { getEventListeners } from 'node:events';
import type { Dispatcher } from 'undici';
import { CostctlError, internalError } from './errors.ts';
import { escapeForTerminal } from './escape.ts';
import { createRedactor, type Redactor } from './http/redact.ts';
import { createScreen, type Screen } from './sync-stdout.ts';
import type { Program, ProgramResult } from './terminal.ts';

/** The outside world as one argument. Nothing else under src/ touches the process. */
export interface Context {
  readonly env: Environment;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Stdout again, for a text that is whole; undefined where only the stream will do. */
  readonly screen?: Screen | undefined;
  readonly clock: Clock;
  /** A number from 0 up to 1, for jitter and names of temporary files. */
  readonly random: () => number;
  /** Aborted by SIGINT and SIGTERM; its reason is the CostctlError to end with. */
  readonly signal: AbortSignal;
  readonly platform: string;
  readonly nodeVersion: string;
  readonly processId: number;
  /** Undefined on systems without such numbers (Windows). */
  readonly userId?: number | undefined;
  /** The user's home folder; undefined where the system knows none. */
  readonly homeFolder: () => string | undefined;
  /** The working folder; throws where it no longer exists. */
  readonly workingFolder: () => string;
  /** Stands in for the network in tests; undefined means the real one. */
  readonly dispatcher?: Dispatcher;
  /** What must be seen nowhere: everything that is told on stderr goes through it. */
  readonly secrets: Redactor;
  readonly prompt: Prompt;
  readonly runProgram: (program: Program) => Promise<ProgramResult>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

type InputStream = NodeJS.ReadableStream & { readonly isTTY?: boolean };

export type OutputStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after the milliseconds, or rejects with the signal's reason. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** Questions on the terminal, written to stderr. Only called where stdin and stderr are terminals. */
interface Prompt {
  readonly ask: (question: string) => Promise<string>;
  /** Asks without showing what is typed. */
  readonly askSecret: (question: string) => Promise<string>;
}

/** The real world. The only place that touches `process`. */
export function createContext(): Context {
  // Made when it is first asked for: until then a signal ends the program as it would any other.
  let listening: AbortController | undefined;
  const control = () => {
    listening ??= listenForSignals();
    return listening;
  };
  const secrets = createRedactor();
  secrets.add(process.env['COSTCTL_TOKEN']?.trim() ?? '');
  listenForFaults(control, secrets);
  // Where both are set Node would say on stderr that it takes the other one.
  if (process.env['NO_COLOR']) delete process.env['FORCE_COLOR'];
  return {
    env: process.env,
    // Node opens a stream when it is first looked at.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    // The console of Windows is not written to as a file is.
    screen: process.platform === 'win32' ? undefined : createScreen(() => process.stdout),
    clock: {
      now: Date.now,
      sleep,
    },
    random: Math.random,
    get signal() {
      return control().signal;
    },
    platform: process.platform,
    nodeVersion: process.versions.node,
    processId: process.pid,
    userId: process.getuid?.(),
    homeFolder: () => findHome(process.env),
    workingFolder: () => process.cwd(),
    secrets,
    prompt: createPrompt(control),
    runProgram: async (program) =>
      (await import('./terminal.ts')).runProgram(program, control().signal, process.env),
  };
}

/**
 * The first signal lets the command clean up and end; a second one ends the program at once, as the
 * system would.
 */
function listenForSignals(): AbortController {
  const controller = new AbortController();
  const statuses = { SIGINT: 130, SIGTERM: 143 } as const;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      const message = `interrupted by ${name}`;
      controller.abort(new CostctlError('interrupted', message, { exitStatus: statuses[name] }));
    });
  }
  return controller;
}

/**
 * What nobody caught ends the run as a signal does: files are tidied up, and the error is told as
 * any other. Node would print it as it is, whatever stands in it.
 */
function listenForFaults(control: () => AbortController, secrets: Redactor): void {
  process.on('uncaughtException', (thrown) => {
    const controller = control();
    // After a signal, whatever breaks on the way down is a consequence of it.
    if (controller.signal.aborted) return;
    process.exitCode = 1;
    const fault = internalError(thrown);
    // Before and after the run nobody else would tell it.
    if (getEventListeners(controller.signal, 'abort').length === 0) {
      process.stderr.write(`error: ${escapeForTerminal(secrets.mask(fault.message))}\n`);
    }
    controller.abort(fault);
  });
}

/** Questions go to stderr, answers come from stdin. What asks is loaded only to ask. */
function createPrompt(control: () => AbortController): Prompt {
  const interrupt = () => process.kill(process.pid, 'SIGINT');
  const ask = async (question: string, secret: boolean) => {
    const { askLine } = await import('./terminal.ts');
    return askLine({
      stdin: process.stdin,
      stderr: process.stderr,
      question,
      secret,
      signal: control().signal,
      interrupt,
    });
  };
  return { ask: (question) => ask(question, false), askSecret: (question) => ask(question, true) };
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function findHome(env: Environment): string | undefined {
  try {
    // Loaded only where it is asked: most environments have a HOME.
    return env['HOME'] || process.getBuiltinModule('node:os').homedir() || undefined;
  } catch {
    // A user id without an entry in the user database and no HOME: there is no home folder.
    return undefined;
  }
}
