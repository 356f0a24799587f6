import { expect, test } from 'vitest';
import { openMcp } from '../../helpers/mcp.ts';

interface Message {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The server as a client that speaks the bare protocol sees it. */
async function open() {
  const answers = new Map<unknown, (message: Message) => void>();
  const stray: string[] = [];
  const { stdin, ended } = openMcp(
    (line) => {
      const message: Message = JSON.parse(line);
      const take = answers.get(message.id);
      if (take === undefined) stray.push(line);
      else take(message);
    },
    ['--sandbox'],
  );
  let last = 0;
  const ask = (method: string, params: unknown = {}) => {
    last += 1;
    const id = last;
    const answer = new Promise<Message>((resolve) => answers.set(id, resolve));
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answer;
  };
  const clientInfo = { name: 'hostile', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return { stdin, ask, ended, stray };
}

const list = { name: 'list_records', arguments: { kind: 'workspaces' } };

test.each<[string, string, readonly number[]]>([
  ['a line that is no JSON', 'nonsense\n', [-32700]],
  ['an empty line', '\n', []],
  ['JSON that is no message', '[1,2]\n"x"\nnull\n', [-32600, -32600, -32600]],
  ['a message of another version', '{"jsonrpc":"1.0","id":900,"method":"ping"}\n', [-32600]],
  ['an answer to no request', '{"jsonrpc":"2.0","id":900,"result":{}}\n', []],
  ['bytes that are no text', '\u0000\uffff\n', [-32700]],
  ['a deeply nested line', `${'['.repeat(100_000)}\n`, [-32700]],
  ['a call of 16 MB', `{"jsonrpc":"2.0","id":900,"method":"${'x'.repeat(16e6)}"}\n`, [-32700]],
  ['a call of 7 MB', `{"jsonrpc":"2.0","id":900,"method":"${'x'.repeat(7e6)}"}\n`, [-32601]],
  ['a notification of the unknown', '{"jsonrpc":"2.0","method":"notifications/nothing"}\n', []],
])('the server reports %s, and still answers the next call', async (_what, text, codes) => {
  const server = await open();
  server.stdin.write(text);
  const { result } = await server.ask('tools/call', list);
  expect(JSON.stringify(result)).toContain('wsp_storefront');
  const reported = server.stray.map((line): Message => JSON.parse(line));
  expect(reported.map(({ error }) => error?.code)).toEqual(codes);
  server.stdin.end();
  expect(await server.ended).toMatchObject({ exitCode: 0 });
});

test.each<[string, string, unknown]>([
  ['an unknown method', 'tools/destroy', {}],
  ['a call without a name', 'tools/call', {}],
  ['arguments that are no object', 'tools/call', { name: 'list_records', arguments: 'users' }],
  ['a name that every object has', 'tools/call', { name: '__proto__', arguments: {} }],
  ['a receipt that does not exist', 'resources/read', { uri: 'receipt://costctl/99' }],
  ['a file', 'resources/read', { uri: 'file:///etc/passwd' }],
])('%s gets an error that reveals nothing', async (_what, method, params) => {
  const server = await open();
  const { error, result } = await server.ask(method, params);
  const isRefused = error !== undefined || JSON.stringify(result).includes('"isError":true');
  expect(isRefused).toBe(true);
  expect(JSON.stringify({ error, result })).not.toMatch(/root:|at .*\.[cm]?[jt]s/);
  server.stdin.end();
  expect(await server.ended).toMatchObject({ exitCode: 0 });
});

test('a name that the system refuses gets an error of this program', async () => {
  const server = await open();
  const exported = { month: '2026-10', file: `${'x'.repeat(300)}.csv` };
  const { result } = await server.ask('tools/call', { name: 'export_costs', arguments: exported });
  expect(result).toMatchObject({
    isError: true,
    structuredContent: { ok: false, error: { code: 'file' } },
  });
  server.stdin.end();
  await server.ended;
});

test('fifty parallel calls each get their own answer', async () => {
  const server = await open();
  const kinds = ['workspaces', 'providers', 'metrics', 'users', 'filters'];
  const asked = Array.from({ length: 50 }, (_, at) => kinds[at % kinds.length] ?? '');
  const prefixes = ['wsp_', 'prv_', 'bmt_', 'usr_', 'flt_'];
  const answers = await Promise.all(
    asked.map((kind) => server.ask('tools/call', { name: 'list_records', arguments: { kind } })),
  );
  for (const [at, { result }] of answers.entries()) {
    expect(JSON.stringify(result)).toContain(prefixes[at % prefixes.length]);
  }
  expect(server.stray).toEqual([]);
  server.stdin.end();
  await server.ended;
});

test('a canceled call is not answered, but the next call is', async () => {
  const server = await open();
  const summary = { from: '2024-01-01', to: '2026-10-31', by: ['service'] };
  let answered = false;
  const slow = server.ask('tools/call', { name: 'spend_summary', arguments: summary });
  void slow.then(() => {
    answered = true;
  });
  server.stdin.write(
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}\n',
  );
  const { result } = await server.ask('tools/call', list);
  expect(JSON.stringify(result)).toContain('wsp_storefront');
  expect(answered).toBe(false);
  server.stdin.end();
  expect(await server.ended).toMatchObject({ exitCode: 0 });
});
