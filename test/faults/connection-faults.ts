import { resetSocket } from '../../src/sandbox/reset-socket.ts';
import { briefTimeout, type Fault, lost, unreadable } from './fault.ts';
import { type Act, answerBytes, type Deaf, type Greet } from './proxy.ts';

/** A connection that speaks first; how it is reported depends on what the program saw first. */
const otherProtocol = { exits: [1, 8], again: 'perhaps' } as const;

/** What comes of a connection before a request is sent on it; whether one was sent is the kernel's to say. */
const connectFaults: readonly Fault[] = (
  [
    ['refused', 'refuse', lost],
    ['never answered', 'ignore', lost, briefTimeout],
    ['reset', (socket) => resetSocket(socket), lost],
    ['closed', (socket) => void socket.destroy(), lost],
    ['half closed', (socket) => void socket.end(), lost],
    ['another protocol', (socket) => void socket.end('220 mail ready\r\n'), otherProtocol],
    ['HTML and no HTTP', (socket) => void socket.end('<html>hello</html>'), otherProtocol],
  ] as const satisfies readonly (readonly [string, Greet | Deaf, Fault['end'], number?])[]
).map(([name, greet, end, timeout]) => ({
  point: 'connect',
  name,
  end,
  greet,
  act: () => undefined,
  ...(timeout ? { timeout } : {}),
}));

/** The connection breaks, stalls or carries nonsense, before the service saw the request and after. */
const beforeHeaders: readonly Fault[] = (
  [
    ['reset', ({ socket }) => resetSocket(socket), lost],
    ['closed', ({ socket }) => void socket.destroy(), lost],
    ['half closed', ({ socket }) => void socket.end(), lost],
    ['stalled', () => undefined, lost, briefTimeout],
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
    await new Promise((done) => socket.write('HTTP/1.1 200 OK\r\ncontent-ty', done));
    resetSocket(socket);
  }),
  inHeaders('none', unreadable, ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\n\r\n')),
  inHeaders(
    'none, and no end of them',
    lost,
    ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\n'),
  ),
  inHeaders('half closed', lost, ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\ncontent-ty')),
  inHeaders(
    'stalled',
    lost,
    ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\ncont'),
    briefTimeout,
  ),
  inHeaders('no end of them', unreadable, ({ socket }) => {
    socket.write(`HTTP/1.1 200 OK\r\n${'x-filler: yyyyyyyyyyyyyyyyyyyyyyyy\r\n'.repeat(20_000)}`);
  }),
  inHeaders('a NUL in one', unreadable, ({ socket }) => {
    socket.end('HTTP/1.1 200 OK\r\nx-a: \u0000b\r\ncontent-length: 2\r\n\r\n{}');
  }),
  inHeaders('a length below zero', unreadable, ({ socket }) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}');
  }),
  inHeaders('two lengths', unreadable, ({ socket }) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}');
  }),
  inHeaders('a status of four digits', unreadable, ({ socket }) => {
    socket.end('HTTP/1.1 2000 OK\r\ncontent-length: 2\r\n\r\n{}');
  }),
  inHeaders('announced by 103 first', 'whole', async ({ socket, forward }) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n');
    socket.write(answerBytes(await forward()));
  }),
];

export const connectionFaults: readonly Fault[] = [
  ...connectFaults,
  ...beforeHeaders,
  ...headersFaults,
];
