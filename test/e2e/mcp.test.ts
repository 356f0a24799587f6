import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launcher } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'costctl-mcp-test-'));
const env = { PATH: process.env['PATH'] ?? '', COSTCTL_CONFIG_DIR: folder };
const client = new Client({ name: 'test', version: '1' });

beforeAll(async () => {
  const args = [launcher, 'mcp', '--sandbox'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
});
afterAll(() => client.close());

interface Structured {
  readonly ok: boolean;
  readonly result: unknown;
  readonly omitted: number;
  readonly error?: { readonly code: string; readonly message: string };
}

async function call(name: string, input: Record<string, unknown> = {}): Promise<Structured> {
  const { structuredContent } = await client.callTool({ name, arguments: input });
  return structuredContent as unknown as Structured;
}

test('offers at most ten tools, all read-only except the export', async () => {
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(3);
  expect(tools.length).toBeLessThanOrEqual(10);
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
  expect(writing.map(({ name }) => name)).toEqual(['export_costs']);
  for (const { description, outputSchema } of tools) {
    expect(description?.length).toBeGreaterThan(80);
    expect(outputSchema).toBeDefined();
  }
});

test('a list returns the records', async () => {
  const { ok, result, omitted } = await call('list_records', { kind: 'workspaces' });
  expect({ ok, omitted }).toEqual({ ok: true, omitted: 0 });
  expect(result).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: 'wsp_storefront' })]),
  );
});

test('a summary returns exact decimals as text and a readable receipt', async () => {
  const { structuredContent } = await client.callTool({
    name: 'spend_summary',
    arguments: { from: '2026-10-01', to: '2026-10-02', by: ['service'], top: 2 },
  });
  const { ok, result, receipt } = structuredContent as unknown as Structured & { receipt: string };
  expect(ok).toBe(true);
  expect(result).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ total: expect.stringMatching(/^\d+\.\d+$/) }),
    ]),
  );
  const { contents } = await client.readResource({ uri: receipt });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ complete: true });
});

test('two parallel calls each get their own answer', async () => {
  const [providers, metrics] = await Promise.all([
    call('list_records', { kind: 'providers' }),
    call('list_records', { kind: 'metrics' }),
  ]);
  expect(JSON.stringify(providers.result)).toContain('prv_');
  expect(JSON.stringify(metrics.result)).toContain('bmt_');
});

describe('a hostile client', () => {
  test('gets an error object for input that the command rejects', async () => {
    const { ok, error } = await call('spend_summary', { month: '2026-99' });
    expect(ok).toBe(false);
    expect(error).toMatchObject({ code: 'usage', message: expect.stringContaining('--month') });
  });

  test.each<[string, string, Record<string, unknown>]>([
    ['an unknown tool', 'drop_everything', {}],
    ['a wrong type', 'list_records', { kind: 7 }],
    ['an unknown kind', 'list_records', { kind: 'passwords' }],
    ['an unknown property', 'list_records', { kind: 'users', '--yes': true }],
    ['a huge argument', 'list_records', { kind: 'x'.repeat(1_000_000) }],
  ])('is rejected for %s', async (_name, name, input) => {
    const outcome = await client.callTool({ name, arguments: input }).then(
      ({ isError }) => isError === true,
      () => true,
    );
    expect(outcome).toBe(true);
  });

  test('cannot inject an option through a value', async () => {
    const { ok, error } = await call('spend_summary', { month: '2026-10 --base-url=http://x' });
    expect({ ok, code: error?.code }).toEqual({ ok: false, code: 'usage' });
  });
});

test('a closed pipe ends the server', async () => {
  const server = spawn(process.execPath, [launcher, 'mcp', '--sandbox'], { env });
  const status = new Promise((resolve) => server.once('exit', resolve));
  server.stdin.end();
  expect(await status).toBe(0);
});
