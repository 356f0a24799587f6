import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  type AddressInfo,
  createServer as createPlainServer,
  type Server,
  type Socket,
} from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { createFolder, removeFolder, runProgram, secretToken } from '../e2e/program.ts';
import { listen } from './proxy.ts';

interface TlsCase {
  readonly name: string;
  readonly problems: readonly string[];
}

const hello = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

/** What goes wrong while a secure connection is made: exit 8, and no byte of a request is sent. */
const broken: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['reset in the handshake', (socket) => void socket.once('data', () => socket.resetAndDestroy())],
  ['closed in the handshake', (socket) => void socket.once('data', () => socket.end())],
  ['stalled in the handshake', () => undefined],
  ['plain HTTP instead', (socket) => void socket.once('data', () => socket.end(hello))],
  [
    'garbage instead',
    (socket) => void socket.once('data', () => socket.end('\u0016\u0003\u0001 no')),
  ],
  ['refused with an alert', (socket) => void socket.once('data', () => socket.end(alert))],
];
const alert = Buffer.from([0x15, 3, 3, 0, 2, 2, 40]);

export async function playTls(): Promise<readonly TlsCase[]> {
  const cases: TlsCase[] = [];
  for (const [name, act] of broken) {
    let seen = '';
    const server = createPlainServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        seen += chunk.toString('latin1');
      });
      act(socket);
    });
    const { status, stderr } = await visit(server, {});
    const leaked = seen.includes(secretToken) || seen.includes('GET ');
    const held =
      status === 8 && /^error: (no|no secure|the) connection to https/.test(stderr) && !leaked;
    cases.push({ name, problems: held ? [] : [`exit ${status}: ${stderr}`] });
  }
  return [...cases, ...(await playCertificates())];
}

/** With certificates of the moment, made by openssl where it is there. */
async function playCertificates(): Promise<readonly TlsCase[]> {
  const folder = createFolder();
  try {
    const right = certify(folder, 'right', 'IP:127.0.0.1');
    const other = certify(folder, 'other', 'DNS:other.example');
    if (right === undefined || other === undefined) {
      console.log('certificates: not played, since openssl is not there');
      return [];
    }
    const served = (pair: Pair) =>
      createTlsServer(pair, (socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.write(hello));
      });
    const trust = (pair: Pair) => ({ NODE_EXTRA_CA_CERTS: pair.path });
    const plays = [
      ['a certificate that nobody trusts', right, {}, 8, 'self-signed'],
      ['a certificate of another host', other, trust(other), 8, 'another host'],
      ['a certificate that NODE_EXTRA_CA_CERTS adds', right, trust(right), 0, ''],
    ] as const;
    const cases: TlsCase[] = [];
    for (const [name, pair, env, due, words] of plays) {
      const { status, stderr } = await visit(served(pair), env);
      const held = status === due && stderr.includes(words);
      cases.push({ name, problems: held ? [] : [`exit ${status}: ${stderr}`] });
    }
    return cases;
  } finally {
    removeFolder(folder);
  }
}

interface Pair {
  readonly key: Buffer;
  readonly cert: Buffer;
  readonly path: string;
}

function certify(folder: string, name: string, host: string): Pair | undefined {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test -addext subjectAltName=${host}`;
  try {
    execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  return { key: readFileSync(key), cert: readFileSync(cert), path: cert };
}

async function visit(server: Server, env: Readonly<Record<string, string>>) {
  const folder = createFolder();
  await listen(server);
  const { port } = server.address() as AddressInfo;
  const line = ['metrics', 'get', 'bmt_orders', '--timeout', '2', '--retries', '0', '-o', 'table'];
  try {
    return await runProgram(line, {
      env: {
        COSTCTL_BASE_URL: `https://127.0.0.1:${port}`,
        COSTCTL_TOKEN: secretToken,
        COSTCTL_WORKSPACE: 'wsp_storefront',
        COSTCTL_CONFIG_DIR: folder,
        ...env,
      },
    });
  } finally {
    server.close();
    removeFolder(folder);
  }
}
