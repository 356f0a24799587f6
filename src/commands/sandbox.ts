import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { usageError } from '../errors.ts';
import { escapeForTerminal } from '../escape.ts';
import { sandboxStateFile } from '../sandbox/place.ts';
import type { Exchange } from '../sandbox/server.ts';
import type { Session } from '../session.ts';
import { requireConfigFolder } from '../settings.ts';
import { resolvePath } from '../storage/path.ts';
import { localAction } from './action.ts';
import { examples } from './examples.ts';
import { asTried, rehearsable } from './local-change.ts';
import { wholeNumber } from './options.ts';
import { openLocalSession } from './profiles/store.ts';

const rateLimitForm = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/;

const RateLimit = z.pipe(
  z.string().check(z.regex(rateLimitForm, 'must be N/S: requests, a slash, seconds, as in 100/60')),
  z.transform((text) => {
    const [, requests, seconds] = rateLimitForm.exec(text) ?? [];
    return { requests: Number(requests), seconds: Number(seconds) };
  }),
);

const Share = z.pipe(
  z
    .string()
    .check(z.regex(/^(?:0(?:\.\d+)?|\.\d+|1(?:\.0+)?)$/, 'must be a share from 0 to 1, as 0.1')),
  z.transform(Number),
);

const ServeInput = z.strictObject({
  port: z.optional(wholeNumber(0, 65_535)),
  host: z.optional(z.string().check(z.minLength(1, 'must not be empty'))),
  rateLimit: z.optional(RateLimit),
  latency: z.optional(wholeNumber(0, 600_000)),
  rowsPerDay: z.optional(wholeNumber(0, 1_000_000)),
  fail: z.optional(Share),
  seed: z.optional(wholeNumber(0, 2_147_483_647)),
  state: z.optional(z.string().check(z.minLength(1, 'must not be empty'))),
  memory: z.optional(z.boolean()),
});
type ServeInput = z.infer<typeof ServeInput>;

/** The same each time, so that a script can name them before the service is up. They guard nothing. */
const tokens = {
  organization: 'sandbox-organization-token',
  workspace: 'sandbox-workspace-token',
};

export function addSandbox(program: Command, context: Context): void {
  const sandbox = program
    .command('sandbox')
    .description('The embedded emulation of the service, for trials and tests');

  sandbox
    .command('serve')
    .description('Serve the sandbox over HTTP until it is interrupted; then exit 0')
    .option('--port <n>', 'port to listen on (default: one that is free)')
    .option('--host <address>', 'address to listen on (default 127.0.0.1)')
    .option('--rate-limit <n/s>', 'let each token send n requests in s seconds')
    .option('--latency <milliseconds>', 'wait before each answer')
    .option('--rows-per-day <n>', 'cost rows of each day, up to 1,000,000')
    .option('--fail <rate>', 'share of requests that fail: 503, resets, truncated bodies')
    .option('--seed <n>', 'which requests fail (default 1)')
    .option('--state <file>', 'keep what is changed in this file (default: that of --sandbox)')
    .option('--memory', 'forget what is changed when it ends')
    .addHelpText(
      'after',
      examples(
        'costctl sandbox serve --port 4010 --memory',
        'costctl sandbox serve --rate-limit 100/60 --fail 0.05 --memory -o json',
      ),
    )
    .action(
      localAction(ServeInput, async (invocation, input) => {
        const session = await openLocalSession(context, invocation);
        await serve(session, input);
      }),
    );

  rehearsable(sandbox.command('reset'))
    .description('Forget everything that was changed in the sandbox')
    .addHelpText('after', examples('costctl sandbox reset'))
    .action(
      localAction(z.strictObject({}), async (invocation) => {
        const session = await openLocalSession(context, invocation);
        await reset(session);
      }),
    );
}

async function reset(session: Session): Promise<void> {
  const { context, output, settings } = session;
  const { findState, resetState } = await import('../sandbox/state/file.ts');
  const path = sandboxStateFile(requireConfigFolder(settings));
  if (session.dryRun) return output.one(asTried(session, { forget: findState(path) ?? null }));
  await resetState(path, context);
  output.note('the sandbox is as it was at first');
}

async function serve(session: Session, input: ServeInput): Promise<void> {
  const { context, output, settings } = session;
  const { memory, ...options } = input;
  const { serveSandbox } = await import('../sandbox/server.ts');
  const state = chooseState(session, input);
  const server = await serveSandbox({
    ...options,
    // What is under way when it is interrupted is brought to its end.
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
    await interruption(context.signal);
  } finally {
    await server.close();
  }
}

function chooseState({ context, settings }: Session, input: ServeInput): string | undefined {
  if (input.memory === true) {
    if (input.state === undefined) return undefined;
    throw usageError('--state and --memory exclude each other', 'leave one of the two out');
  }
  if (input.state !== undefined) return resolvePath(context, input.state);
  return sandboxStateFile(requireConfigFolder(settings));
}

function logExchange(context: Context, { method, path, status, milliseconds }: Exchange): void {
  const time = new Date(context.clock.now()).toISOString();
  const outcome = status ?? 'connection lost';
  const line = `${time} ${method} ${path} ${outcome} ${Math.round(milliseconds)} ms`;
  context.stderr.write(`${escapeForTerminal(line)}\n`);
}

function interruption(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
