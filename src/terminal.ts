import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { isatty } from 'node:tty';

export interface Program {
  readonly command: string;
  readonly arguments?: readonly string[];
  /** Run the command line with the system's shell. */
  readonly shell?: boolean;
  /** `terminal` passes on the three streams (an editor); `capture` collects stdout. */
  readonly output: 'terminal' | 'capture';
  readonly timeout?: number;
}

export interface ProgramResult {
  /** Null if it was ended by a signal or its time limit, or never started. */
  readonly status: number | null;
  readonly stdout: string;
  /** Why it did not end normally, in words. */
  readonly failure?: string;
}

export interface Question {
  readonly stdin: NodeJS.ReadableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly question: string;
  /** Do not show the input. */
  readonly secret: boolean;
  readonly signal: AbortSignal;
  /** Called for Ctrl-C: readline puts the terminal in raw mode, where that is a key instead of a signal. */
  readonly interrupt: () => void;
}

/** One line from the terminal; empty at end of input. */
export async function askLine(asked: Question): Promise<string> {
  const { stdin, stderr, question, secret, signal } = asked;
  if (secret) stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: secret ? silent : stderr, terminal: true });
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  lines.once('SIGINT', asked.interrupt);
  try {
    const answer = lines.question(secret ? '' : question, { signal }).catch((cause: unknown) => {
      throw signal.aborted ? signal.reason : cause;
    });
    return await Promise.race([answer, closed]);
  } finally {
    lines.close();
    if (secret) stderr.write('\n');
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An editor does not need the token; a token command could use it to get another. */
function environmentOf({ output }: Program, env: Environment): Environment {
  if (output === 'capture') return env;
  const { COSTCTL_TOKEN: _token, ...others } = env;
  return others;
}

const mostCaptured = 2 ** 20;

/** How many milliseconds the last output of an ended program has to arrive. */
const lastWords = 500;

/** Runs an editor, a password manager, a vault. */
export function runProgram(
  program: Program,
  signal: AbortSignal,
  env?: Environment,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    // A vault may prompt for its password on a terminal; piped input belongs to the command.
    const stdin = isatty(0) ? 'inherit' : 'ignore';
    // If stdout is not the terminal, an editor draws on it through stderr.
    const screen = isatty(1) ? 'inherit' : 2;
    const child = spawn(program.command, [...(program.arguments ?? [])], {
      shell: program.shell ?? false,
      ...(env === undefined ? {} : { env: environmentOf(program, env) }),
      stdio:
        program.output === 'terminal' ? ['inherit', screen, 'inherit'] : [stdin, 'pipe', 'inherit'],
      signal,
      ...(program.timeout === undefined ? {} : { timeout: program.timeout }),
    });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      // A program that writes more than this is stopped by its closed pipe.
      if (size > mostCaptured) child.stdout?.destroy();
    });
    // A background process of the program, such as an agent, may keep its output open forever.
    child.once('exit', () => setTimeout(() => child.stdout?.destroy(), lastWords).unref());
    child.once('error', (error) => resolve({ status: null, stdout: '', failure: error.message }));
    child.once('close', (status, ending) => {
      const stdout = Buffer.concat(chunks).toString('utf8');
      resolve(
        ending === null
          ? { status, stdout }
          : { status: null, stdout, failure: `ended by ${ending}` },
      );
    });
  });
}
