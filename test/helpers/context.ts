import { PassThrough } from 'node:stream';
import type { Context } from '../../src/context.ts';
import { createRedactor } from '../../src/http/redact.ts';

/** A world without home, environment, terminal or network: for what is made from the sources alone. */
export function createContext(changes: Partial<Context> = {}): Context {
  return {
    env: {},
    stdin: new PassThrough().end(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    random: () => 0.5,
    signal: new AbortController().signal,
    platform: 'linux',
    nodeVersion: '20.18.1',
    processId: 4242,
    userId: process.getuid?.(),
    homeFolder: () => undefined,
    workingFolder: () => '/nowhere',
    secrets: createRedactor(),
    prompt: { ask: () => Promise.resolve(''), askSecret: () => Promise.resolve('') },
    runProgram: () => Promise.resolve({ status: null, stdout: '', failure: 'none' }),
    ...changes,
  };
}
