import { getEventListeners } from 'node:events';
import type { Dispatcher } from 'undici';
import {
  createClosedStdout,
  createScreen,
  isStdoutClosed,
  mayStdoutBeClosed,
  type Screen,
} from './closed-stdout.ts';
import { CostctlError, internalError, isSystemError } from './errors.ts';
import { createRedactor, type Redactor } from './http/redact.ts';
import { sleep } from './sleep.ts';
import { removeTemporaries } from './temporaries.ts';
import type { Program, ProgramResult } from './terminal.ts';
import { escapeForTerminal } from './text.ts';
import type { SignalName, Watchdog } from './watchdog.ts';

/** The outside world as one argument. Nothing else under src/ accesses the process. */
export interface Context {
  readonly env: Environment;
  readonly stdin: InputStream;
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
  /** Aborted by SIGHUP, SIGINT and SIGTERM; its reason is the CostctlError to end with. */
  readonly signal: AbortSignal;
  /** Called before work that may keep the program busy for long, so that signals still end it. */
  readonly prepareForWork?: (() => Promise<void>) | undefined;
  readonly platform: string;
  readonly nodeVersion: string;
  readonly processId: number;
  /** The shell of a terminal. */
  readonly parentProcessId?: number;
  /** Undefined on systems without user ids (Windows). */
  readonly userId?: number | undefined;
  /** The user's home folder; undefined if unknown. */
  readonly homeFolder: () => string | undefined;
  /** The working folder; throws if it no longer exists. */
  readonly workingFolder: () => string;
  /** Replaces the network in tests; undefined means the real one. */
  readonly dispatcher?: Dispatcher;
  /** Secrets: everything written to stderr is masked by it. */
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
  /** Milliseconds since 1970. The system's clock may be set at any time, forward or back. */
  readonly now: () => number;
  /** About the same at the start, but never set. Undefined: `now` is never set either. */
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

export interface RealContext extends Context {
  /** Called when the run is over: after a signal nothing may keep the process alive. */
  readonly leave: () => void;
}

/** The real world. The only place that touches `process`. */
export function createContext(): RealContext {
  // Created on first access: until then a signal ends the program in the usual way.
  let listening: Signals | undefined;
  const listen = () => {
    listening ??= listenForSignals();
    return listening;
  };
  const control = () => listen().controller;
  const secrets = createRedactor();
  secrets.add(process.env['COSTCTL_TOKEN']?.trim() ?? '');
  listenForFaults(listen, secrets);
  const findClosed = () => {
    closed ??= isStdoutClosed(process.ppid);
    return closed;
  };
  const began = Date.now() - process.uptime() * 1000;
  let closed: boolean | undefined;
  let placeholder: OutputStream | undefined;
  // If both are set, Node prints a warning about it on stderr.
  if (process.env['NO_COLOR']) delete process.env['FORCE_COLOR'];
  return {
    env: process.env,
    // Node opens a stream when it is first accessed.
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
    // The Windows console cannot be written to like a file.
    screen:
      process.platform === 'win32' ? undefined : createScreen(() => process.stdout, findClosed),
    isStdoutClosed: findClosed,
    mayStdoutBeClosed,
    clock: {
      now: Date.now,
      // What `performance` says, which takes half a millisecond to load.
      steady: () => Math.floor(began + process.uptime() * 1000),
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
    parentProcessId: process.ppid,
    userId: process.getuid?.(),
    homeFolder: () => findHome(process.env),
    workingFolder: () => process.cwd(),
    secrets,
    prompt: createPrompt(listen),
    runProgram: async (program) =>
      (await import('./terminal.ts')).runProgram(program, control().signal, process.env),
  };
}

interface Signals {
  readonly controller: AbortController;
  /** Ends the run as this signal does. */
  readonly interrupt: (name: SignalName) => void;
  /** Resolves when even a busy program can be ended. */
  readonly watch: () => Promise<void>;
  readonly leave: () => void;
}

/** After this many milliseconds a run is watched by a second thread. */
const shortRun = 1000;
/** How many milliseconds a process has to end by itself after its run is over. */
const lastWork = 200;
const statuses = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const names: readonly SignalName[] = ['SIGHUP', 'SIGINT', 'SIGTERM'];

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
    for (const name of names) process.off(name, interrupt);
  };
  const watch = async () => {
    // An update may have removed the file in the meantime.
    const module = await import('./watchdog.ts').catch(() => undefined);
    const watchdog = await module?.startWatchdog(interrupt, controller.signal);
    // What arrived while this thread was busy is delivered first: removing a listener would drop it.
    for (let turns = 0; turns < 2; turns += 1)
      await new Promise((resolve) => setImmediate(resolve));
    // From here on the other thread listens, and can restore a signal's default effect.
    if (watchdog !== undefined) stopListening();
    return watchdog;
  };
  const watchOnce = () => {
    clearTimeout(timer);
    watching ??= watch();
    return watching;
  };
  for (const name of names) process.on(name, interrupt);
  const timer = setTimeout(watchOnce, shortRun).unref();
  return {
    controller,
    interrupt,
    // The other thread knows nothing of a signal that this one has taken.
    watch: async () => {
      await watchOnce();
      controller.signal.throwIfAborted();
    },
    leave() {
      clearTimeout(timer);
      const name = received;
      // After a signal, the other thread ends what goes on working.
      if (name === undefined) void watching?.then((watchdog) => watchdog?.stop());
      const { signal } = controller;
      if (signal.aborted) process.once('exit', () => removeTemporaries(signal));
      // The terminal may be gone: Node aborts if it cannot restore its mode at its exit.
      if (name === 'SIGHUP' && hasTerminal()) process.kill(process.pid, name);
      if (name !== undefined) setTimeout(() => endBySignal(name, signal), lastWork).unref();
    },
  };
}

