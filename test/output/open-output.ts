import type { Writable } from 'node:stream';
import { createOutput, type OutputOptions } from '../../src/output/create-output.ts';
import type { Output } from '../../src/output/output.ts';
import { MemoryStream } from './memory-stream.ts';

export interface Desk {
  readonly output: Output;
  readonly stdout: MemoryStream;
  readonly stderr: MemoryStream;
}

interface Wishes extends Partial<OutputOptions> {
  readonly terminal?: boolean;
  readonly width?: number;
}

/** An output over memory: not a terminal, no colours, unless set otherwise. */
export function openOutput({ terminal = false, width = 80, ...options }: Wishes = {}): Desk {
  const stdout = new MemoryStream({ terminal, columns: width });
  const stderr = new MemoryStream();
  const output = createOutput({ ...optionsOver(stdout, stderr), ...options });
  return { output, stdout, stderr };
}

/** What an output over these two streams is made of. */
export function optionsOver(stdout: Writable, stderr: Writable): OutputOptions {
  return {
    context: {
      stdout,
      stderr,
      clock: { now: () => Date.UTC(2026, 0, 2), sleep: async () => undefined },
      env: {},
      processId: process.pid,
      signal: new AbortController().signal,
    },
    format: 'table',
    raw: false,
    header: true,
    spreadsheetSafe: false,
    exact: false,
    color: false,
    quiet: false,
    progress: {
      start: () => undefined,
      update: () => undefined,
      interject: () => undefined,
      stop: () => undefined,
    },
  };
}
