import { PassThrough } from 'node:stream';
import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import type { Described } from '../../src/output/view.ts';
import { type Outcome, run, type World } from './run.ts';

/** The server in process: what is written to it, and each line that it writes. */
export function openMcp(
  onLine: (line: string) => void,
  words: readonly string[] = [],
  world: World = {},
) {
  const stdin = new PassThrough();
  let rest = '';
  const onOutput = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  };
  const ended = run(['mcp', ...words], { ...world, stdin, onOutput });
  return { stdin, ended };
}

export interface Answer {
  readonly ok: boolean;
  readonly result: unknown;
  readonly about?: Described['facts'];
  readonly omitted: number;
  readonly notes: readonly string[];
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string };
  readonly receipt?: string;
  readonly plan?: string;
}

export interface McpClient {
  readonly client: Client;
  readonly call: (name: string, input?: Record<string, unknown>) => Promise<Answer>;
  /** Ends stdin, and waits for the end of the run. */
  readonly close: () => Promise<Outcome>;
}

/** The official client, connected to the server in process. */
export async function connectMcp(
  words: readonly string[],
  world: World = {},
  /** What the person answers to a question of the server; without it the client cannot ask. */
  answer?: (question: string) => { action: 'accept' | 'decline'; apply: boolean },
): Promise<McpClient> {
  const transport: Transport = {
    start: () => Promise.resolve(),
    send: async (message) => void server.stdin.write(`${JSON.stringify(message)}\n`),
    close: async () => void server.stdin.end(),
  };
  const onLine = (line: string) => transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
  const server = openMcp(onLine, words, world);
  const capabilities = answer === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const { action, apply } = answer(params.message);
      return { action, content: { apply } };
    });
  }
  await client.connect(transport);
  return {
    client,
    async call(name, input = {}) {
      const { structuredContent } = await client.callTool({ name, arguments: input });
      return structuredContent as unknown as Answer;
    },
    async close() {
      await client.close();
      return server.ended;
    },
  };
}
