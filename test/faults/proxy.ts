import { type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { openSilence } from './silence.ts';

/** A request as it came over the wire. */
interface Request {
  readonly method: string;
  readonly target: string;
  /** Names in lower case, one entry a line. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One request and the connection it came on; what happens next is the fault's to say. */
interface Exchange {
  readonly socket: Socket;
  readonly request: Request;
  /** Lets the service carry the request out. */
  readonly forward: () => Promise<Answer>;
  /** Comes when the program has reported that it read every answer to this request; with `hear` alone. */
  readonly wasRead: () => Promise<void>;
}

export type Act = (exchange: Exchange) => void | Promise<void>;

/** What becomes of a connection before anything was sent on it. */
export type Greet = (socket: Socket) => void;

/** No connection is made: it is refused, or nothing comes back. */
export type Deaf = 'refuse' | 'ignore';

export interface Strike {
  readonly act: Act;
  /** Strikes connections instead of requests. */
  readonly greet?: Greet | Deaf | undefined;
  /** Requests that are passed on before it. */
  readonly after: number;
  /** How many requests it strikes. */
  readonly times: number;
}

export interface FaultyProxy {
  /** Where nothing listens, as long as no connection is to be made. */
  readonly url: string;
  /** Every request that came in whole. */
  readonly requests: readonly Request[];
  /** Those that the service carried out. */
  readonly carriedOut: readonly { readonly request: Request; readonly status: number }[];
  /** From now on requests pass as they are. */
  readonly heal: () => void;
  /** Receives what the program reports about its requests. */
  readonly hear: (text: string) => void;
  readonly close: () => Promise<void>;
}

/** Sits between the program and a service, byte by byte, and misbehaves as configured. */
export async function openProxy(service: string, strike: Strike): Promise<FaultyProxy> {
  const { greet, after } = strike;
  const requests: Request[] = [];
  const carriedOut: { request: Request; status: number }[] = [];
  const sockets = new Set<Socket>();
  const listener = createListener();
  const deaf = await openDeaf(greet);
  let left = strike.times;
  const strikesNow = () => {
    const strikes = requests.length >= after && left > 0;
    if (strikes) left -= 1;
    return strikes;
  };

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that goes away in the middle is what these tests are about.
    socket.on('error', () => undefined);
    const isGreeted = typeof greet === 'function' && strikesNow();
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const request = readRequest(received);
      if (request === undefined) return;
      received = Buffer.alloc(0);
      const act = greet === undefined && strikesNow() ? strike.act : pass(greet === undefined);
      requests.push(request);
      if (isGreeted) return;
      const forward = async () => {
        const answer = await send(service, request);
        carriedOut.push({ request, status: answer.status });
        return answer;
      };
      const wasRead = () => listener.until(`${request.method} ${request.target}`);
      Promise.resolve(act({ socket, request, forward, wasRead })).catch(() => socket.destroy());
    });
    if (isGreeted) greet(socket);
  });
  await listen(server);
  return {
    get url() {
      if (deaf !== undefined && left > 0) return deaf.url;
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    requests,
    carriedOut,
    heal: () => {
      left = 0;
    },
    hear: listener.hear,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await deaf?.close();
      await new Promise((done) => server.close(done));
    },
  };
}

async function openDeaf(greet: Strike['greet']) {
  if (greet === 'ignore') return openSilence();
  return greet === 'refuse'
    ? { url: 'http://127.0.0.1:1', close: async () => undefined }
    : undefined;
}

/** The service's answer as it is; who strikes connections wants a new one for each request. */
function pass(keeps: boolean): Act {
  return async ({ socket, forward }) => {
    socket.write(answerBytes(await forward(), keeps));
    if (!keeps) socket.end();
  };
}

/** Waits for the program to report as many answers to a request as it was given. */
function createListener() {
  const given = new Map<string, number>();
  const waiting = new Set<() => void>();
  let heard = '';
  return {
    hear(text: string) {
      heard += text;
      for (const look of waiting) look();
    },
    until(what: string): Promise<void> {
      const due = (given.get(what) ?? 0) + 1;
      given.set(what, due);
      return new Promise((done) => {
        const look = () => {
          if (heard.split(` to ${what}, `).length <= due) return;
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        look();
      });
    },
  };
}

export function answerBytes({ status, headers, body }: Answer, keeps = true): Buffer {
  const connection = keeps ? 'keep-alive' : 'close';
  const stored = { ...headers, 'content-length': body.length, connection };
  delete stored['transfer-encoding'];
  return Buffer.concat([headBytes(status, stored), body]);
}

export type Headers = Readonly<Record<string, string | number | string[] | undefined>>;

export function headBytes(status: number, headers: Headers): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${status} As Given\r\n${lines.join('')}\r\n`, 'latin1');
}

/** A server that takes connections, says nothing and counts them. */
export async function openStranger() {
  let bytes = 0;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    wasReached: () => connections > 0 || bytes > 0,
    close: () => new Promise((done) => server.close(done)),
  };
}

export function listen(server: Server): Promise<void> {
  return new Promise((done) => server.listen(0, '127.0.0.1', done));
}

function readRequest(bytes: Buffer): Request | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const body = bytes.subarray(end + 4);
  const length = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
  return body.length < length ? undefined : { method, target, headers, body };
}

function send(service: string, { method, target, headers, body }: Request): Promise<Answer> {
  return new Promise((done, failed) => {
    // Answers are read as they are, so nothing is asked to be compressed.
    const dropped = ['accept-encoding', 'connection', 'host'];
    const stored = headers.filter(([name]) => !dropped.includes(name));
    const outgoing = sendRequest(
      new URL(service),
      {
        method,
        path: target.slice(target.indexOf('/v1/')),
        headers: Object.fromEntries(stored),
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', failed);
        incoming.on('end', () => {
          const { statusCode: status = 0, headers: printed } = incoming;
          done({ status, headers: printed, body: Buffer.concat(chunks) });
        });
      },
    );
    outgoing.on('error', failed);
    outgoing.end(body);
  });
}
