import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';

export interface Program {
  readonly command: string;
  readonly arguments?: readonly string[];
  /** Let the system's shell read the command line. */
  readonly shell?: boolean;
  /** `terminal` hands over the three streams (an editor); `capture` collects stdout. */
  readonly output: 'terminal' | 'capture';
  readonly timeout?: number;
}

export interface ProgramResult {
  /** Null where it was ended by a signal or its time limit, or never started. */
  readonly status: number | null;
  readonly stdout: string;
  /** Why it did not run to its own end, in words. */
  readonly failure?: string;
}

/** One line from the terminal. Nothing is read ahead: what follows stays for the next question. */
export async function askLine(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  question: string,
  signal: AbortSignal,
  interrupt: () => void,
): Promise<string> {
  const lines = createInterface({ input, output, terminal: true });
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  // readline puts the terminal in raw mode, where Ctrl-C is a key and no signal.
  lines.once('SIGINT', interrupt);
  try {
    const answer = lines.question(question, { signal }).catch((cause: unknown) => {
      throw signal.aborted ? signal.reason : cause;
    });
    return await Promise.race([answer, closed]);
  } finally {
    lines.close();
  }
}

/** Runs an editor, a password manager, a vault. */
export function runProgram(program: Program, signal: AbortSignal): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(program.command, [...(program.arguments ?? [])], {
      shell: program.shell ?? false,
      stdio: program.output === 'terminal' ? 'inherit' : ['inherit', 'pipe', 'inherit'],
      signal,
      ...(program.timeout === undefined ? {} : { timeout: program.timeout }),
    });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
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
