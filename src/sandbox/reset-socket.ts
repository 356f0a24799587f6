import type { Socket } from 'node:net';

/** Resets a connection. One that is reset while it ends is never closed, and Node spins at its exit. */
export function resetSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
