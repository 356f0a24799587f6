import { readFileSync, writeFileSync } from 'node:fs';
import {
  type AddressInfo,
  createServer as createPlainServer,
  type Server,
  type Socket,
} from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { resetSocket } from '../../src/sandbox/reset-socket.ts';
import { createFolder, removeFolder, secretToken } from '../e2e/program.ts';
import { type Certificate, createCertificate } from '../helpers/certificate.ts';
import { eachOf } from '../helpers/tally.ts';
import { earlierExport, exportFile, type Kind, lineOf, struckRequests } from './commands.ts';
import { briefTimeout } from './fault.ts';
import { listen } from './proxy.ts';
import { environmentOf, type Form, prepareStart } from './setup.ts';

interface TlsCase {
  readonly kind: Kind;
  readonly name: string;
  readonly problems: readonly string[];
}

const hello = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

/** What goes wrong while a secure connection is made: exit 8, and no byte of a request is sent. */
const broken: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['reset in the handshake', (socket) => void socket.once('data', () => resetSocket(socket))],
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

export async function playTls(words: string): Promise<readonly TlsCase[]> {
  const kinds = [...new Set(struckRequests.map(({ kind }) => kind))];
  const all = broken.flatMap(([fault, act], row) =>
    kinds.map((kind, column) => ({
      ...{ kind, act, name: `TLS: ${fault}, at the first request of ${kind}` },
      // Each fault is met by one started program.
      form: row === column ? ('started' as const) : ('here' as const),
    })),
  );
  const cases: TlsCase[] = [];
  const chosen = all.filter(({ name }) => name.includes(words));
  await eachOf(chosen, 16, async ({ kind, act, name, form }) => {
    cases.push({ kind, name, problems: await playBroken(kind, act, form) });
  });
  return 'certificate'.includes(words) ? [...cases, ...(await playCertificates())] : cases;
}

async function playBroken(
  kind: Kind,
  act: (socket: Socket) => void,
  form: Form,
): Promise<string[]> {
  let seen = '';
  const server = createPlainServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1');
    });
    act(socket);
  });
  const { status, stderr, exported } = await visit(server, kind, {}, form);
  const isReported = /(no|no secure|the) connection to https/.test(stderr);
  const isUnchanged = kind !== 'export' || exported === earlierExport;
  return [
    ...(status === 8 && isReported ? [] : [`exit ${status}: ${stderr}`]),
    ...(seen.includes(secretToken) || / \/v1\//.test(seen) ? ['a request was sent'] : []),
    ...(isUnchanged ? [] : ['the earlier export is gone']),
  ];
}

async function playCertificates(): Promise<readonly TlsCase[]> {
  const folder = createFolder();
  try {
    const right = certify(folder, 'right', '127.0.0.1');
    const other = certify(folder, 'other', 'other.example');
    const served = (pair: Pair) =>
      createTlsServer(pair, (socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.write(hello));
      });
    const trust = (pair: Pair) => ({ NODE_EXTRA_CA_CERTS: pair.path });
    const plays = [
      ['a certificate that is not trusted', right, {}, 8, 'self-signed'],
      ['a certificate of another host', other, trust(other), 8, 'another host'],
      ['a certificate that NODE_EXTRA_CA_CERTS adds', right, trust(right), 0, ''],
    ] as const;
    const cases: TlsCase[] = [];
    for (const [name, pair, env, due, words] of plays) {
      const { status, stderr } = await visit(served(pair), 'get', env, 'started');
      const held = status === due && stderr.includes(words);
      cases.push({ kind: 'get', name, problems: held ? [] : [`exit ${status}: ${stderr}`] });
    }
    return cases;
  } finally {
    removeFolder(folder);
  }
}

interface Pair extends Certificate {
  readonly path: string;
}

function certify(folder: string, name: string, host: string): Pair {
  const pair = createCertificate({ host });
  const path = join(folder, `${name}.pem`);
  writeFileSync(path, pair.cert);
  return { ...pair, path };
}

async function visit(
  server: Server,
  kind: Kind,
  env: Readonly<Record<string, string>>,
  form: Form,
) {
  const folder = createFolder();
  await listen(server);
  const { port } = server.address() as AddressInfo;
  const url = `https://127.0.0.1:${port}`;
  const start = await prepareStart(kind, url, folder, form);
  const line = [...lineOf(kind, folder), '--timeout', String(briefTimeout), '--retries', '0'];
  try {
    const ended = await start(line, {
      cwd: folder,
      env: { ...environmentOf(url, folder), ...env },
    });
    const exported = kind === 'export' ? readFileSync(exportFile(folder), 'utf8') : '';
    return { ...ended, exported };
  } finally {
    server.close();
    removeFolder(folder);
  }
}
