import type { Dispatcher } from 'undici';

/** The outside world as one argument. Nothing else under src/ touches the process. */
export interface Context {
  readonly env: Environment;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly clock: Clock;
  /** A number from 0 up to 1, for jitter and names of temporary files. */
  readonly random: () => number;
  /** Aborted by SIGINT and SIGTERM; its reason is the CostctlError to end with. */
  readonly signal: AbortSignal;
  readonly platform: string;
  readonly nodeVersion: string;
  readonly processId: number;
  /** The user's home folder; undefined where the system knows none. */
  readonly homeFolder: () => string | undefined;
  /** The working folder; throws where it no longer exists. */
  readonly workingFolder: () => string;
  /** Stands in for the network in tests; undefined means the real one. */
  readonly dispatcher?: Dispatcher;
  readonly prompt: Prompt;
  readonly runProgram: (program: Program) => Promise<ProgramResult>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type InputStream = NodeJS.ReadableStream & { readonly isTTY?: boolean };

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
export interface Prompt {
  readonly ask: (question: string) => Promise<string>;
  /** Asks without showing what is typed. */
  readonly askSecret: (question: string) => Promise<string>;
}

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
