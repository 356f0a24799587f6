import { afterEach, expect, test } from 'vitest';
import { proxiesFor } from '../../src/http/dispatcher.ts';
import { createTestClient, testToken } from '../helpers/client.ts';
import { answer, openLoopback, type Reply } from '../helpers/loopback.ts';

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const proxy = 'http://proxy.example:8080';

test.each<[string, Record<string, string>, boolean]>([
  ['https://api.example', {}, false],
  ['https://api.example', { HTTPS_PROXY: '' }, false],
  ['https://api.example', { HTTPS_PROXY: proxy }, true],
  ['https://api.example', { https_proxy: proxy }, true],
  ['http://api.example', { HTTP_PROXY: proxy }, true],
  ['http://localhost:8080', { HTTP_PROXY: proxy }, false],
  ['http://127.0.0.1', { HTTP_PROXY: proxy }, false],
  ['http://127.9.9.9', { HTTP_PROXY: proxy }, false],
  ['http://[::1]:80', { HTTP_PROXY: proxy }, false],
  ['http://127.0.0.1.example', { HTTP_PROXY: proxy }, true],
])('%s with %j goes through a proxy: %s', (baseUrl, env, proxied) => {
  expect(proxiesFor(new URL(baseUrl), env) !== undefined).toBe(proxied);
});

const tunnel: Reply = (socket) => socket.write('HTTP/1.1 200 Connected\r\n\r\n');
const reading = { method: 'GET', path: '/v1/things', idempotent: true };

async function throughProxy(env: Record<string, string>, ...replies: Reply[]) {
  const server = await openLoopback(...replies);
  const client = createTestClient(new URL('http://api.example'), {
    env: { HTTP_PROXY: server.url.href, ...env },
    retries: 0,
    timeout: 2000,
  });
  opened.push(client, server);
  return { server, client };
}

test('a request goes through the tunnel of the proxy, which is not told the token', async () => {
  const { server, client } = await throughProxy({}, tunnel, answer(200, { ok: true }));
  expect((await client.request(reading)).body.toString()).toBe('{"ok":true}');
  const [connect, request] = server.requests;
  expect(connect).toMatchObject({ method: 'CONNECT', path: 'api.example:80' });
  expect(JSON.stringify(connect)).not.toContain(testToken);
  expect(request?.headers['authorization']).toBe(`Bearer ${testToken}`);
});

test('a proxy that refuses is named', async () => {
  const { client } = await throughProxy({}, answer(407));
  await expect(client.request(reading)).rejects.toMatchObject({
    code: 'network',
    message: 'the proxy refused a connection to http://api.example',
  });
});

test('NO_PROXY is honoured', async () => {
  const { server, client } = await throughProxy({ NO_PROXY: '.example' }, tunnel);
  await expect(client.request(reading)).rejects.toMatchObject({ code: 'network' });
  expect(server.requests).toEqual([]);
});

test('a proxy address that is no URL is a matter of configuration, and is not shown', async () => {
  const client = createTestClient(new URL('https://api.example'), {
    env: { HTTPS_PROXY: 'user:hunter2@proxy' },
  });
  opened.push(client);
  const error: unknown = await client.request(reading).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'not_configured' });
  expect(JSON.stringify(error)).not.toContain('hunter2');
});
