import { join } from 'node:path';
import { version } from '../package.json';
import { secretsOf } from './api/secret-names.ts';
import type { Context } from './context.ts';
import { CostctlError, withHint } from './errors.ts';
import { type Client, type ClientEvents, createClient } from './http/client.ts';
import { describeDeprecation } from './http/deprecation.ts';
import type { WaitReason } from './http/rate-limiter.ts';
import { steadyTime } from './http/steady-time.ts';
import type { Progress } from './output/progress.ts';
import { createTokenReader } from './profiles/token.ts';
import { requireSafeConnection } from './settings/token-setting.ts';
import { findStateFolder, sandboxStateFile } from './settings/user-folders.ts';
import { requireBaseUrl, type Settings } from './settings.ts';
import { escapeForTerminal } from './text.ts';

/** A client created at the first request: a run that sends nothing needs neither address nor token. */
export function openConnection(
  context: Context,
  settings: Settings,
  progress: Progress,
  warn?: (text: string) => void,
): Client {
  let opening: Promise<Client> | undefined;
  let opened: Client | undefined;
  const warned = new Set<string>();
  return {
    async request(request) {
      opening ??= openClient(context, settings, progress);
      opened = await opening;
      const response = await opened.request(request);
      const end = describeDeprecation(response);
      const operation = `${request.method} ${request.template ?? request.path}`;
      if (end !== undefined && !warned.has(operation)) {
        warned.add(operation);
        warn?.(`the service says that ${request.method} ${request.path} ${end}`);
      }
      return response;
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

/** The options of every client of a run. */
export function clientOptions(context: Context, settings: Settings, progress: Progress) {
  return {
    env: context.env,
    clock: context.clock,
    random: context.random,
    signal: context.signal,
    secrets: context.secrets,
    secretsOf,
    prepareForWork: context.prepareForWork,
    timeout: settings.timeout.value * 1000,
    retries: settings.retries.value,
    maxWait: settings.maxWait.value * 1000,
    userAgent: `costctl/${version} (node/${context.nodeVersion}; ${context.platform})`,
    events: clientEvents(context, settings, progress),
  };
}

async function openClient(
  context: Context,
  settings: Settings,
  progress: Progress,
): Promise<Client> {
  requireSafeConnection(settings, context);
  const sandbox = settings.sandbox ? await openSandbox(context, settings) : undefined;
  const client = createClient({
    baseUrl: sandbox?.url ?? requireBaseUrl(settings),
    token: sandbox?.token ?? createTokenReader(settings.token, context),
    ...clientOptions(context, settings, progress),
    transport: sandbox === undefined ? context.transport : undefined,
    sharing: findSharing(context, settings),
    concurrency: settings.concurrency.value,
  });
  return {
    ...client,
    async request(request) {
      try {
        return await client.request(request);
      } catch (error) {
        throw sandbox?.faultBehind(error) ?? error;
      }
    },
    async close() {
      await client.close();
      await sandbox?.close();
    },
  };
}

/** Where programs share what they know of the rate limit; the sandbox and a test's service have their own. */
function findSharing(context: Context, settings: Settings) {
  const { transport, userId, processId, random } = context;
  const folder = findStateFolder(context);
  if (settings.sandbox || transport !== undefined || folder === undefined) return undefined;
  const name = `${processId}.${random().toString(36).slice(2, 8)}`;
  return { folder: join(folder, 'rate-limits'), userId, name };
}

async function openSandbox(context: Context, settings: Settings) {
  const { serveSandbox } = await import('./sandbox/server.ts');
  const folder = settings.configFolder.value;
  // Without a home nothing can be stored, and the sandbox starts from its samples.
  const state = folder === undefined ? undefined : sandboxStateFile(folder);
  let fault: CostctlError | undefined;
  const onFault = (found: CostctlError) => {
    fault = found;
  };
  const rowsPerDay = context.sandboxRows;
  const server = await serveSandbox({ context, state, rowsPerDay, onFault }).catch(
    (error: unknown) => {
      throw advise(error);
    },
  );
  return {
    url: new URL(server.url),
    token: () => Promise.resolve(server.tokens.organization),
    /** An unusable local file is not the service's fault: the error reports the file. */
    faultBehind: (error: unknown) =>
      error instanceof CostctlError && error.details.status === 507 ? advise(fault) : undefined,
    close: server.close,
  };
}

function advise(error: unknown): unknown {
  if (!(error instanceof CostctlError) || error.details.hint !== undefined) return error;
  const hint =
    'the sandbox stores its state there: repair that, or set COSTCTL_CONFIG_DIR to another folder';
  return withHint(error, hint);
}

const waitReasons: Readonly<Record<WaitReason, string>> = {
  'rate limit': "the service's rate limit is reached",
  unavailable: 'the service is not available',
};

function clientEvents(context: Context, settings: Settings, progress: Progress): ClientEvents {
  let countdown: NodeJS.Timeout | undefined;
  /** Requests that wait at the same time. The latest is shown. */
  let waits = 0;
  return {
    waiting(until, reason) {
      waits += 1;
      const show = () => {
        const seconds = Math.max(0, Math.ceil((until - steadyTime(context.clock)) / 1000));
        progress.interject(`${waitReasons[reason]}: continuing in ${seconds} s`);
      };
      clearInterval(countdown);
      show();
      countdown = setInterval(show, 1000).unref();
    },
    waited() {
      waits -= 1;
      if (waits > 0) return;
      clearInterval(countdown);
      progress.interject(undefined);
    },
    ...(settings.debug
      ? {
          debug: (line: string) => void context.stderr.write(`debug: ${escapeForTerminal(line)}\n`),
        }
      : {}),
  };
}
