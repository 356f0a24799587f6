import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../src/context.ts';
import { createContext as createBareContext } from '../helpers/context.ts';

export function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'costctl-settings-'));
}

/** A context with a home of its own, of which nothing but what is given has ever been set. */
export function createContext(given: Partial<Context> = {}): Context {
  const home = createFolder();
  return createBareContext({
    homeFolder: () => home,
    workingFolder: () => home,
    prompt: { ask: unexpected, askSecret: unexpected },
    runProgram: unexpected,
    ...given,
  });
}

/** A context with this configuration, and with this environment. */
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
