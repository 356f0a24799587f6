import { getEventListeners } from 'node:events';
import type { Dispatcher } from 'undici';
import { createClosedStdout, isStdoutClosed, mayStdoutBeClosed } from './closed-stdout.ts';
import { CostctlError, internalError } from './errors.ts';
import { escapeForTerminal } from './escape.ts';
import { createRedactor, type Redactor } from './http/redact.ts';
import { createScreen, type Screen } from './sync-stdout.ts';
import type { Program, ProgramResult } from './terminal.ts';
import type { SignalName, Watchdog } from './watchdog.ts';

/** The outside world as one argument. Nothing else under src/ touches the process. */
export interface Context {
  readonly env: Environment;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Stdout again, for a text that is complete; undefined if only the stream will do. */
  readonly screen?: Screen | undefined;
  /** Whether there is certainly no stdout; undefined: there is one. */
  readonly isStdoutClosed?: () => boolean;
  /** Whether there may be no stdout to write rows to; undefined: there is one. */
  readonly mayStdoutBeClosed?: () => boolean;
  readonly clock: Clock;
  /** A number from 0 up to 1, for jitter and names of temporary files. */
  readonly random: () => number;
  /** Aborted by SIGINT and SIGTERM; its reason is the CostctlError to end with. */
  readonly signal: AbortSignal;
  /** Called before work that may keep the program busy for long: signals end it all the same. */
  readonly prepareForWork?: (() => Promise<void>) | undefined;
  readonly platform: string;
  readonly nodeVersion: string;
  readonly processId: number;
  /** Undefined on systems without such numbers (Windows). */
  readonly userId?: number | undefined;
  /** The user's home folder; undefined where the system knows none. */
  readonly homeFolder: () => string | undefined;
  /** The working folder; throws if it no longer exists. */
  readonly workingFolder: () => string;
  /** Replaces the network in tests; undefined means the real one. */
  readonly dispatcher?: Dispatcher;
  /** What nobody may see: everything that is written to stderr goes through it. */
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

export interface RealContext extends Context {
  /** Called when the run is over: after a signal nothing may keep the process. */
  readonly leave: () => void;
}

/** The real world. The only place that touches `process`. */
export function createContext(): RealContext {
  // Created when it is first asked for: until then a signal ends the program as it would any other.
  let listening: Signals | undefined;
  const listen = () => {
    listening ??= listenForSignals();
    return listening;
  };
  const control = () => listen().controller;
  const secrets = createRedactor();
  secrets.add(process.env['COSTCTL_TOKEN']?.trim() ?? '');
  listenForFaults(control, secrets);
  const findClosed = () => {
    closed ??= isStdoutClosed(process.ppid);
    return closed;
  };
  let closed: boolean | undefined;
  let placeholder: OutputStream | undefined;
  // If both are set, Node would say on stderr that it uses the other one.
  if (process.env['NO_COLOR']) delete process.env['FORCE_COLOR'];
  return {
    env: process.env,
    // Node opens a stream when it is first looked at.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      if (!findClosed()) return process.stdout;
      placeholder ??= createClosedStdout();
      return placeholder;
    },
    get stderr() {
      return process.stderr;
    },
    // The console of Windows is not written to as a file is.
    screen:
      process.platform === 'win32' ? undefined : createScreen(() => process.stdout, findClosed),
    isStdoutClosed: findClosed,
    mayStdoutBeClosed,
    clock: {
      now: Date.now,
      sleep,
    },
    random: Math.random,
    get signal() {
      return control().signal;
    },
    prepareForWork: () => listen().watch(),
    leave: () => listening?.leave(),
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

interface Signals {
  readonly controller: AbortController;
  /** Resolves when a busy program can be ended too. */
  readonly watch: () => Promise<void>;
  readonly leave: () => void;
}

/** Milliseconds after which a run is no short one, and is watched by a second thread. */
const shortRun = 1000;
/** Milliseconds in which a process ends by itself once its run is over. */
const lastWork = 200;
const statuses = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * The first signal lets the command clean up and end; a second one ends the program at once, as the
 * system would.
 */
function listenForSignals(): Signals {
  const controller = new AbortController();
  let received: SignalName | undefined;
  let watching: Promise<Watchdog | undefined> | undefined;
  const interrupt = (name: SignalName) => {
    received ??= name;
    clearTimeout(timer);
    stopListening();
    const message = `interrupted by ${name}`;
    controller.abort(new CostctlError('interrupted', message, { exitStatus: statuses[name] }));
  };
  const stopListening = () => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  };
  const watch = async () => {
    // An update may have removed the file meanwhile.
    const module = await import('./watchdog.ts').catch(() => undefined);
    const watchdog = await module?.startWatchdog(interrupt);
    // From here on the other thread listens, and can give a signal its default effect back.
    if (watchdog !== undefined) stopListening();
    return watchdog;
  };
  const watchOnce = () => {
    clearTimeout(timer);
    watching ??= watch();
    return watching;
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const timer = setTimeout(watchOnce, shortRun).unref();
  return {
    controller,
    watch: async () => void (await watchOnce()),
    leave() {
      clearTimeout(timer);
      void watching?.then((watchdog) => watchdog?.stop());
      const name = received;
      // Nothing stops the system from opening a pipe that nobody writes to, and Node's own exit would
      // wait for it. Nobody listens any more, so the signal has its default effect.
      if (name !== undefined) setTimeout(() => process.kill(process.pid, name), lastWork).unref();
    },
  };
}

/**
 * What nobody caught ends the run as a signal does: files are tidied up, and the error is reported
 * like any other. Node would print it as it is, whatever it contains.
 */
function listenForFaults(control: () => AbortController, secrets: Redactor): void {
  process.on('uncaughtException', (thrown) => {
    const controller = control();
    // After a signal, whatever breaks on the way down is a consequence of it.
    if (controller.signal.aborted) return;
    process.exitCode = 1;
    const fault = internalError(thrown);
    // Before and after the run nobody else would report it.
    if (getEventListeners(controller.signal, 'abort').length === 0) {
      process.stderr.write(`error: ${escapeForTerminal(secrets.mask(fault.message))}\n`);
    }
    controller.abort(fault);
  });
}

/** Questions go to stderr, answers come from stdin. The code for it is loaded only to ask. */
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
    // Loaded only if needed: most environments have a HOME.
    return env['HOME'] || process.getBuiltinModule('node:os').homedir() || undefined;
  } catch {
    // A user id without an entry in the user database and no HOME: there is no home folder.
    return undefined;
  }
}
