import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from 'node:http';
import type { OnReadOpts, Socket } from 'node:net';
import { Duplex, pipeline, Readable } from 'node:stream';
import { isSystemError } from '../errors.ts';
import type { Attempt, Transport } from './exchange.ts';
import { hostAndPort } from './proxy.ts';
import { Reception, readBody } from './reception.ts';
import type { FaultKind } from './retry.ts';

interface TransportOptions {
  readonly baseUrl: URL;
  /** The address of the proxy to use. */
  readonly proxy: string | undefined;
  readonly connections: number;
  /** How many milliseconds connecting to the proxy may take. */
  readonly connectTimeout: number;
}

/**
 * Keep-alive connections to the service, direct or through the proxy, with Node's own client. It reads a large
 * body in 60 % of the CPU time that undici takes: its native parser passes on one copy of each piece, while undici
 * allocates a buffer for each read and copies it into the memory of its WebAssembly parser. And unlike undici, which
 * opens the tunnels of a proxy, it does not have to be loaded.
 */
export async function openTransport({
  baseUrl,
  proxy,
  connections,
  connectTimeout,
}: TransportOptions): Promise<Transport> {
  const isSecure = baseUrl.protocol === 'https:';
  const { Agent, request } = await (isSecure ? import('node:https') : import('node:http'));
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: idleTime });
  const tunnels = proxy === undefined ? undefined : await loadTunnels(proxy, connectTimeout);
  if (tunnels === undefined) shareReadMemory(agent);
  else connectThrough(agent, isSecure, () => tunnels.open(hostAndPort(baseUrl)));
  return {
    exchange: (attempt) =>
      new Promise((resolve, reject) => {
        const reception = new Reception(attempt, resolve, reject);
        try {
          const outgoing = request(attempt.origin, { ...requestOptions(attempt), agent });
          reception.cancel = () => outgoing.destroy();
          const mayPause = attempt.receive !== undefined;
          outgoing.on('socket', (socket) =>
            mayPause ? keeping.add(socket) : keeping.delete(socket),
          );
          listen(outgoing, reception, isSecure);
          sendBody(outgoing, attempt, reception);
        } catch (error) {
          // Node refuses to send this header or path.
          reception.fail(error);
        }
      }),
    close: async () => {
      agent.destroy();
      await tunnels?.close();
    },
  };
}

async function loadTunnels(proxy: string, connectTimeout: number) {
  const { createTunnels } = await import('./proxy-tunnel.ts');
  return createTunnels(proxy, connectTimeout);
}

/** A connection is a tunnel, secured like any other. */
function connectThrough(agent: HttpAgent, isSecure: boolean, open: () => Promise<Duplex>): void {
  const secure = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    void open().then(
      (socket) => {
        const withSocket = { ...options, socket };
        done?.(null, (isSecure ? secure(withSocket) : undefined) ?? socket);
      },
      // A tunnel that failed has no socket.
      (error) => done?.(error, new Duplex()),
    );
    return undefined;
  };
}

/** How many bytes one read of a connection returns at most. */
const readSize = 65_536;

/** Connections whose response may be paused: what has arrived by then waits, in memory of its own. */
const keeping = new WeakSet<object>();

/**
 * All connections read into the same memory. Fresh memory for each read, which is Node's way, keeps the
 * garbage collector busy for a tenth of an export. Node's parser copies the pieces of a body, but does not
 * promise to: whatever keeps a piece copies it.
 */
function shareReadMemory(agent: HttpAgent): void {
  const memory = Buffer.allocUnsafeSlow(readSize);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, listener) => {
    const onread: OnReadOpts = {
      buffer: memory,
      callback: (size) => {
        const piece = memory.subarray(0, size);
        if (socket) socket.emit('data', keeping.has(socket) ? Buffer.from(piece) : piece);
        return true;
      },
    };
    const withMemory = { ...options, onread };
    const socket = connect(withMemory, listener);
    return socket;
  };
}

/** After this many milliseconds an unused connection is closed, before a server closes it. */
const idleTime = 4_000;

function requestOptions({ method, path, headers, body }: Attempt) {
  return {
    method,
    path,
    headers: { ...headers, ...lengthOf(body) },
    // Set explicitly, so that no Node flag or environment variable weakens them.
    insecureHTTPParser: false,
    rejectUnauthorized: true,
  };
}

/** Node sends no length for the body of a DELETE, and uses chunks for a body of unknown length. */
function lengthOf(body: Attempt['body']): Readonly<Record<string, string | number>> {
  if (body === undefined) return {};
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  return length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length };
}

function sendBody(outgoing: ClientRequest, { body }: Attempt, reception: Reception): void {
  if (body === undefined) outgoing.end();
  // Node would join a text with the headers, and keep it twice.
  else if (typeof body === 'string') outgoing.end(Buffer.from(body));
  // Failures are reported by the request, the response or the reading of the body.
  else pipeline(Readable.from(readBody(body, reception)), outgoing, () => undefined);
}

function listen(outgoing: ClientRequest, reception: Reception, isSecure: boolean): void {
  outgoing.on('socket', (socket: Socket) => {
    // A tunnel is open already. A connection that failed at once is destroyed, and never was open.
    const isOpen = !(isSecure || socket.connecting || socket.destroyed);
    if (outgoing.reusedSocket || isOpen) reception.sent = true;
    else {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        reception.sent = true;
      });
    }
  });
  outgoing.on('response', (incoming) => receive(incoming, reception));
  // No protocol upgrade was requested.
  outgoing.on('upgrade', (_incoming, socket) => {
    socket.destroy();
    reception.break('garbled', new Error('the connection changed to another protocol'));
  });
  outgoing.on('error', (error) => fail(reception, error));
}

function receive(incoming: IncomingMessage, reception: Reception): void {
  reception.begin(incoming.statusCode ?? 0, incoming.headers);
  reception.flow = { pause: () => incoming.pause(), resume: () => incoming.resume() };
  incoming.on('data', (chunk: Buffer) => reception.add(chunk));
  incoming.on('end', () => reception.end());
  incoming.on('error', (error) => fail(reception, error));
}

function fail(reception: Reception, error: Error): void {
  if (isSystemError(error)) reception.break(kindOf(error.code, reception), withPlainCode(error));
  else reception.fail(error);
}

function kindOf(code: string, { sent, status }: Reception): FaultKind {
  if (code.startsWith('HPE_') && code !== cutByParser) return 'garbled';
  if (status !== 0) return 'cut';
  return sent ? 'lost' : 'unsent';
}

/** The connection ended in the middle of a message. */
const cutByParser = 'HPE_INVALID_EOF_STATE';

/** Node gives a closed connection the code of a reset one, but without a system call. */
function withPlainCode(error: Error & { code: string }): Error {
  if (error.code !== 'ECONNRESET' || 'syscall' in error) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: 'ERR_SOCKET_CLOSED' });
}
