import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createFolder, launcher, removeFolder, runProgram } from './program.ts';

const folder = createFolder();
let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));
afterAll(() => removeFolder(folder));

interface Serving {
  readonly url: string;
  readonly organizationToken: string;
  readonly workspaceToken: string;
  /** Ends it and reports how it ended, and what it had said on stderr. */
  readonly end: (signal: NodeJS.Signals) => Promise<{ status: number | null; said: string }>;
}

async function serve(...options: readonly string[]): Promise<Serving> {
  const line = [launcher, 'sandbox', 'serve', '--memory', '-o', 'json', ...options];
  const started = spawn(process.execPath, line, {
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  const said = text(started.stderr);
  const [printed] = await once(started.stdout, 'data');
  return {
    ...JSON.parse(String(printed)),
    async end(signal) {
      const ended = once(started, 'close');
      started.kill(signal);
      const [status] = await ended;
      return { status, said: await said };
    },
  };
}

/** The built program as another program would be pointed at the service. */
function costctl({ url }: Serving, token: string, line: readonly string[]) {
  const env = { HOME: folder, COSTCTL_BASE_URL: url, COSTCTL_TOKEN: token };
  return runProgram(line, { env });
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the server prints address and tokens, logs every request, and exits with 0 on %s',
  async (signal) => {
    const serving = await serve();
    expect(serving).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      organizationToken: 'sandbox-organization-token',
      workspaceToken: 'sandbox-workspace-token',
      workspaceId: 'wsp_storefront',
      state: null,
    });
    const headers = { authorization: `Bearer ${serving.organizationToken}` };
    for (const target of ['/v1/providers/available', '/v1/workspaces/wsp_nowhere', '/v1/users']) {
      await (await fetch(serving.url + target, { headers })).text();
    }
    const { status, said } = await serving.end(signal);
    const lines = said.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/^\S+Z /, '').replace(/ \d+ ms$/, ''))).toEqual([
      'GET /v1/providers/available 200',
      'GET /v1/workspaces/wsp_nowhere 404',
      'GET /v1/users 400',
    ]);
    expect(status).toBe(0);
    expect(existsSync(join(folder, '.config'))).toBe(false);
  },
);

test('other programs can use the server, each with the access of its token', async () => {
  const serving = await serve();
  const { organizationToken, workspaceToken } = serving;
  const users = ['users', 'list', '-o', 'json', '--query', 'length(@)'];
  expect(await costctl(serving, organizationToken, users)).toMatchObject({
    status: 0,
    stdout: '8\n',
  });
  expect((await costctl(serving, workspaceToken, users)).status).toBe(4);
  const workspaces = ['workspaces', 'list', '-o', 'json', '--query', '[].id'];
  expect(await costctl(serving, workspaceToken, workspaces)).toMatchObject({
    stdout: '["wsp_storefront"]\n',
  });
  expect((await costctl(serving, 'sandbox-nobody', workspaces)).status).toBe(3);
});

test('a used-up rate limit is reported with the seconds to wait', async () => {
  const serving = await serve('--rate-limit', '1/3600');
  const line = ['workspaces', 'get', 'wsp_platform', '--max-wait', '0'];
  expect((await costctl(serving, serving.organizationToken, line)).status).toBe(0);
  const refused = await costctl(serving, serving.organizationToken, line);
  expect(refused.status).toBe(7);
  expect(refused.stderr).toMatch(/^error: .*\b3\d{3} s/m);
});

test('with --fail 1 and every kind of failure, no change is reported as done', async () => {
  const serving = await serve('--fail', '1', '--seed', '3');
  const line = ['filters', 'create', '--title', 'a', '--filter', 'b', '-w', 'wsp_storefront'];
  const statuses = new Set<number | null>();
  for (let attempt = 0; attempt < 4; attempt += 1) {
    statuses.add((await costctl(serving, serving.organizationToken, line)).status);
  }
  expect(statuses).not.toContain(0);
});
