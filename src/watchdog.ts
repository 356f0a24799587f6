import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { watchTemporaries } from './temporaries.ts';

export type SignalName = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** A thread that receives signals while the main thread is busy. */
export interface Watchdog {
  /** Restores the default effect of the signals. */
  readonly stop: () => void;
}

/**
 * A JavaScript handler runs only between two pieces of work, so no signal would end a busy program.
 * Therefore a second thread listens too. libuv notifies every listening thread, whatever the main thread
 * does. The first signal is passed on; if the process has not ended in time, or at a second signal, this
 * thread removes the temporary files, restores the signal's default effect and sends it again: the main
 * thread may not have taken the signal, or may be busy again. That works on Linux and macOS, also inside a
 * long regular expression or a native call.
 *
 * The thread costs half as much as starting Node, so it is started only for long runs, and before work that
 * may be long (see `context.ts`).
 * Node has no public way to listen outside the main thread, so this thread alone may load what is internal.
 * If that is missing one day, the handlers of the main thread remain, and a busy program ends when its work
 * is done.
 */
export function startWatchdog(
  onSignal: (name: SignalName) => void,
  run: AbortSignal,
): Promise<Watchdog | undefined> {
  if (!hasRoom()) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    try {
      const worker = new Worker(source, {
        eval: true,
        workerData: { wait },
        env: {},
        execArgv: ['--expose-internals', '--no-warnings'],
        resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
      });
      const stop = () => void worker.terminate();
      watchTemporaries(run, (path, isHeld) => worker.postMessage({ path, isHeld }));
      worker.unref();
      worker.on('error', () => resolve(undefined));
      worker.on('exit', () => resolve(undefined));
      worker.on('message', (message: SignalName | 'listening') => {
        if (message !== 'listening') return onSignal(message);
        // The thread would take the signal that ends the process for the first one.
        if (run.aborted) stop();
        resolve(run.aborted ? undefined : { stop });
      });
    } catch {
      // No thread can be started here.
      resolve(undefined);
    }
  });
}

/** A thread reserves half a gigabyte of addresses for code, and V8 ends the process if it cannot (`ulimit -v`). */
function hasRoom(): boolean {
  const numberIn = (file: string, pattern: RegExp) =>
    Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? Number.NaN);
  try {
    const most = numberIn('/proc/self/limits', /^Max address space +(\d+)/m);
    const used = numberIn('/proc/self/status', /^VmSize:\s+(\d+)/m) * 1024;
    return Number.isNaN(most) || most - used > 2 ** 30;
  } catch {
    // Only Linux has these files.
    return true;
  }
}

/** How many milliseconds a process has to end after a signal: it promises to end within a second. */
const wait = 900;

/** As text, because the thread has no file of its own: the program may be a single executable. */
const source = `
const { rmSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const { Signal } = require('internal/test/binding').internalBinding('signal_wrap');
const { wait } = workerData;
const handles = [];
const held = new Set();
let received = false;

function end(name) {
  for (const path of held) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {}
  }
  for (const handle of handles) handle.close();
  process.kill(process.pid, name);
  // Another listener exists in this process.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);
}

for (const [name, number] of [['SIGHUP', 1], ['SIGINT', 2], ['SIGTERM', 15]]) {
  const handle = new Signal();
  handle.onsignal = () => {
    if (received) return end(name);
    received = true;
    parentPort.postMessage(name);
    setTimeout(end, wait, name);
  };
  if (handle.start(number) !== 0) throw new Error(name);
  handles.push(handle);
}
parentPort.on('message', ({ path, isHeld }) => (isHeld ? held.add(path) : held.delete(path)));
parentPort.postMessage('listening');
`;
