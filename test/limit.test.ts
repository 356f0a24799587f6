import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLimit, inOrder } from '../src/limit.ts';

test('results arrive in task order, no matter which task finishes first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 1, max: 8 }),
      async (scheduler, count, width) => {
        let open = 0;
        let most = 0;
        const tasks = Array.from({ length: count }, (_, number) => async () => {
          open += 1;
          most = Math.max(most, open);
          await scheduler.schedule(Promise.resolve());
          open -= 1;
          return number;
        });
        const results: number[] = [];
        const taking = (async () => {
          for await (const result of inOrder(tasks, width)) results.push(result);
        })();
        await scheduler.waitFor(taking);
        expect(results).toEqual(tasks.map((_, number) => number));
        expect(most).toBeLessThanOrEqual(width);
      },
    ),
  );
});

test('tasks wait for a slow reader', async () => {
  let begun = 0;
  const tasks = Array.from({ length: 100 }, () => async () => ++begun);
  const results = inOrder(tasks, 3);
  await results.next();
  expect(begun).toBe(4);
  await results.return();
  expect(begun).toBe(4);
});

test('a result that is there already takes no place from those that run', async () => {
  const begun: number[] = [];
  const tasks = [0, 1, 2, 3, 4, 5].map((number) => () => {
    begun.push(number);
    return number === 1 ? number : Promise.resolve(number);
  });
  const results = inOrder(tasks, 2);
  await results.next();
  expect(begun).toEqual([0, 1, 2, 3]);
  const others: number[] = [];
  for await (const result of results) others.push(result);
  expect(others).toEqual([1, 2, 3, 4, 5]);
});

test('requests of tasks that have begun leave before a result is handed over', async () => {
  await using service = await openService();
  const tasks = [0, 1, 2].map((number) => () => (number === 0 ? number : service.ask()));
  const results = inOrder(tasks, 2);
  await results.next();
  // What a reader does with a result, such as opening a page, lets nothing else run.
  expect(service.left()).toBe(2);
  await results.return();
});

/** A service that says how many requests have left this process. */
async function openService() {
  const server = createServer((_, answer) => answer.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address instanceof Object ? address.port : 0;
  const sockets: Socket[] = [];
  return {
    ask: async () => {
      const asking = get({ host: '127.0.0.1', port });
      asking.on('socket', (socket) => sockets.push(socket));
      const [answer] = await once(asking, 'response');
      answer.resume();
      return sockets.length;
    },
    left: () =>
      sockets.filter(({ connecting, bytesWritten }) => !connecting && bytesWritten > 0).length,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('a failed task is reported in its turn', async () => {
  const tasks = [async () => 1, async () => Promise.reject(new Error('lost')), async () => 3];
  const results = inOrder(tasks, 3);
  expect(await results.next()).toEqual({ done: false, value: 1 });
  await expect(results.next()).rejects.toThrow('lost');
});

test('calls beyond the limit wait until another call succeeds or fails', async () => {
  let open = 0;
  let most = 0;
  const limit = createLimit(2);
  const work = async (number: number) => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    if (number % 3 === 0) throw new Error(`no ${number}`);
    return number;
  };
  const numbers = [1, 2, 3, 4, 5, 6, 7];
  const results = await Promise.allSettled(numbers.map((number) => limit(() => work(number))));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
  expect(most).toBe(2);
});
