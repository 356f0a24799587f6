import { Readable, Writable } from 'node:stream';
import {
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '../../../package.json';
import type { Command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { isObject } from '../../json/number.ts';
import { findStateFolder } from '../../settings/user-folders.ts';
import { joinSignals } from '../../temporaries.ts';
import { askPerson } from './ask-person.ts';
import { callTool, type RunLine, refusalOf, type ToolCall, type ToolResult } from './call-tool.ts';
import { messageLines } from './message-lines.ts';
import { inputOf, outputSchema, type Schema, schemaOf } from './tool-schemas.ts';
import { createToolWords, type NamedTool } from './tool-words.ts';
import { changePlans, type ToolPlan, toolPlans } from './tools.ts';
import { createWrittenFiles, type WrittenFiles } from './written-files.ts';

export interface McpTask {
  readonly context: Context;
  readonly run: RunLine;
  readonly commands: readonly Command[];
  /** The profile, address and workspace for a command, as options of the command line. */
  readonly connection: (declared: Command, input: ToolCall['input']) => Promise<readonly string[]>;
  /** Results have warnings, and no notes. */
  readonly quiet: boolean;
  readonly allowChanges: boolean;
  /** The only folder below which tools write files. */
  readonly exportFolder: string;
}

/** Receipts that can be read again; the oldest is forgotten first. */
const mostReceipts = 50;
const secondsBetweenSigns = 2;

/** Serves the tools over stdin and stdout until stdin ends or the run is interrupted. */
export async function serveMcp(task: McpTask): Promise<void> {
  const { context } = task;
  const answer = (text: string) => void context.stdout.write(text);
  const stdin = Readable.from(messageLines(context.stdin, answer), { objectMode: false });
  const files = createWrittenFiles(task.exportFolder, findStateFolder(context));
  const stdout = new Writable({
    write: (chunk, _encoding, done) => {
      context.stdout.write(chunk);
      done();
    },
  });
  const ended = new Promise<void>((resolve) => {
    stdin.once('end', resolve);
    stdin.once('close', resolve);
    context.stdout.once?.('error', () => resolve());
    context.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const calls = new Set<Promise<unknown>>();
  const handle = serveStdio(() => createServer(task, files, calls), {
    transport: new StdioServerTransport(stdin, stdout),
  });
  await ended;
  await handle.close();
  // Calls that were stopped clean up first: an export, for example, removes its lock.
  await Promise.allSettled(calls);
  // A client that has closed stdout may keep stdin open: nothing more is read from it.
  if (context.stdin instanceof Readable) context.stdin.destroy();
  context.signal.throwIfAborted();
}

/** The tools of this server: those whose commands exist. */
function plansOf(commands: readonly Command[], allowChanges: boolean): readonly NamedTool[] {
  const plans = allowChanges ? [...toolPlans, ...changePlans] : toolPlans;
  return plans.flatMap((plan) => {
    const lines = typeof plan.words === 'string' ? [plan.words] : Object.values(plan.words);
    const found = commands.filter(({ words }) => lines.includes(words));
    return found.length === 0 ? [] : [{ plan, commands: found }];
  });
}

function createServer(task: McpTask, files: WrittenFiles, calls: Set<Promise<unknown>>): McpServer {
  const server = new McpServer(
    { name: 'costctl', version },
    {
      instructions:
        'Answers questions about cloud cost. Amounts are exact decimals as text, one total for each currency: never add amounts of different currencies. about says what the figures are: beside them, repeat its warnings and say if data is missing. A result with omitted above 0 is incomplete: ask a narrower question.',
    },
  );
  const receipts = new Map<string, string>();
  addReceipts(server, receipts);
  const tools = plansOf(task.commands, task.allowChanges);
  for (const { plan, commands } of tools) {
    const words = createToolWords(plan, tools);
    const expected = inputOf(plan, commands);
    const schema = schemaOf(expected);
    const { validate, ...facts } = schema['~standard'];
    // The library's own check would answer plain text.
    const accept = (value: unknown) => ({ value: isObject(value) ? { ...value } : {} });
    const open: Schema = { '~standard': { ...facts, validate: accept } };
    server.registerTool(
      plan.name,
      {
        title: plan.title,
        description: plan.description,
        inputSchema: open,
        outputSchema: schemaOf(outputSchema),
        annotations: {
          title: plan.title,
          readOnlyHint: plan.effect === 'reads',
          destructiveHint: plan.effect === 'changes the service',
          idempotentHint: true,
          openWorldHint: true,
        },
      },
      async (input, extra) => {
        const checked = await validate(input);
        if (checked.issues !== undefined) {
          const unknown = Object.keys(input).find(
            (key) => !Object.hasOwn(expected.properties, key),
          );
          const issues = checked.issues
            .map(({ message }) => message.replace(/(^|, )data(\/| )/g, '$1'))
            .join('; ');
          const what = unknown === undefined ? issues : `${plan.name} has no property ${unknown}`;
          return resultOf(refusalOf(usageError(what, `see the input schema of ${plan.name}`)));
        }
        const declared = chooseCommand(plan, commands, input);
        const stop = reportProgress(extra);
        try {
          const signal = joinSignals(task.context.signal, extra.mcpReq.signal);
          const call = callTool({
            context: { ...task.context, signal },
            run: task.run,
            quiet: task.quiet,
            plan,
            declared,
            input,
            files,
            words,
            connection: task.connection(declared, input),
            ask: (saved) => askPerson(server, extra, saved),
          });
          calls.add(call);
          const answer = await call.finally(() => calls.delete(call));
          if ('resultType' in answer) return answer;
          return resultOf(answer, remember(receipts, answer.receipt));
        } finally {
          stop();
        }
      },
    );
  }
  return server;
}

function chooseCommand(
  plan: ToolPlan,
  commands: readonly Command[],
  input: Readonly<Record<string, unknown>>,
): Command {
  const words = typeof plan.words === 'string' ? plan.words : plan.words[String(input['kind'])];
  const found = commands.find((one) => one.words === words);
  // The schema of the input lets no other kind through.
  if (found === undefined) throw new Error(`there is no command for ${String(input['kind'])}`);
  return found;
}

function resultOf({ exitCode, receipt: _text, ...answer }: ToolResult, receipt?: string) {
  const structuredContent = { ...answer, ...(receipt === undefined ? {} : { receipt }) };
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
    structuredContent,
    // A check that failed is an answer too.
    isError: !answer.ok && exitCode !== 11,
  };
}

/** Receipts are resources, so that a model need not carry them along. */
function addReceipts(server: McpServer, receipts: ReadonlyMap<string, string>): void {
  const mimeType = 'application/json';
  const template = new ResourceTemplate('receipt://costctl/{number}', {
    list: () => ({ resources: [...receipts.keys()].map((uri) => ({ uri, name: uri, mimeType })) }),
  });
  const description = 'what was read, counted and summed for an answer';
  server.registerResource('receipt', template, { title: 'Receipt', description }, ({ href }) => {
    const text = receipts.get(href);
    if (text === undefined) throw new ResourceNotFoundError(href);
    return { contents: [{ uri: href, mimeType, text }] };
  });
}

function remember(receipts: Map<string, string>, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const last = [...receipts.keys()].at(-1)?.split('/').at(-1) ?? '0';
  const uri = `receipt://costctl/${Number(last) + 1}`;
  receipts.set(uri, text);
  const [oldest] = receipts.keys();
  if (receipts.size > mostReceipts && oldest !== undefined) receipts.delete(oldest);
  return uri;
}

/** Signs of life while a tool runs, if the client asked for them. */
function reportProgress(extra: ServerContext): () => void {
  const { _meta: meta, notify } = extra.mcpReq;
  const token = meta?.progressToken;
  if (token === undefined) return () => undefined;
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += secondsBetweenSigns;
    const params = { progressToken: token, progress: seconds, message: `${seconds} s` };
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, secondsBetweenSigns * 1000);
  return () => clearInterval(timer);
}