/**
 * Nothing listens any more but the other thread, for which this is the second signal.
 * Windows has no signals: there, `kill` would end the process with status 1.
 */
function endBySignal(name: SignalName, run: AbortSignal): void {
  removeTemporaries(run);
  // The system may be blocked opening a pipe that no one writes to, and Node's own exit would wait for it.
  const waits = process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq'));
  // With the status of the run, which may have been complete when the signal came.
  if (!waits || process.platform === 'win32') process.exit();
  process.kill(process.pid, name);
}

/** Whether a standard stream is, or was, a terminal: once it is gone, only its kind of file shows that. */
function hasTerminal(): boolean {
  const { fstatSync } = process.getBuiltinModule('node:fs');
  return [0, 1, 2].some((stream) => {
    try {
      return fstatSync(stream).isCharacterDevice();
    } catch {
      return false;
    }
  });
}

/**
 * An uncaught error ends the run as a signal does: files are cleaned up, and the error is reported like
 * any other. Node would print it unmasked, whatever it contains.
 */
function listenForFaults(listen: () => Signals, secrets: Redactor): void {
  process.on('uncaughtException', (thrown) => {
    if (isOfUnusedClient(thrown)) return;
    const { controller, interrupt } = listen();
    // After a signal, any error during shutdown is a consequence of the signal.
    if (controller.signal.aborted) return;
    // A prompt may notice that the window is closed before the signal arrives.
    if (isSystemError(thrown) && thrown.message === 'setRawMode EIO') return interrupt('SIGHUP');
    process.exitCode = 1;
    const fault = internalError(thrown);
    // Before and after the run, nothing else would report it.
    if (getEventListeners(controller.signal, 'abort').length === 0) {
      process.stderr.write(`error: ${escapeForTerminal(secrets.mask(fault.message))}\n`);
    }
    controller.abort(fault);
  });
}

/**
 * Node prepares a client of its own once the sandbox uses its `Request`. If too little address space is
 * left for its parser, this fails, and nothing sends with that client.
 */
function isOfUnusedClient(thrown: unknown): boolean {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  return stack.includes('at lazyllhttp (node:internal/deps/undici/');
}

/** Questions go to stderr, answers come from stdin. Its code is loaded only when needed. */
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
