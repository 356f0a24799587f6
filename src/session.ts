import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { version } from '../package.json';
import { createHttp, type Http } from './api/http.ts';
import { createRehearsal } from './api/rehearsal.ts';
import type { Context } from './context.ts';
import { fileError, usageError } from './errors.ts';
import { type Client, type ClientEvents, createClient } from './http/client.ts';
import { chooseFormat } from './output/formats.ts';
import { createOutput, type Output } from './output/output.ts';
import { createProgress, type Progress } from './output/progress.ts';
import { safeText } from './output/safe.ts';
import { isFile } from './output/sink.ts';
import { createTokenReader } from './profiles/token.ts';
import { type GlobalFlags, requireBaseUrl, resolveSettings, type Settings } from './settings.ts';

/** What a command works with, made once a run. */
export interface Session {
  readonly context: Context;
  readonly settings: Settings;
  readonly http: Http;
  readonly output: Output;
  readonly progress: Progress;
  /** The workspace of this run; a usage error where none is set. */
  readonly workspace: () => string;
  /** Whether questions may be asked: two terminals, no --no-input. */
  readonly interactive: boolean;
  /** Changes are shown and not sent: `http` stops at the first one. */
  readonly dryRun: boolean;
  /** Questions before what cannot be taken back are answered already. */
  readonly yes: boolean;
  readonly flags: GlobalFlags;
  readonly outputFlags: OutputFlags;
  readonly close: () => Promise<void>;
}

/** What commander read, sorted: who asked for what. */
export interface Invocation {
  readonly global: GlobalFlags;
  readonly output: OutputFlags;
  readonly dryRun: boolean;
  readonly yes: boolean;
  /** The command has formats of its own: -o is left to it. */
  readonly ownFormats: boolean;
}

/** The options that say how a result is written; every action has them. */
export interface OutputFlags {
  readonly outFile?: string;
  readonly columns?: string;
  readonly query?: string;
  readonly raw?: boolean;
  readonly header?: boolean;
  readonly spreadsheetSafe?: boolean;
}

/** Settings are given by what brings its own: `profiles`, which mends those that cannot be read. */
export async function openSession(
  context: Context,
  invocation: Invocation,
  given?: Settings,
): Promise<Session> {
  const { global, dryRun, yes, ownFormats } = invocation;
  const { output: asked, ...others } = global;
  const settings = given ?? (await resolveSettings(ownFormats ? others : global, context));
  await checkOutput(invocation.output);
  const progress = openProgress(context, settings);
  const output = openOutput(context, settings, invocation, progress);
  const sandbox = settings.sandbox ? await import('./sandbox/sample/workspaces.ts') : undefined;
  const client = createLazyClient(() => openClient(context, settings, progress));
  const http = createHttp(client, {
    warn: output.warn,
    concurrency: settings.concurrency.value,
  });
  return {
    context,
    settings,
    http: dryRun ? createRehearsal(http) : http,
    output,
    progress,
    workspace: () => settings.workspace.value ?? sandbox?.defaultWorkspaceId ?? refuseNoWorkspace(),
    interactive: context.stdin.isTTY === true && context.stderr.isTTY === true && !settings.noInput,
    dryRun,
    yes,
    flags: { ...others, ...(asked === undefined ? {} : { output: asked }) },
    outputFlags: invocation.output,
    async close() {
      progress.stop();
      await client.close();
    },
  };
}

/** What is wrong with where the result goes is told before anything is changed at the service. */
async function checkOutput({ query, outFile }: OutputFlags): Promise<void> {
  if (query !== undefined) (await import('./output/query.ts')).compileQuery(query);
  if (!isFile(outFile)) return;
  const folder = dirname(outFile);
  try {
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw fileError(`cannot write to ${folder}`, cause);
  }
}

function openProgress(context: Context, settings: Settings): Progress {
  const enabled = context.stderr.isTTY === true && !settings.quiet && !settings.debug;
  return createProgress({ context, enabled });
}

function openOutput(
  context: Context,
  settings: Pick<Settings, 'output' | 'color' | 'quiet'>,
  { output, ownFormats }: Pick<Invocation, 'output' | 'ownFormats'>,
  progress: Progress,
): Output {
  const { outFile, columns, query } = output;
  const explicit = settings.output.source === 'flag';
  const format = ownFormats
    ? 'table'
    : chooseFormat({ format: settings.output.value, explicit, outFile });
  return createOutput({
    context,
    format,
    outFile: ownFormats ? undefined : outFile,
    columns: columns?.split(',').map((column) => column.trim()),
    query,
    raw: output.raw === true,
    header: output.header !== false,
    spreadsheetSafe: output.spreadsheetSafe === true,
    color: settings.color,
    quiet: settings.quiet,
    progress,
  });
}

/** A client that is made at the first request: what sends nothing needs no address and no token. */
function createLazyClient(open: () => Promise<Client>): Client {
  let opening: Promise<Client> | undefined;
  let opened: Client | undefined;
  return {
    async request(request) {
      opening ??= open();
      opened = await opening;
      return opened.request(request);
    },
    mask: (text) => opened?.mask?.(text) ?? text,
    budget: () => opened?.budget?.(),
    async close() {
      await opening?.then(
        (client) => client.close(),
        () => undefined,
      );
    },
  };
}

async function openClient(
  context: Context,
  settings: Settings,
  progress: Progress,
): Promise<Client> {
  const sandbox = settings.sandbox ? await openSandbox(context, settings) : undefined;
  const client = createClient({
    baseUrl: sandbox?.url ?? requireBaseUrl(settings),
    token: sandbox?.token ?? createTokenReader(settings.token, context),
    dispatcher: sandbox === undefined ? context.dispatcher : undefined,
    env: context.env,
    clock: context.clock,
    random: context.random,
    signal: context.signal,
    timeout: settings.timeout.value * 1000,
    retries: settings.retries.value,
    maxWait: settings.maxWait.value * 1000,
    concurrency: settings.concurrency.value,
    userAgent: `costctl/${version} (node/${context.nodeVersion}; ${context.platform})`,
    events: clientEvents(context, settings, progress),
  });
  return {
    ...client,
    async close() {
      await client.close();
      await sandbox?.close();
    },
  };
}

async function openSandbox(context: Context, settings: Settings) {
  const { serveSandbox } = await import('./sandbox/server.ts');
  const { sandboxStateFile } = await import('./sandbox/place.ts');
  const folder = settings.configFolder.value;
  // Without a home nothing can be kept, and a trial needs nothing that was.
  const state = folder === undefined ? undefined : sandboxStateFile(folder);
  const server = await serveSandbox({ context, state });
  return {
    url: new URL(server.url),
    token: () => Promise.resolve(server.tokens.organization),
    close: server.close,
  };
}

function clientEvents(context: Context, settings: Settings, progress: Progress): ClientEvents {
  let countdown: NodeJS.Timeout | undefined;
  return {
    waiting(until) {
      const show = () => {
        const seconds = Math.max(0, Math.ceil((until - context.clock.now()) / 1000));
        progress.update(`the service's rate limit is reached: going on in ${seconds} s`);
      };
      clearInterval(countdown);
      progress.start('');
      show();
      countdown = setInterval(show, 1000).unref();
    },
    waited: () => clearInterval(countdown),
    ...(settings.debug
      ? { debug: (line: string) => void context.stderr.write(`debug: ${safeText(line)}\n`) }
      : {}),
  };
}

function refuseNoWorkspace(): never {
  throw usageError(
    'no workspace is set',
    'give --workspace ID, set COSTCTL_WORKSPACE, or costctl profiles set NAME workspace=ID',
  );
}
