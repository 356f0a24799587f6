import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { resetSocket } from '../../src/sandbox/reset-socket.ts';

/** What the other side of a connection sees of what a server does with it. */
async function visit(act: (socket: Socket) => void): Promise<string> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const closed = new Promise((resolve) => client.once('close', resolve));
  let seen = '';
  client.on('data', (bytes) => {
    seen += bytes;
  });
  client.on('error', (error) => {
    seen += 'code' in error ? error.code : error;
  });
  const [socket]: Socket[] = await once(server, 'connection');
  if (socket === undefined) throw new Error('no connection');
  socket.on('error', () => undefined);
  const gone = new Promise((resolve) => socket.once('close', resolve));
  act(socket);
  await gone;
  await closed;
  server.close();
  return seen;
}

test('an open connection is reset', async () => {
  expect(await visit((socket) => resetSocket(socket))).toBe('ECONNRESET');
});

test('one that is being ended is closed at once', async () => {
  const seen = await visit((socket) => {
    socket.end('bye');
    resetSocket(socket);
  });
  expect(['bye', 'ECONNRESET', 'byeECONNRESET']).toContain(seen);
});
