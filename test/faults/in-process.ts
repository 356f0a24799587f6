import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { main } from '../../src/cli/main.ts';
import type { Context } from '../../src/context.ts';
import { createRedactor } from '../../src/http/redact.ts';
import { type Ended, launcher, type Start } from '../e2e/program.ts';

/** A run that has not ended after so many milliseconds never will. */
const longest = 900_000;

let built: typeof main | undefined;

/** The main function of the built program. */
function loadMain(): typeof main {
  const load = createRequire(import.meta.url);
  const start: { main: typeof main } = load(join(dirname(launcher), '../dist/start.cjs'));
  built ??= start.main;
  return built;
}

/**
 * Runs the built program without a process of its own, with a real clock and real connections: starting
 * one takes many times the processor time of the run.
 */
export async function runHere(
  line: readonly string[],
  start: Start & { readonly input?: NodeJS.ReadableStream; readonly onPrinted?: Hear } = {},
): Promise<Ended> {
  const { env = {}, cwd = '/', stdin, input, onSaid, onPrinted } = start;
  const began = performance.now();
  const stdout = new Heard(onPrinted);
  const stderr = new Heard(onSaid);
  const secrets = createRedactor();
  secrets.add(env['COSTCTL_TOKEN'] ?? '');
  const context: Context = {
    env: { COSTCTL_JOURNAL: 'off', ...env },
    stdin: input ?? (stdin === undefined ? new PassThrough().end() : Readable.from([stdin])),
    stdout,
    stderr,
    clock: {
      now: Date.now,
      steady: () => Math.floor(performance.timeOrigin + performance.now()),
      sleep: (milliseconds, signal) =>
        setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }),
    },
    random: Math.random,
    signal: new AbortController().signal,
    platform: process.platform,
    nodeVersion: process.versions.node,
    processId: process.pid,
    userId: process.getuid?.(),
    homeFolder: () => cwd,
    workingFolder: () => cwd,
    secrets,
    prompt: { ask: () => Promise.resolve(''), askSecret: () => Promise.resolve('') },
    runProgram: () => Promise.resolve({ status: null, stdout: '', failure: 'no program here' }),
  };
  const waiting = new AbortController();
  const never = setTimeout(longest, null, { signal: waiting.signal }).catch(() => null);
  const status = await Promise.race([loadMain()(context, line), never]);
  waiting.abort();
  if (status === null) stderr.text += '\nit never ends';
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    status,
    signal: null,
    milliseconds: performance.now() - began,
  };
}

type Hear = (text: string) => void;

class Heard extends Writable {
  text = '';
  readonly #hear: Hear | undefined;

  constructor(hear: Hear | undefined) {
    super();
    this.#hear = hear;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    this.#hear?.(chunk.toString());
    done();
  }
}
