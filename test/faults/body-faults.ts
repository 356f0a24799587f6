import { gzipSync } from 'node:zlib';
import { resetSocket } from '../../src/sandbox/reset-socket.ts';
import type { Kind } from './commands.ts';
import { briefTimeout, cut, type Fault, lost, unreadable } from './fault.ts';
import { type Act, type Answer, answerBytes, headBytes } from './proxy.ts';

const json = { 'content-type': 'application/json' };
/** A DELETE is answered without a body. */
const kinds: readonly Kind[] = ['get', 'list', 'create', 'update', 'import', 'export'];

type Written = (answer: Answer) => { head: Record<string, string | number>; body: Buffer };

/** Answers with the service's own words, written another way; then the connection ends or stays. */
function inBody(
  name: string,
  end: Fault['end'],
  write: Written,
  after: 'keep' | 'end' | 'reset',
  timeout?: number,
): Fault {
  const act: Act = async ({ socket, forward }) => {
    const answer = await forward();
    const { head, body } = write(answer);
    const bytes = Buffer.concat([headBytes(answer.status, { ...json, ...head }), body]);
    await new Promise((done) => socket.write(bytes, done));
    if (after === 'end') socket.end();
    if (after === 'reset') resetSocket(socket);
  };
  return { name, point: 'in the body', end, act, kinds, ...(timeout ? { timeout } : {}) };
}

const half = (body: Buffer) => body.subarray(0, Math.floor(body.length / 2));
const halfSent: Written = ({ body }) => ({
  head: { 'content-length': body.length },
  body: half(body),
});
const chunked = { 'transfer-encoding': 'chunked' };
const zipped = { 'content-encoding': 'gzip' };

const writtenFaults: readonly Fault[] = [
  inBody('reset', cut, halfSent, 'reset'),
  inBody('half closed', cut, halfSent, 'end'),
  inBody('stalled', lost, halfSent, 'keep', briefTimeout),
  inBody(
    'a length too long',
    cut,
    ({ body }) => ({ head: { 'content-length': body.length + 10 }, body }),
    'end',
  ),
  inBody(
    'a length too short',
    unreadable,
    ({ body }) => ({ head: { 'content-length': body.length - 10 }, body }),
    'keep',
  ),
  inBody(
    'chunks cut short',
    cut,
    ({ body }) => ({
      head: chunked,
      body: Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), half(body)]),
    }),
    'end',
  ),
  inBody(
    'a chunk of no size',
    unreadable,
    ({ body }) => ({ head: chunked, body: Buffer.concat([Buffer.from('zz\r\n'), body]) }),
    'end',
  ),
  inBody(
    'gzip cut short',
    cut,
    ({ body }) => {
      const whole = gzipSync(body);
      const part = whole.subarray(0, whole.length - 12);
      return { head: { ...zipped, 'content-length': part.length }, body: part };
    },
    'keep',
  ),
  inBody(
    'invalid gzip',
    unreadable,
    ({ body }) => ({ head: { ...zipped, 'content-length': body.length }, body }),
    'keep',
  ),
  inBody(
    'another compression',
    unreadable,
    ({ body }) => ({ head: { 'content-encoding': 'br', 'content-length': body.length }, body }),
    'keep',
  ),
  inBody(
    'gzip',
    'whole',
    ({ body }) => {
      const zip = gzipSync(body);
      return { head: { ...zipped, 'content-length': zip.length }, body: zip };
    },
    'keep',
  ),
  inBody(
    'chunks',
    'whole',
    ({ body }) => ({
      head: chunked,
      body: Buffer.concat([
        Buffer.from(`${body.length.toString(16)};x=y\r\n`),
        body,
        Buffer.from('\r\n0\r\nx-trailer: 1\r\n\r\n'),
      ]),
    }),
    'keep',
  ),
  inBody('no length, ended by the close', 'whole', ({ body }) => ({ head: {}, body }), 'end'),
];

/** Once the program has reported that it read the answer. */
function afterBody(name: string, act: Act): Fault {
  return {
    name,
    point: 'after the body',
    end: 'whole',
    isReported: true,
    act: async (exchange) => {
      exchange.socket.write(answerBytes(await exchange.forward()));
      await exchange.wasRead();
      await act(exchange);
    },
  };
}

/** Kinds whose struck request is the last one. */
const lastRequests: readonly Kind[] = ['get', 'create', 'update', 'delete'];

const stray = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

const bodyEndFaults: readonly Fault[] = [
  afterBody('closed', ({ socket }) => void socket.end()),
  afterBody('reset', ({ socket }) => resetSocket(socket)),
  ...[
    afterBody('another answer to no request', ({ socket }) => void socket.write(stray)),
    afterBody('garbage', ({ socket }) => void socket.write('\u0001\u0002 no HTTP at all')),
    // Behind another request it could not be distinguished from that one's answer.
  ].map((fault) => ({ ...fault, kinds: lastRequests })),
];

/** Each piece waits for a turn of all cases that are played at once. */
const mostPieces = 400;

/** The answer in pieces, each on its own. */
function dribble(
  name: string,
  end: Fault['end'],
  length: number,
  rest: number,
  more: Partial<Fault>,
): Fault {
  return {
    name,
    point: 'in the body',
    end,
    act: async ({ socket, forward }) => {
      const bytes = answerBytes(await forward());
      // An import has megabytes to wait for: its longest answers come in as many pieces as others.
      const step = Math.max(length, Math.ceil(bytes.length / mostPieces));
      for (let at = 0; at < bytes.length && !socket.destroyed; at += step) {
        socket.write(bytes.subarray(at, at + step));
        // The shortest timer takes a millisecond.
        await new Promise((done) => (rest === 0 ? setImmediate(done) : setTimeout(done, rest)));
      }
    },
    ...more,
  };
}

const megabyte = 2 ** 20;

/** More than a body may have; a stream of gzip may be many, one after the other. */
const bomb = Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(16 * megabyte, ' '))));

const slowFaults: readonly Fault[] = [
  dribble('a byte at a time', 'whole', 1, 0, {
    kinds: ['get', 'list', 'create', 'update', 'delete', 'import'],
  }),
  dribble('1,000 bytes at a time', 'whole', 1000, 0, { kinds: ['export'] }),
  dribble('a byte at a time, past the time limit', lost, 1, 100, { timeout: briefTimeout }),
  {
    name: 'no end of bytes',
    point: 'in the body',
    end: unreadable,
    act: ({ socket }) => {
      const chunk = Buffer.alloc(megabyte, ' ');
      const pour = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.write(headBytes(200, json));
      socket.on('drain', pour);
      pour();
    },
  },
  {
    name: 'gzip of a gigabyte of nothing',
    point: 'in the body',
    end: unreadable,
    kinds,
    act: ({ socket }) => {
      const head = { ...json, ...zipped, 'content-length': bomb.length };
      socket.write(Buffer.concat([headBytes(200, head), bomb]));
    },
  },
];

export const bodyFaults: readonly Fault[] = [...writtenFaults, ...bodyEndFaults, ...slowFaults];
