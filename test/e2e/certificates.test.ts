import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { pageOf } from '../helpers/service.ts';
import { openPlace } from './service.ts';

const place = openPlace();
afterAll(() => place.close());

test('a certificate is trusted where NODE_EXTRA_CA_CERTS names it, and only there', async () => {
  const [key, cert] = [join(place.folder, 'key.pem'), join(place.folder, 'cert.pem')];
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 2 -addext subjectAltName=DNS:localhost';
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'pipe' });
  const body = JSON.stringify(pageOf([{ id: 'wsp_a' }]));
  const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
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
