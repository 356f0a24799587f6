import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SandboxServer, serveSandbox } from '../../src/sandbox/server.ts';
import { createFolder, type Ended, removeFolder, runProgram, secretToken } from '../e2e/program.ts';
import {
  changes,
  document,
  exportFile,
  type Kind,
  lineOf,
  ofFiles,
  prepare,
  rowsPerDay,
} from './commands.ts';
import type { Fault } from './fault.ts';
import { runHere } from './in-process.ts';
import { type FaultyProxy, openProxy, type Strike } from './proxy.ts';
import { runTool, runToolHere } from './tool.ts';
import { openTunnel } from './tunnel.ts';

/** A service, the faulty proxy in front of it, and a folder in which one command is run. */
export interface Setup {
  readonly folder: string;
  readonly service: string;
  /** What the program is told of the service, and how to reach it. */
  readonly env: Readonly<Record<string, string>>;
  readonly proxy: FaultyProxy;
  /** With another limit of seconds than the fault needs. */
  readonly run: (timeout?: number) => Promise<Ended>;
  readonly close: () => Promise<void>;
}

/** Straight to the service, or through an HTTP proxy: the program uses another client for each. */
export type Way = 'direct' | 'proxy';

/** Whether the program is started, or runs in this process. */
export type Form = 'started' | 'here';

/** How often the program sends a failed request again. */
export const retries = 1;

/** Seconds that an answer may take if no fault needs the limit to pass. */
export const longTimeout = 600;

export async function openSetup(
  kind: Kind,
  strike: Strike,
  fault?: Fault,
  way: Way = 'direct',
  form: Form = 'started',
): Promise<Setup> {
  const folder = createFolder();
  const sandbox = await openService(kind);
  const proxy = await openProxy(sandbox.url, strike);
  const tunnel = way === 'proxy' ? await openTunnel(() => proxy.url) : undefined;
  const address = tunnel?.env.COSTCTL_BASE_URL ?? proxy.url;
  const start = await prepareStart(kind, address, folder, form);
  const env = () => ({
    ...environmentOf(proxy.url, folder, fault?.isReported === true),
    ...tunnel?.env,
  });
  const limits = ['--retries', String(retries), '--max-wait', '5'];
  return {
    folder,
    service: sandbox.url,
    get env() {
      return env();
    },
    proxy,
    run: (timeout = fault?.timeout ?? longTimeout) =>
      start([...lineOf(kind, folder), ...limits, '--timeout', String(timeout)], {
        cwd: folder,
        env: env(),
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
export async function prepareStart(kind: Kind, url: string, folder: string, form: Form) {
  prepare(kind, folder);
  if (kind === 'imported') await importDocument(url, folder);
  if (kind === 'files') await mirrorFiles(folder);
  const program = { started: runProgram, here: runHere };
  const tool = { started: runTool, here: runToolHere };
  return (kind === 'tool' ? tool : program)[form];
}

async function importDocument(url: string, folder: string): Promise<void> {
  const env = { ...environmentOf(url, folder), COSTCTL_ALLOW_HTTP: '1' };
  const { status, stderr } = await runHere(['api', 'import', '-'], { env, stdin: document });
  if (status !== 0) throw new Error(stderr);
}

async function mirrorFiles(folder: string): Promise<void> {
  const line = ['costs', 'mirror', ofFiles(folder), '--files', join(folder, 'rows.csv')];
  const { status, stderr } = await runHere(line, { cwd: folder });
  if (status !== 0) throw new Error(stderr);
}

let shared: Promise<SandboxServer> | undefined;

/** A command that changes something has a service of its own; the others share one. */
async function openService(kind: Kind): Promise<SandboxServer> {
  const serve = () => serveSandbox({ context: outside, tokens, rowsPerDay });
  if (changes.has(kind)) return serve();
  shared ??= serve();
  return { ...(await shared), close: async () => undefined };
}

/** When all cases have been played. */
export async function closeSharedService(): Promise<void> {
  await (await shared)?.close();
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
  const strike = { act: () => undefined, after: 0, times: 0 };
  const setup = await openSetup(kind, strike, undefined, 'direct', 'here');
  try {
    const { status, stdout, stderr } = await setup.run();
    if (status !== 0) throw new Error(`${kind} fails undisturbed: ${stderr}`);
    return kind === 'export' ? readFileSync(exportFile(setup.folder), 'utf8') : stdout;
  } finally {
    await setup.close();
  }
}
