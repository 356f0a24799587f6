import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveSandbox } from '../../src/sandbox/server.ts';
import { createFolder, type Ended, removeFolder, runProgram, secretToken } from '../e2e/program.ts';
import { document, exportFile, type Kind, lineOf, prepare, rowsPerDay } from './commands.ts';
import type { Fault } from './fault.ts';
import { type FaultyProxy, openProxy, type Strike } from './proxy.ts';
import { runTool } from './tool.ts';
import { openTunnel } from './tunnel.ts';

/** A service, the faulty proxy in front of it, and a folder in which one command is run. */
export interface Setup {
  readonly folder: string;
  readonly service: string;
  readonly proxy: FaultyProxy;
  readonly run: () => Promise<Ended>;
  readonly close: () => Promise<void>;
}

/** Straight to the service, or through an HTTP proxy: the program uses another client for each. */
export type Way = 'direct' | 'proxy';

/** How often the program sends a failed request again. */
export const retries = 1;

/** Seconds that an answer may take if no fault needs the limit to pass. */
const longTimeout = 60;

export async function openSetup(
  kind: Kind,
  strike: Strike,
  fault?: Fault,
  way: Way = 'direct',
): Promise<Setup> {
  const folder = createFolder();
  const sandbox = await serveSandbox({ context: outside, tokens, rowsPerDay });
  const proxy = await openProxy(sandbox.url, strike);
  const tunnel = way === 'proxy' ? await openTunnel(() => proxy.url) : undefined;
  const timeout = String(fault?.timeout ?? longTimeout);
  const address = tunnel?.env.COSTCTL_BASE_URL ?? proxy.url;
  const start = await prepareStart(kind, address, folder);
  const limits = ['--timeout', timeout, '--retries', String(retries), '--max-wait', '5'];
  return {
    folder,
    service: sandbox.url,
    proxy,
    run: () =>
      start([...lineOf(kind, folder), ...limits], {
        cwd: folder,
        env: {
          ...environmentOf(proxy.url, folder, fault?.isReported === true),
          ...tunnel?.env,
        },
        onSaid: proxy.hear,
      }),
    close: async () => {
      await tunnel?.close();
      await proxy.close();
      await sandbox.close();
      removeFolder(folder);
    },
  };
}

/** Writes what the command reads, and returns what runs it. */
export async function prepareStart(kind: Kind, url: string, folder: string) {
  prepare(kind, folder);
  if (kind === 'imported') await importDocument(url, folder);
  return kind === 'tool' ? runTool : runProgram;
}

async function importDocument(url: string, folder: string): Promise<void> {
  const env = { ...environmentOf(url, folder), COSTCTL_ALLOW_HTTP: '1' };
  const { status, stderr } = await runProgram(['api', 'import', '-'], { env, stdin: document });
  if (status !== 0) throw new Error(stderr);
}

const tokens = { organization: secretToken, workspace: 'tok_of_the_workspace' };

const outside = {
  clock: {
    now: Date.now,
    sleep: (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds)),
  },
  random: Math.random,
  signal: new AbortController().signal,
  processId: 1,
};

export function environmentOf(url: string, folder: string, isReported = false) {
  return {
    COSTCTL_BASE_URL: url,
    COSTCTL_TOKEN: secretToken,
    COSTCTL_WORKSPACE: 'wsp_storefront',
    COSTCTL_CONFIG_DIR: join(folder, 'config'),
    TMPDIR: folder,
    ...(isReported ? { COSTCTL_DEBUG: '1' } : {}),
  };
}

const undisturbedRuns = new Map<Kind, Promise<string>>();

/** What the command prints or writes if nothing goes wrong. */
export function undisturbed(kind: Kind): Promise<string> {
  const known = undisturbedRuns.get(kind) ?? runUndisturbed(kind);
  undisturbedRuns.set(kind, known);
  return known;
}

async function runUndisturbed(kind: Kind): Promise<string> {
  const setup = await openSetup(kind, { act: () => undefined, after: 0, times: 0 });
  try {
    const { status, stdout, stderr } = await setup.run();
    if (status !== 0) throw new Error(`${kind} fails undisturbed: ${stderr}`);
    return kind === 'export' ? readFileSync(exportFile(setup.folder), 'utf8') : stdout;
  } finally {
    await setup.close();
  }
}
