import { gzipSync } from 'node:zlib';
import { cut, type Fault, lost, unreadable } from './fault.ts';
import { type Act, type Answer, answerBytes, headBytes } from './proxy.ts';

const longEnough = () => new Promise((done) => setTimeout(done, 1000));
const briefly = () => new Promise((done) => setTimeout(done, 30));
const json = { 'content-type': 'application/json' };

/** The connection breaks, stalls or carries nonsense, before the service saw the request and after. */
const beforeHeaders: readonly Fault[] = (
  [
    ['reset', ({ socket }) => void socket.resetAndDestroy(), lost],
    ['closed', ({ socket }) => void socket.destroy(), lost],
    ['half closed', ({ socket }) => void socket.end(), lost],
    ['stalled', () => undefined, lost, 1],
    ['garbage', ({ socket }) => void socket.end('\u0001\u0002 no HTTP at all\r\n\r\n'), unreadable],
    ['an endless line', ({ socket }) => void socket.end('x'.repeat(100_000)), unreadable],
  ] as const satisfies readonly (readonly [string, Act, Fault['end'], number?])[]
).flatMap(([name, act, end, timeout]) => {
  const common = { point: 'before the headers', end, ...(timeout ? { timeout } : {}) } as const;
  const late: Act = async (exchange) => {
    await exchange.forward();
    await act(exchange);
  };
  return [
    { ...common, name: `${name}, nothing done`, act },
    { ...common, name: `${name}, all done`, act: late },
  ];
});

/** Begins the real answer's head, and goes on in its own way. */
function inHeaders(name: string, end: Fault['end'], begin: Act, timeout?: number): Fault {
  return { name, point: 'in the headers', end, act: begin, ...(timeout ? { timeout } : {}) };
}

const headersFaults: readonly Fault[] = [
  inHeaders('reset', lost, async ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-ty');
    await briefly();
    socket.resetAndDestroy();
  }),
  inHeaders('half closed', lost, ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\ncontent-ty')),
  inHeaders('stalled', lost, ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\ncont'), 1),
  inHeaders('no end of them', unreadable, ({ socket }) => {
    socket.write(`HTTP/1.1 200 OK\r\n${'x-filler: yyyyyyyyyyyyyyyyyyyyyyyy\r\n'.repeat(20_000)}`);
  }),
  inHeaders('a NUL in one', unreadable, ({ socket }) => {
    socket.end('HTTP/1.1 200 OK\r\nx-a: \u0000b\r\ncontent-length: 2\r\n\r\n{}');
  }),
  inHeaders('a length below zero', unreadable, ({ socket }) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}');
  }),
  inHeaders('a status of four digits', unreadable, ({ socket }) => {
    socket.end('HTTP/1.1 2000 OK\r\ncontent-length: 2\r\n\r\n{}');
  }),
  inHeaders('announced by 103 first', 'whole', async ({ socket, forward }) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n');
    socket.write(answerBytes(await forward()));
  }),
];

type Written = (answer: Answer) => { head: Record<string, string | number>; body: Buffer };

/** Answers with the service's own words, written another way; then the connection ends or stays. */
function inBody(
  name: string,
  end: Fault['end'],
  write: Written,
  after: 'keep' | 'end' | 'reset' | 'late reset',
  timeout?: number,
): Fault {
  const act: Act = async ({ socket, forward }) => {
    const answer = await forward();
    const { head, body } = write(answer);
    socket.write(Buffer.concat([headBytes(answer.status, { ...json, ...head }), body]));
    if (after === 'keep') return;
    // What is reset before it was read is lost.
    if (after === 'late reset') await longEnough();
    else await briefly();
    if (after === 'end') socket.end();
    else socket.resetAndDestroy();
  };
  const kinds: Fault['kinds'] = ['get', 'list', 'create', 'update', 'import', 'export'];
  return { name, point: 'in the body', end, act, kinds, ...(timeout ? { timeout } : {}) };
}

const half = (body: Buffer) => body.subarray(0, Math.floor(body.length / 2));
const halfSent: Written = ({ body }) => ({
  head: { 'content-length': body.length },
  body: half(body),
});
const chunked = { 'transfer-encoding': 'chunked' };
const zipped = { 'content-encoding': 'gzip' };

const bodyFaults: readonly Fault[] = [
  inBody('reset', cut, halfSent, 'reset'),
  inBody('half closed', cut, halfSent, 'end'),
  inBody('stalled', lost, halfSent, 'keep', 1),
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
    'gzip that is none',
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

const whole: Written = ({ body }) => ({ head: { 'content-length': body.length }, body });

const bodyEndFaults: readonly Fault[] = [
  { ...inBody('closed', 'whole', whole, 'end'), point: 'after the body' },
  { ...inBody('reset', 'whole', whole, 'late reset'), point: 'after the body' },
  {
    name: 'another answer that nobody asked for',
    point: 'after the body',
    end: 'whole',
    // Behind a second request it could not be told from that one's answer.
    kinds: ['get'],
    act: async ({ socket, forward }) => {
      socket.write(answerBytes(await forward()));
      await briefly();
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    },
  },
];

const slowFaults: readonly Fault[] = [
  {
    name: 'a byte at a time',
    point: 'in the body',
    end: 'whole',
    kinds: ['get', 'create', 'update', 'import'],
    act: async ({ socket, forward }) => {
      for (const byte of answerBytes(await forward())) {
        if (socket.destroyed) return;
        socket.write(Buffer.of(byte));
        await new Promise((done) => setImmediate(done));
      }
    },
  },
  {
    name: 'a byte at a time, past the time limit',
    point: 'in the body',
    end: lost,
    kinds: ['get', 'list'],
    timeout: 1,
    act: async ({ socket, forward }) => {
      for (const byte of answerBytes(await forward())) {
        if (socket.destroyed) return;
        socket.write(Buffer.of(byte));
        await briefly();
      }
    },
  },
  {
    name: 'no end of bytes',
    point: 'in the body',
    end: unreadable,
    kinds: ['get'],
    act: ({ socket }) => {
      const chunk = Buffer.alloc(1 << 20, ' ');
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
    kinds: ['get'],
    act: ({ socket }) => {
      bomb ??= gzipSync(Buffer.alloc(2 ** 30, ' '));
      const head = { ...json, ...zipped, 'content-length': bomb.length };
      socket.write(Buffer.concat([headBytes(200, head), bomb]));
    },
  },
];

let bomb: Buffer | undefined;

export const connectionFaults: readonly Fault[] = [
  ...beforeHeaders,
  ...headersFaults,
  ...bodyFaults,
  ...bodyEndFaults,
  ...slowFaults,
];
