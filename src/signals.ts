import { getEventListeners, setMaxListeners } from 'node:events';
import { fstatSync } from 'node:fs';
import { CostctlError, ifPossible, internalError, isSystemError } from './errors.ts';
import type { Redactor } from './http/redact.ts';
import { removeTemporaries } from './temporaries.ts';
import { escapeForTerminal } from './text.ts';
import type { SignalName, Watchdog } from './watchdog.ts';

export type Signals = ReturnType<typeof listenForSignals>;

/** After this many milliseconds a run is watched by a second thread. */
const shortRun = 1000;
/** How many milliseconds a process has to end by itself after its run is over. */
const lastWork = 200;
const statuses = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const names: readonly SignalName[] = ['SIGHUP', 'SIGINT', 'SIGTERM'];

/** The first lets the command clean up and end; a second ends the program at once, as the system would. */
export function listenForSignals(process: NodeJS.Process) {
  const controller = new AbortController();
  // Many calls of a server may listen at once.
  setMaxListeners(0, controller.signal);
  let received: SignalName | undefined;
  let watching: Promise<Watchdog | undefined> | undefined;
  /** Ends the run as this signal does. */
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
  /** Resolves when even a busy program can be ended. */
  const watch = async () => {
    // An update may have removed the file in the meantime.
    const module = await import('./watchdog.ts').catch(() => undefined);
    const watchdog = await module?.startWatchdog(interrupt, controller.signal);
    // Signals that arrived while this thread was busy are delivered first: removing a listener would drop them.
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
      // After a signal, the other thread ends what is still working.
      if (name === undefined) void watching?.then((watchdog) => watchdog?.stop());
      const { signal } = controller;
      if (signal.aborted) process.once('exit', () => removeTemporaries(signal));
      // The terminal may be gone, and Node aborts at its exit if it cannot restore the terminal's mode.
      if (name === 'SIGHUP' && hasTerminal()) {
        removeTemporaries(signal);
        process.kill(process.pid, name);
      }
      if (name !== undefined)
        setTimeout(() => endBySignal(process, name, signal), lastWork).unref();
    },
  };
}

/**
 * Only the other thread still listens, and for it this is the second signal.
 * Windows has no signals: there, `kill` would end the process with status 1.
 */
function endBySignal(process: NodeJS.Process, name: SignalName, run: AbortSignal): void {
  removeTemporaries(run);
  // The system may be blocked opening a pipe that no one writes to, and Node's own exit would wait for it.
  const waits = process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq'));
  // Exits with the status of the run, which may have been complete when the signal came.
  if (!waits || process.platform === 'win32') process.exit();
  process.kill(process.pid, name);
}

/** Whether a standard stream is, or was, a terminal: once it is gone, only its kind of file shows that. */
function hasTerminal(): boolean {
  return [0, 1, 2].some((stream) => ifPossible(() => fstatSync(stream).isCharacterDevice()));
}

/**
 * An uncaught error ends the run as a signal does: files are cleaned up, and it is reported. Node would print
 * it unmasked, whatever it contains.
 */
export function listenForFaults(process: NodeJS.Process, listen: () => Signals, secrets: Redactor) {
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
 * Node prepares a client once the sandbox uses `Request`. That fails if too little address space is left for
 * the client's parser, and nothing sends with it.
 */
function isOfUnusedClient(thrown: unknown): boolean {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  return stack.includes('at lazyllhttp (node:internal/deps/undici/');
}
