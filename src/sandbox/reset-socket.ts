import type { Socket } from 'node:net';

/** Resets a connection. If it is reset while it ends, it is never closed, and Node spins when it exits. */
export function resetSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
