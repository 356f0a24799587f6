import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer, TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { createCertificate } from '../helpers/certificate.ts';
import { createTestClient, failureOf, serve, testToken } from '../helpers/client.ts';
import { answer, openLoopback, type Reply, stall } from '../helpers/loopback.ts';

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function listen(server: Server): Promise<number | undefined> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
}

const tunnel: Reply = (socket) => socket.write('HTTP/1.1 200 Connected\r\n\r\n');
const reading = { method: 'GET', path: '/v1/things', idempotent: true };

async function throughProxy(env: Record<string, string>, ...replies: Reply[]) {
  const server = await openLoopback(...replies);
  const client = createTestClient(new URL('http://api.example'), {
    env: { HTTP_PROXY: server.url.href, ...env },
    retries: 0,
    timeout: 200,
  });
  opened.push(client, server);
  return { server, client };
}

test('a request goes through the proxy tunnel, and the proxy does not receive the token', async () => {
  const { server, client } = await throughProxy({}, tunnel, answer(200, { ok: true }));
  expect((await client.request(reading)).body.toString()).toBe('{"ok":true}');
  const [connect, request] = server.requests;
  expect(connect).toMatchObject({ method: 'CONNECT', path: 'api.example:80' });
  expect(JSON.stringify(connect)).not.toContain(testToken);
  expect(request?.headers['authorization']).toBe(`Bearer ${testToken}`);
});

test('a proxy that refuses the connection is named', async () => {
  const { server, client } = await throughProxy({}, answer(403));
  await expect(client.request(reading)).rejects.toMatchObject({
    code: 'network',
    message: `the proxy ${server.url.host} refused a connection to http://api.example: it answered 403`,
    details: { hint: expect.stringContaining('NO_PROXY') },
  });
});

test('a proxy that rejects the password is named without showing the password', async () => {
  const server = await openLoopback(answer(407));
  const address = `http://user:hunter2@${server.url.host}`;
  const client = createTestClient(new URL('https://api.example'), {
    env: { HTTPS_PROXY: address },
    retries: 0,
  });
  opened.push(client, server);
  const error = await failureOf(client.request(reading));
  expect(error.message).toContain(`the proxy ${server.url.host} refused`);
  expect(error.details.hint).toContain('USER:PASSWORD');
  expect(JSON.stringify(error)).not.toContain('hunter2');
});

test('a proxy that cannot be reached is named', async () => {
  const server = await openLoopback();
  await server.close();
  const client = createTestClient(new URL('https://api.example'), {
    env: { HTTPS_PROXY: server.url.href },
    retries: 0,
  });
  opened.push(client);
  const error = await failureOf(client.request(reading));
  expect(error.message).toBe(
    `no connection to https://api.example through the proxy ${server.url.host}: the connection was refused`,
  );
  expect(error.details.hint).toContain('HTTPS_PROXY');
});

test.each([
  ['user:p%40ss@', 'user:p@ss'],
  ['user@', 'user:'],
  ['user:100%@', 'user:100%'],
])('the credentials %s go to the proxy, and not to the service', async (written, meant) => {
  const { server, client } = await throughProxy({}, tunnel, answer(200));
  const { host } = server.url;
  const named = createTestClient(new URL('http://api.example'), {
    env: { HTTP_PROXY: `http://${written}${host}` },
  });
  opened.push(named);
  await client.request(reading);
  await named.request(reading);
  const expected = `Basic ${Buffer.from(meant).toString('base64')}`;
  const sent = server.requests.map(({ headers }) => headers['proxy-authorization']);
  expect(sent).toEqual([undefined, undefined, expected, undefined]);
  expect(server.requests[3]?.headers['authorization']).toBe(`Bearer ${testToken}`);
});

test('a connection that the system refuses at once is not taken for one that was lost', async () => {
  const client = createTestClient(new URL('http://255.255.255.255'), { retries: 1, timeout: 200 });
  opened.push(client);
  const failed = await failureOf(client.request({ ...reading, method: 'POST', idempotent: false }));
  expect(failed.message).not.toContain('lost');
  expect(failed.details.hint).not.toContain('may have been applied');
});

test('a proxy that never answers holds up neither the request nor the end', async () => {
  const { client } = await throughProxy({}, stall);
  const { message } = await failureOf(client.request(reading));
  expect(message).toMatch(
    /^no connection to http:\/\/api\.example through the proxy .* within 0\.2 s$/,
  );
});

