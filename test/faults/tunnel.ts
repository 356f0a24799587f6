import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { resetSocket } from '../../src/sandbox/reset-socket.ts';
import { listen } from './proxy.ts';

/** A host that only the tunnel knows: no proxy is used for a loopback host. */
const host = 'service.example';

/** An HTTP proxy that connects every tunnel to one address, and passes on what goes through it. */
export async function openTunnel(target: () => string) {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  };
  const server = createServer({ noDelay: true }, (near) => {
    keep(near);
    near.once('data', () => {
      const far = connect(Number(new URL(target()).port), '127.0.0.1', () => {
        near.write('HTTP/1.1 200 Connected\r\n\r\n');
        near.pipe(far).pipe(near);
      });
      keep(far);
      // A reset of the service is a reset for the program too.
      far.on('error', () => resetSocket(near));
      near.on('close', () => far.destroy());
    });
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      COSTCTL_BASE_URL: `http://${host}`,
      COSTCTL_ALLOW_HTTP: '1',
      HTTP_PROXY: `http://127.0.0.1:${port}`,
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
