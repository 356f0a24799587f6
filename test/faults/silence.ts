import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** Listens, but never accepts a connection: its thread is blocked. */
const source = `
const { createServer } = require('node:net');
const { parentPort } = require('node:worker_threads');
const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});`;

/** A connection that is made at all is made in less, since the kernel alone makes it. */
const longEnough = 300;
/** A system whose queue is longer than this does not know a short one. */
const mostVisitors = 100;

/** An address that does not answer even a connection: its queue of connections is full. */
export async function openSilence() {
  const worker = new Worker(source, { eval: true });
  const [port] = await once(worker, 'message');
  // Until its thread is blocked it accepts connections.
  await setTimeout(longEnough);
  const visitors: Socket[] = [];
  const close = async () => {
    for (const visitor of visitors) visitor.destroy();
    await worker.terminate();
  };
  while (visitors.length < mostVisitors) {
    const visitor = connect(port, '127.0.0.1').on('error', () => undefined);
    visitors.push(visitor);
    const isTaken = once(visitor, 'connect').then(() => true);
    const isLeft = setTimeout(longEnough).then(() => false);
    if (!(await Promise.race([isTaken, isLeft]))) return { url: `http://127.0.0.1:${port}`, close };
  }
  await close();
  throw new Error('this system lets no queue of connections fill up');
}