test('a host behind a proxy that speaks first, and not HTTP, is reported and not asked until the time limit', async () => {
  const speak: Reply = (socket) =>
    void socket.end('HTTP/1.1 200 Connected\r\n\r\n220 mail ready\r\n');
  const { server, client } = await throughProxy({}, ...Array.from({ length: 50 }, () => speak));
  await expect(client.request(reading)).rejects.toMatchObject({
    code: 'unexpected_response',
    message: expect.stringContaining('it is not HTTP'),
  });
  expect(server.requests.length).toBeLessThan(10);
});

test.each([
  ['speaks first', '220 mail ready\r\n', undefined],
  ['answers with something else', undefined, '500 what is this?\r\n'],
])('a proxy that %s is reported as no HTTP proxy', async (_case, greeting, reply) => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    if (greeting !== undefined) socket.write(greeting);
    socket.on('data', () => reply !== undefined && socket.write(reply));
  });
  const HTTP_PROXY = `http://127.0.0.1:${await listen(server)}`;
  const client = createTestClient(new URL('http://api.example'), { env: { HTTP_PROXY } });
  opened.push(client, { close: async () => void server.close() });
  const { code, message } = await failureOf(client.request({ ...reading, method: 'POST' }));
  expect(code).toBe('network');
  expect(message).toMatch(
    /^no connection to .* through the proxy .*: the proxy does not speak HTTP$/,
  );
  expect(connections).toBe(3);
});

test('a tunnel that never opens does not hold up the next attempt', async () => {
  const { server, client } = await throughProxy({}, stall, tunnel, answer(200));
  const again = createTestClient(new URL('http://api.example'), {
    env: { HTTP_PROXY: server.url.href },
    ...{ retries: 1, timeout: 200, concurrency: 1 },
  });
  opened.push(again);
  expect(await again.request(reading)).toMatchObject({ status: 200, attempts: 2 });
  await client.close();
});

test('a body from behind a proxy is held back while it is written', async () => {
  const most = 64;
  let sent = 0;
  const { client } = await throughProxy({}, tunnel, async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n');
    for (; sent < most; sent += 1) {
      await new Promise((written) => socket.write(Buffer.alloc(2 ** 20), written));
    }
    socket.end();
  });
  let received = 0;
  const sentBefore: number[] = [];
  const write = async (piece: Uint8Array) => {
    if (received === 0) await new Promise((resolve) => setTimeout(resolve, 500));
    if (received === 0) sentBefore.push(sent);
    received += piece.length;
  };
  await client.request({ ...reading, receive: () => ({ write }) });
  expect(received).toBe(most * 2 ** 20);
  expect(sentBefore[0]).toBeLessThan(most / 2);
});

test('what came before the proxy closed the connection is received, however slowly it is taken', async () => {
  const size = 1_060_000;
  const body = Buffer.alloc(size, 'costs ');
  for (const length of [`content-length: ${size}\r\n`, '']) {
    const { client } = await throughProxy({}, tunnel, (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nconnection: close\r\n${length}\r\n`);
      socket.end(body);
    });
    const pieces: Uint8Array[] = [];
    const write = async (piece: Uint8Array) => {
      pieces.push(piece);
      await new Promise((resolve) => setTimeout(resolve, 3));
    };
    await client.request({ ...reading, receive: () => ({ write }) });
    expect(Buffer.concat(pieces).equals(body)).toBe(true);
  }
});

test('a service behind a proxy is held to its certificate', async () => {
  const { key, cert } = createCertificate({ host: 'api.example' });
  const server = await openLoopback((socket) => {
    tunnel(socket, { method: '', path: '', headers: {}, body: '' });
    socket.removeAllListeners('data');
    new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined);
  });
  const client = createTestClient(new URL('https://api.example'), {
    env: { HTTPS_PROXY: server.url.href },
    retries: 0,
  });
  opened.push(client, server);
  const { message } = await failureOf(client.request(reading));
  expect(message).toBe(
    'no secure connection to https://api.example: its certificate is self-signed',
  );
});

test.each(['127.0.0.1', 'other.example'])(
  'a proxy whose own certificate, for %s, is refused is blamed for it',
  async (host) => {
    const server = createServer(createCertificate({ host }));
    const port = await listen(server);
    const client = createTestClient(new URL('https://api.example'), {
      env: { HTTPS_PROXY: `https://127.0.0.1:${port}` },
      retries: 0,
    });
    opened.push(client, { close: async () => void server.close() });
    const { message } = await failureOf(client.request(reading));
    expect(message).toContain("the proxy's certificate is not trusted");
  },
);

test('NO_PROXY bypasses the proxy', async () => {
  const { server, client } = await throughProxy({ NO_PROXY: '.example' }, tunnel);
  await expect(client.request(reading)).rejects.toMatchObject({ code: 'network' });
  expect(server.requests).toEqual([]);
});

test.each(['user:hunter2@proxy:port', 'socks5://user:hunter2@proxy'])(
  'an invalid proxy address is a configuration error and is not shown',
  async (HTTPS_PROXY) => {
    const client = createTestClient(new URL('https://api.example'), { env: { HTTPS_PROXY } });
    opened.push(client);
    const error: unknown = await client.request(reading).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: 'not_configured',
      details: { hint: expect.stringContaining('HTTPS_PROXY') },
    });
    expect(JSON.stringify(error)).not.toContain('hunter2');
  },
);

