import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createServer } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { openTunnel } from '../faults/tunnel.ts';
import { createCertificate } from '../helpers/certificate.ts';
import { pageOf } from '../helpers/service.ts';
import { runProgram } from './program.ts';
import { openPlace } from './service.ts';

const place = openPlace();
afterAll(() => place.close());

test('a certificate is trusted only if NODE_EXTRA_CA_CERTS names it', async () => {
  const pair = createCertificate({ host: 'localhost' });
  const cert = join(place.folder, 'cert.pem');
  writeFileSync(cert, pair.cert);
  const body = JSON.stringify(pageOf([{ id: 'wsp_a' }]));
  const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const server = createServer(pair, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const service = { url: new URL(`https://localhost:${port}`) };
  const line = ['workspaces', 'list', '-o', 'json', '--retries', '0'];
  try {
    const env = { NODE_EXTRA_CA_CERTS: cert };
    const trusted = await place.costctl(service, line, { env });
    expect(trusted).toMatchObject({ status: 0, stdout: '[{"id":"wsp_a"}]\n', stderr: '' });
    const stranger = await place.costctl(service, line);
    expect(stranger.status).toBe(8);
    expect(JSON.parse(stranger.stderr).error.hint).toContain('NODE_EXTRA_CA_CERTS=FILE');
  } finally {
    server.close();
  }
});

test('what may not be sent twice is sent once, also over a connection that was used before', async () => {
  const pair = createCertificate({ host: 'localhost' });
  const cert = join(place.folder, 'reused.pem');
  writeFileSync(cert, pair.cert);
  const requests: string[] = [];
  const server = createServer(pair, (socket) => {
    let request = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      request += chunk.toString('latin1');
      if (!/^GET .*\r\n\r\n$|\}$/s.test(request)) return;
      const [method = ''] = request.split(' ');
      request = '';
      requests.push(method);
      if (requests.length === 3) {
        socket.destroy();
        return;
      }
      const body = JSON.stringify(method === 'GET' ? pageOf([]) : { id: 'usr_a' });
      const status = method === 'GET' ? 200 : 201;
      socket.write(`HTTP/1.1 ${status} x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const service = { url: new URL(`https://localhost:${port}`) };
  const person = { firstName: 'Ada', lastName: 'Byron', role: 'viewer' };
  const people = ['ada@example.com', 'bo@example.com'].map((email) => ({ email, ...person }));
  const { status, stdout } = await place.costctl(
    service,
    ['users', 'invite', '--from', '-', '--concurrency', '1', '-o', 'csv'],
    { env: { NODE_EXTRA_CA_CERTS: cert }, stdin: JSON.stringify(people) },
  );
  server.close();
  expect([status, requests]).toEqual([9, ['GET', 'POST', 'POST']]);
  expect(stdout).toContain('bo@example.com,failed,');
});

test('a program that uses the library trusts no other certificate, whatever Node is allowed', async () => {
  const requests: string[] = [];
  const server = createServer(createCertificate({ host: 'localhost' }), (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (chunk) => requests.push(chunk.toString('latin1')));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const script = join(place.folder, 'list.mjs');
  writeFileSync(
    script,
    `import { createClient } from ${JSON.stringify(pathToFileURL(resolve('dist/library.mjs')).href)};
const client = createClient({ baseUrl: 'https://localhost:${port}', token: 'tok_of_the_test', retries: 0 });
for await (const _ of client.list('listWorkspaces'));`,
  );
  const program = [process.execPath, script];
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const { status, stderr } = await runProgram([], { program, env });
  server.close();
  expect(stderr).toContain('its certificate is self-signed');
  expect([status, requests]).toEqual([1, []]);
});

describe('a certificate that changes, to one that is not trusted, receives no token', () => {
  const [known, other] = [1, 2].map(() => createCertificate({ host: 'localhost' }));
  const page = (records: readonly unknown[], next: string | null) => {
    const body = JSON.stringify(pageOf(records, { next }));
    return `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };

  /** Changes after the first request: the next connection sees another certificate. */
  async function openChanging(isPaged: boolean) {
    const requests: string[] = [];
    const server = createServer(known ?? {}, (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (chunk) => {
        requests.push(chunk.toString('latin1'));
        server.setSecureContext(other ?? {});
        socket.end(page([{ id: 'wsp_a' }], isPaged ? '/v1/workspaces?page=2' : null));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const { port } = server.address() as AddressInfo;
    const cert = join(place.folder, 'known.pem');
    writeFileSync(cert, known?.cert ?? '');
    const service = { url: new URL(`https://localhost:${port}`) };
    const line = ['workspaces', 'list', '-o', 'json', '--retries', '0'];
    const list = () => place.costctl(service, line, { env: { NODE_EXTRA_CA_CERTS: cert } });
    return { server, requests, list };
  }

  test('between two requests of a run', async () => {
    const { server, requests, list } = await openChanging(true);
    const { status, stdout, stderr } = await list();
    expect([status, stdout, requests.length]).toEqual([8, '', 1]);
    expect(stderr).toContain('self-signed');
    server.close();
  });

  test('between two runs', async () => {
    const { server, requests, list } = await openChanging(false);
    expect(await list()).toMatchObject({ status: 0, stdout: '[{"id":"wsp_a"}]\n' });
    expect(await list()).toMatchObject({ status: 8, stdout: '' });
    expect(requests).toHaveLength(1);
    server.close();
  });
});

test('a service behind a proxy is reached through TLS', async () => {
  const pair = createCertificate({ host: 'service.example' });
  const cert = join(place.folder, 'behind.pem');
  writeFileSync(cert, pair.cert);
  const body = JSON.stringify(pageOf([{ id: 'wsp_a' }]));
  const server = createServer(pair, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.end(
        `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const tunnel = await openTunnel(() => `http://127.0.0.1:${port}`);
  try {
    const service = { url: new URL('https://service.example') };
    const env = { NODE_EXTRA_CA_CERTS: cert, HTTPS_PROXY: tunnel.env.HTTP_PROXY };
    const line = ['workspaces', 'list', '-o', 'json'];
    expect(await place.costctl(service, line, { env })).toMatchObject({
      status: 0,
      stdout: '[{"id":"wsp_a"}]\n',
    });
  } finally {
    await tunnel.close();
    server.close();
  }
});
