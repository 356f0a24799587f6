import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import type { Context } from '../../src/context.ts';
import { createRedactor } from '../../src/http/redact.ts';
import type { Program, ProgramResult } from '../../src/terminal.ts';
import { checkResultSchema } from './result-schema.ts';
import type { Service } from './service.ts';
import { createUndiciTransport } from './undici-transport.ts';
import { lendMemory } from './used-memory.ts';

export interface World {
  readonly service?: Service;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Buffer | Readable;
  /** Makes stdin, stdout and stderr terminals of this width. */
  readonly terminal?: number;
  /** The process id of the shell in that terminal. */
  readonly shell?: number;
  /** What the person types, a line an answer. */
  readonly answers?: readonly string[];
  readonly runProgram?: (program: Program) => Promise<ProgramResult>;
  /** Configuration and cache live here; a fresh folder where not given. */
  readonly folder?: string;
  readonly signal?: AbortSignal;
  /** Called at each wait with its milliseconds, and waited for; the clock moves on by itself. */
  readonly onWait?: (milliseconds: number) => void | Promise<void>;
  readonly now?: string;
  /** Whether the sandbox has as many cost rows as for a user, for a test of its amounts or of many rows. */
  readonly usualRows?: boolean;
  /** By how many milliseconds the system's clock is wrong; called at each reading. */
  readonly clockError?: () => number;
  /** Called with what is written to stdout. */
  readonly onOutput?: (text: string) => void;
  readonly nodeVersion?: string;
  /** Whether the system has no user ids, as Windows. */
  readonly hasNoUsers?: boolean;
}

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** Every wait of the run, in milliseconds. */
  readonly waits: readonly number[];
  readonly questions: readonly string[];
  /** Those of them whose answers are not shown. */
  readonly hidden: readonly string[];
  readonly folder: string;
}

/** The words of a command line, or the line itself where no word of it has a space. */
export type Line = string | readonly string[];

/** Runs one command line in process, against a scripted service, with a clock that never waits. */
export async function run(line: Line, world: World = {}): Promise<Outcome> {
  const argv = wordsOf(line);
  const folder = world.folder ?? createFolder();
  const waits: number[] = [];
  const questions: string[] = [];
  const hidden: string[] = [];
  const answers = [...(world.answers ?? [])];
  const stdout = new Screen(world.terminal, world.onOutput);
  const stderr = new Screen(world.terminal);
  let time = Date.parse(world.now ?? '2026-11-15T12:00:00Z');
  const answer = (question: string): Promise<string> => {
    questions.push(question);
    return Promise.resolve(answers.shift() ?? '');
  };
  const answerHidden = (question: string): Promise<string> => {
    hidden.push(question);
    return answer(question);
  };
  const signal = world.signal ?? new AbortController().signal;
  const env: Readonly<Record<string, string>> = {
    COSTCTL_CONFIG_DIR: join(folder, 'config'),
    // Storing the state before a change takes a request of its own.
    COSTCTL_JOURNAL: 'off',
    ...(world.service === undefined
      ? {}
      : { COSTCTL_BASE_URL: world.service.url, COSTCTL_TOKEN: testToken }),
    ...world.env,
  };
  const secrets = createRedactor();
  // As the real world does before anything can go wrong.
  secrets.add(env['COSTCTL_TOKEN'] ?? '');
  const context: Context = {
    env,
    stdin: Object.assign(createInput(world), { isTTY: world.terminal !== undefined }),
    stdout,
    stderr,
    clock: {
      now: () => time + (world.clockError?.() ?? 0),
      steady: () => time,
      async sleep(milliseconds, stop) {
        if (stop?.aborted) throw stop.reason;
        waits.push(milliseconds);
        await world.onWait?.(milliseconds);
        time += milliseconds;
        await new Promise((resolve) => setImmediate(resolve));
        if (stop?.aborted) throw stop.reason;
      },
    },
    random: () => 0.5,
    signal,
    // On a busy machine, cleaning up takes long.
    grace: 30_000,
    platform: 'linux',
    nodeVersion: world.nodeVersion ?? '20.18.1',
    processId: 4242,
    ...(world.shell === undefined ? {} : { parentProcessId: world.shell }),
    userId: world.hasNoUsers === true ? undefined : process.getuid?.(),
    homeFolder: () => folder,
    workingFolder: () => folder,
    ...(world.service === undefined
      ? {}
      : { transport: createUndiciTransport(world.service.dispatcher) }),
    sandboxRows: world.usualRows === true ? undefined : fewRows,
    secrets,
    prompt: { ask: answer, askSecret: answerHidden },
    runProgram:
      world.runProgram ??
      (() => Promise.resolve({ status: null, stdout: '', failure: 'no program in this test' })),
  };
  const exitCode = await lendMemory(() => main(context, argv));
  world.service?.assertDone();
  // A record that breaks the contract is shown as it came, with a warning.
  if (exitCode === 0 && !stderr.text.includes('warning')) {
    await checkResultSchema(argv, stdout.text);
  }
  const reported = { stdout: stdout.text, stderr: stderr.text };
  return { ...reported, exitCode, waits, questions, hidden, folder };
}

/** Rows of a day in the sandbox from all of its providers: a quarter of the usual ones, read in a quarter of the time. */
const fewRows = 40;

export function wordsOf(line: Line): readonly string[] {
  return typeof line === 'string' ? line.split(' ') : line;
}

/** Long enough to be shown by its last four characters; nothing may ever print more of it. */
export const testToken = 'tok_secret_0123456789abcdef';

export function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'costctl-test-'));
}

function createInput(world: World): NodeJS.ReadableStream {
  if (world.stdin instanceof Readable) return world.stdin;
  return world.stdin === undefined ? new PassThrough().end() : Readable.from([world.stdin]);
}

class Screen extends Writable {
  text = '';
  readonly isTTY: boolean;
  readonly columns?: number;

  readonly #onOutput: (text: string) => void;

  constructor(width: number | undefined, onOutput: (text: string) => void = () => undefined) {
    super({ decodeStrings: true });
    this.#onOutput = onOutput;
    this.isTTY = width !== undefined;
    if (width !== undefined) this.columns = width;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    this.#onOutput(chunk.toString('utf8'));
    done();
  }
}
