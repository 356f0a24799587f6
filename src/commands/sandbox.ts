import { once } from 'node:events';
import { command } from '../command.ts';
import type { Context } from '../context.ts';
import { outputFile, parsed, text, wholeNumber } from '../declaration/kind.ts';
import { flag, type Input, optional } from '../declaration/option.ts';
import type { Exchange } from '../sandbox/server.ts';
import type { Session } from '../session.ts';
import { sandboxStateFile } from '../settings/user-folders.ts';
import { requireConfigFolder } from '../settings.ts';
import { resolvePath } from '../storage/path.ts';
import { escapeForTerminal } from '../text.ts';
import { withDryRun } from './profiles/profile-store.ts';

const rateLimit = parsed(
  'n/s',
  'must be N/S: requests, a slash, seconds, such as 100/60',
  { example: '100/60' },
  (text) => {
    const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(text) ?? [];
    return requests === undefined
      ? undefined
      : { requests: Number(requests), seconds: Number(seconds) };
  },
);

const share = parsed(
  'rate',
  'must be a share from 0 to 1, such as 0.1',
  { schema: { type: 'number', minimum: 0, maximum: 1 }, example: '0.1' },
  (text) => (/^(?:0(?:\.\d+)?|\.\d+|1(?:\.0+)?)$/.test(text) ? Number(text) : undefined),
);

const serveOptions = {
  port: optional(wholeNumber(0, 65_535), 'port to listen on (default: one that is free)'),
  host: optional(text('address'), 'address to listen on', { usual: '127.0.0.1' }),
  rateLimit: optional(rateLimit, 'let each token send n requests in s seconds'),
  latency: optional(wholeNumber(0, 600_000, 'milliseconds'), 'wait before each response'),
  rowsPerDay: optional(wholeNumber(0, 1_000_000), 'cost rows of each day, up to 1,000,000'),
  fail: optional(share, 'share of requests that fail: 503, resets, truncated bodies'),
  seed: optional(wholeNumber(0, 2_147_483_647), 'another number lets other requests fail', {
    usual: '1',
  }),
  state: optional(outputFile, 'store changes in this file (default: that of --sandbox)', {
    excludes: ['memory'],
  }),
  memory: flag('forget all changes when it ends'),
};
type ServeInput = Input<typeof serveOptions>;

/** The same each time, so that a script can name them before. They protect nothing. */
const tokens = { organization: 'sandbox-organization-token', workspace: 'sandbox-workspace-token' };

const serveSandbox = command({
  words: 'sandbox serve',
  purpose: 'Serve the sandbox over HTTP until it is interrupted; then exit 0',
  local: true,
  options: serveOptions,
  examples: [
    'costctl sandbox serve --port 4010 --memory',
    'costctl sandbox serve --rate-limit 100/60 --fail 0.05 --memory -o json',
  ],
  run: serve,
});

const resetSandbox = command({
  words: 'sandbox reset',
  purpose: 'Forget everything that was changed in the sandbox',
  changes: 'machine',
  local: true,
  examples: ['costctl sandbox reset'],
  run: reset,
});

export const sandbox = [serveSandbox, resetSandbox];

async function reset(session: Session): Promise<void> {
  const { context, output, settings } = session;
  const { findState, resetState } = await import('../sandbox/state/state-file.ts');
  const path = sandboxStateFile(requireConfigFolder(settings));
  if (session.dryRun) return output.one(withDryRun(session, { forget: findState(path) ?? null }));
  await resetState(path, context);
  output.note('the sandbox was reset');
}

async function serve(session: Session, input: ServeInput): Promise<void> {
  const { context, output, settings } = session;
  const { memory, ...options } = input;
  const { serveSandbox: startServer, isLocalAddress } = await import('../sandbox/server.ts');
  const state = chooseState(session, input);
  if (input.host !== undefined && !isLocalAddress(input.host)) {
    output.warn(
      `the sandbox listens on ${input.host}: anyone who reaches it can read and change its invented data, because its tokens are public`,
    );
  }
  const server = await startServer({
    ...options,
    // Requests under way when it is interrupted are completed.
    context: { ...context, signal: new AbortController().signal },
    state,
    tokens,
    log: settings.quiet ? undefined : (exchange) => logExchange(context, exchange),
  });
  try {
    await output.one({
      url: server.url,
      organizationToken: server.tokens.organization,
      workspaceToken: server.tokens.workspace,
      workspaceId: server.workspaceId,
      state: state ?? null,
    });
    if (!context.signal.aborted) await once(context.signal, 'abort');
  } finally {
    await server.close();
  }
}

function chooseState({ context, settings }: Session, input: ServeInput): string | undefined {
  if (input.memory === true) return undefined;
  if (input.state !== undefined) return resolvePath(context, input.state);
  return sandboxStateFile(requireConfigFolder(settings));
}

function logExchange(context: Context, { method, path, status, milliseconds }: Exchange): void {
  const time = new Date(context.clock.now()).toISOString();
  const outcome = status ?? 'connection lost';
  const line = `${time} ${method} ${path} ${outcome} ${Math.round(milliseconds)} ms`;
  context.stderr.write(`${escapeForTerminal(line)}\n`);
}
