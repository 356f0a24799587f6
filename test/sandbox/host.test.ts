import { request } from 'node:http';
import { hostname } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { isLocalAddress, isOwnHost } from '../../src/sandbox/server.ts';
import { type Sandbox, start } from './start.ts';

let sandbox: Sandbox | undefined;
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});

test.each([
  ['127.0.0.1:4010', true],
  ['192.168.1.20', true],
  ['[::1]:4010', true],
  ['localhost:4010', true],
  ['LOCALHOST', true],
  [hostname(), true],
  ['sandbox.internal:4010', true],
  ['evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example:4010', false],
  ['127.0.0.1:4010@evil.example', false],
  ['evil.example:80/127.0.0.1', false],
  ['', false],
])('a request to %j is served: %j', (header, isOwn) => {
  expect(isOwnHost(header, 'sandbox.internal')).toBe(isOwn);
});

test('does not serve a request without a Host header', () => {
  expect(isOwnHost(null, '127.0.0.1')).toBe(false);
});

test('a request for another host name gets 421 and no data, even with a valid token', async () => {
  sandbox = await start();
  const { status, body } = await askAs(sandbox, 'rebound.example:4010');
  expect({ status, detail: JSON.parse(body).detail }).toEqual({
    status: 421,
    detail: 'the sandbox is not called rebound.example:4010: use its address',
  });
  expect((await askAs(sandbox, new URL(sandbox.url).host)).status).toBe(200);
});

test.each([
  ['127.0.0.1', true],
  ['127.3.2.1', true],
  ['127.100.20.255', true],
  ['127.0.0.1.example', false],
  ['x127.0.0.1', false],
  ['127.0.0', false],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.7', false],
  ['build.example', false],
])('only this computer can reach %s: %j', (address, isLocal) => {
  expect(isLocalAddress(address)).toBe(isLocal);
});

function askAs({ url, tokens }: Sandbox, host: string) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${tokens.organization}` };
    const asked = request(`${url}/v1/workspaces?page=1&limit=1`, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.on('error', reject).end();
  });
}
