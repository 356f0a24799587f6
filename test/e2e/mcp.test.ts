import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, test } from 'vitest';
import { createFolder, launcher, removeFolder } from './program.ts';

// The tools themselves are tested in process: test/cli/mcp.
const folder = createFolder();
const env = { PATH: process.env['PATH'] ?? '', COSTCTL_CONFIG_DIR: folder };
const args = [launcher, 'mcp', '--sandbox'];
const started = new Set<ChildProcess>();
afterAll(() => {
  for (const child of started) child.kill();
  removeFolder(folder);
});

test('the official client starts the program and calls a tool', async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  const kind = { kind: 'workspaces' };
  const { structuredContent } = await client.callTool({ name: 'list_records', arguments: kind });
  await client.close();
  expect(JSON.stringify(structuredContent)).toContain('"id":"wsp_storefront"');
});

test.each(['stdin', 'stdout'] as const)(
  'the server ends if a client closes %s during a call',
  async (stream) => {
    const child = spawn(process.execPath, args, { env });
    started.add(child);
    child.stdin.on('error', () => undefined);
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const send = (id: number, method: string, params: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const clientInfo = { name: 'gone', version: '1' };
    send(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    await once(child.stdout, 'data');
    const summary = { from: '2026-01-01', to: '2026-10-31', by: ['service'] };
    send(2, 'tools/call', { name: 'spend_summary', arguments: summary });
    if (stream === 'stdin') child.stdin.end();
    else {
      child.stdout.destroy();
      send(3, 'tools/list', {});
    }
    await once(child, 'close');
    expect(stderr).not.toMatch(/\bat .*\.cjs|internal/);
  },
);

test('a closed pipe ends the server', async () => {
  const server = spawn(process.execPath, args, { env });
  const status = new Promise((resolve) => server.once('exit', resolve));
  server.stdin.end();
  expect(await status).toBe(0);
});

test('many calls at once, each of which runs the token command, say nothing on stderr', async () => {
  const own = createFolder();
  const profile = { baseUrl: 'http://127.0.0.1:9', tokenCommand: 'sleep 0.5; echo token' };
  const settings = { current: 'work', profiles: { work: profile } };
  writeFileSync(join(own, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, '--retries', '0', 'mcp'],
    env: { ...env, COSTCTL_CONFIG_DIR: own },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const call = { name: 'list_records', arguments: { kind: 'providers' } };
  const answers = await Promise.all(Array.from({ length: 12 }, () => client.callTool(call)));
  await client.close();
  expect(answers.map((one) => JSON.stringify(one).includes('"code":"network"'))).not.toContain(
    false,
  );
  expect(said).toBe('');
  removeFolder(own);
});
