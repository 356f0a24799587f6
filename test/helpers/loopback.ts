import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { resetSocket } from '../../src/sandbox/reset-socket.ts';

/** A request as it came over the wire. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the server does with the connection once a request has come in whole. */
export type Reply = (socket: Socket, request: Received) => void;

export interface Loopback {
  readonly url: URL;
  readonly requests: Received[];
  readonly close: () => Promise<void>;
}

/**
 * A real server on a port of its own that answers with bytes, right or wrong: one reply a request,
 * the last of them again and again.
 */
export async function openLoopback(...replies: Reply[]): Promise<Loopback> {
  const requests: Received[] = [];
  const sockets = new Set<Socket>();
  // The end of an answer would wait until the client confirms its beginning.
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that goes away in the middle is what these tests are about.
    socket.on('error', () => undefined);
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      received += chunk;
      const request = readRequest(received);
      if (request === undefined) return;
      received = '';
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      requests.push(request);
      reply?.(socket, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readRequest(text: string): Received | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(end + 4);
  if (Buffer.byteLength(body) < Number(headers['content-length'] ?? 0)) return undefined;
  return { method, path, headers, body };
}

type Headers = Readonly<Record<string, string | number>>;

/** A whole answer; text is sent as it is, anything else as JSON. */
export function answer(status: number, body: unknown = '', headers: Headers = {}): Reply {
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const all: Headers = {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...headers,
  };
  return (socket) => {
    socket.write(`${head(status, all)}\r\n`);
    socket.write(bytes);
  };
}

export const reset: Reply = (socket) => resetSocket(socket);
export const hangUp: Reply = (socket) => socket.end();
export const stall: Reply = () => undefined;
export const garbage: Reply = (socket) => socket.end('\u0001\u0002 not HTTP at all\r\n\r\n');

/** Says of one body that it has two lengths. */
export const twoLengths: Reply = (socket) =>
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}');

/** Promises more bytes than it sends, then goes away. */
export const cutShort: Reply = (socket) => {
  socket.write(
    `${head(200, { 'content-type': 'application/json', 'content-length': 100 })}\r\n{"a":`,
  );
  setTimeout(() => socket.end(), 10);
};

/** Begins to answer and never ends. */
export const stallInBody: Reply = (socket) => {
  socket.write(
    `${head(200, { 'content-type': 'application/json', 'content-length': 100 })}\r\n{"a":`,
  );
};

export const cutGzip: Reply = (socket, request) => {
  const whole = gzipSync(JSON.stringify({ text: 'x'.repeat(1000) }));
  answer(200, whole.subarray(0, whole.length - 10), { 'content-encoding': 'gzip' })(
    socket,
    request,
  );
};

/** Bytes without end. */
export const flood: Reply = (socket) => {
  socket.write(`${head(200, { 'content-type': 'application/json' })}\r\n`);
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const pour = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', pour);
  pour();
};

function head(status: number, headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} As Given\r\n${lines.join('')}`;
}
