import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Context } from '../../src/context.ts';
import { createRedactor } from '../../src/http/redact.ts';

export function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'costctl-settings-'));
}

/** A context of which nothing but what is given has ever been set. */
export function createContext(given: Partial<Context> = {}): Context {
  const home = createFolder();
  return {
    env: {},
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    random: () => 0.5,
    signal: new AbortController().signal,
    platform: 'linux',
    nodeVersion: '20.18.1',
    processId: 4242,
    homeFolder: () => home,
    workingFolder: () => home,
    secrets: createRedactor(),
    prompt: { ask: unexpected, askSecret: unexpected },
    runProgram: unexpected,
    ...given,
  };
}

/** A context with this configuration, and with this environment beside it. */
export function withConfiguration(
  configuration: unknown,
  env: Readonly<Record<string, string>> = {},
): Context {
  const folder = createFolder();
  mkdirSync(folder, { recursive: true });
  const text = typeof configuration === 'string' ? configuration : JSON.stringify(configuration);
  writeFileSync(join(folder, 'config.json'), text);
  return createContext({ env: { COSTCTL_CONFIG_DIR: folder, ...env } });
}

function unexpected(): Promise<never> {
  return Promise.reject(new Error('nothing was to be asked or run'));
}