test.each(['127.0.0.1:1/path', 'http://127.0.0.1:1/path?q#f', 'http:/127.0.0.1:1'])(
  'a proxy is reached whatever follows its address: %s',
  async (HTTPS_PROXY) => {
    const base = new URL('https://api.example');
    const client = createTestClient(base, { env: { HTTPS_PROXY }, retries: 0 });
    opened.push(client);
    const { message } = await failureOf(client.request(reading));
    expect(message).toContain('through the proxy 127.0.0.1:1: the connection was refused');
  },
);

test('one connection is used for consecutive requests', async () => {
  const used = new Set<Socket>();
  const server = await openLoopback((socket, request) => {
    used.add(socket);
    answer(200)(socket, request);
  });
  const client = createTestClient(server.url, { concurrency: 1 });
  opened.push(client, server);
  for (let sent = 0; sent < 5; sent += 1) await client.request(reading);
  expect([server.requests.length, used.size]).toEqual([5, 1]);
});

test('a connection that the service closed is not used again', async () => {
  const server = await openLoopback((socket, request) => {
    answer(200)(socket, request);
    socket.end();
  });
  const client = createTestClient(server.url, { concurrency: 1, retries: 0 });
  opened.push(client, server);
  const creating = { method: 'POST', path: '/v1/things', idempotent: false, body: '{}' };
  for (let sent = 0; sent < 3; sent += 1) {
    expect(await client.request(creating)).toMatchObject({ status: 200, attempts: 1 });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(server.requests).toHaveLength(3);
});

test('a switch to another protocol is reported as not HTTP', async () => {
  const server = await openLoopback((socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
  });
  const client = createTestClient(server.url, { retries: 0 });
  opened.push(client, server);
  const { code, message } = await failureOf(client.request(reading));
  expect([code, message]).toEqual([
    'unexpected_response',
    'the response to GET /v1/things cannot be read: it is not HTTP',
  ]);
});

test('a DELETE with a body has a content length', async () => {
  const server = await openLoopback(answer(200));
  const client = createTestClient(server.url);
  opened.push(client, server);
  await client.request({ ...reading, method: 'DELETE', body: '{"a":"ü"}' });
  expect(server.requests[0]).toMatchObject({ headers: { 'content-length': '10' } });
});

/** A body whose pieces all differ, and arrive one after another. */
const bodyOf = (name: string) =>
  Array.from({ length: 30 }, (_, at) => `${name}${at} `.repeat(9000));

const sendSlowly: Reply = async (socket, { path }) => {
  const pieces = bodyOf(path);
  const length = path.endsWith('length') ? `content-length: ${pieces.join('').length}\r\n` : '';
  socket.write(`HTTP/1.1 200 OK\r\nconnection: close\r\n${length}\r\n`);
  for (const piece of pieces) await new Promise((sent) => socket.write(piece, sent));
  socket.end();
};

test('what arrives on several connections at once is not mixed, however it is received', async () => {
  const { client } = await serve([sendSlowly], { concurrency: 4 });
  const paths = ['/a/length', '/b/none', '/c/length', '/d/none'];
  const received = paths.map(async (path, at) => {
    if (at < 2) return (await client.request({ ...reading, path })).body.toString();
    const pieces: Uint8Array[] = [];
    const write = async (piece: Uint8Array) => {
      pieces.push(piece);
      await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await client.request({ ...reading, path, receive: () => ({ write }) });
    return Buffer.concat(pieces).toString();
  });
  const texts = await Promise.all(received);
  expect(texts.map((text, at) => text === bodyOf(paths[at] ?? '').join(''))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});
