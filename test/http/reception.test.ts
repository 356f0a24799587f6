import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer, Attempt } from '../../src/http/exchange.ts';
import { Reception } from '../../src/http/reception.ts';

const attempt: Attempt = {
  origin: 'https://api.example',
  method: 'GET',
  path: '/v1/x',
  headers: {},
  timeout: 60_000,
  largest: 4,
  signal: new AbortController().signal,
};
const most = 2 ** 20;

/** A response that is written as slowly as a test wants. */
function receiveSlowly() {
  const writes: { readonly finish: () => void; readonly fail: (error: Error) => void }[] = [];
  const written: Buffer[] = [];
  const state = { isPaused: false, waiting: 0 };
  const target = {
    write: (chunk: Uint8Array) =>
      new Promise<void>((resolve, reject) => {
        const finish = () => {
          written.push(Buffer.from(chunk));
          state.waiting -= chunk.length;
          resolve();
        };
        writes.push({ finish, fail: reject });
      }),
  };
  const settled = new Promise<{ reception: Reception; answered: Promise<Answer> }>((ready) => {
    const answered: Promise<Answer> = new Promise((resolve, reject) => {
      const reception = new Reception({ ...attempt, receive: () => target }, resolve, reject);
      reception.flow = {
        pause: () => {
          expect(state.isPaused).toBe(false);
          state.isPaused = true;
        },
        resume: () => {
          expect(state.isPaused).toBe(true);
          state.isPaused = false;
        },
      };
      reception.begin(200, {});
      setImmediate(() => ready({ reception, answered }));
    });
  });
  /** One write at a time is under way. */
  async function next(how: 'finish' | 'fail' = 'finish'): Promise<void> {
    const write = writes.shift();
    if (how === 'finish') write?.finish();
    else write?.fail(new Error('the disk is full'));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { settled, state, written, writes, next };
}

const sizes = fc.array(fc.integer({ min: 1, max: 700_000 }), { minLength: 1, maxLength: 20 });

test('a response is held back while more than a mebibyte waits, until half of it is written', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(2), async (pieces, between) => {
      const { settled, state, written, writes, next } = receiveSlowly();
      const { reception, answered } = await settled;
      const sent: Buffer[] = [];
      for (const [at, size] of pieces.entries()) {
        for (let left = between; left > 0; left -= 1) await next();
        while (state.isPaused) {
          expect(state.waiting).toBeGreaterThan(most / 2);
          await next();
        }
        const piece = Buffer.alloc(size, at + 1);
        sent.push(piece);
        state.waiting += size;
        reception.add(piece);
        expect(state.isPaused).toBe(state.waiting > most);
        await new Promise((resolve) => setImmediate(resolve));
      }
      reception.end();
      while (writes.length > 0) await next();
      const total = pieces.reduce((sum, size) => sum + size, 0);
      expect(await answered).toMatchObject({ status: 200, received: total });
      expect(Buffer.concat(written).equals(Buffer.concat(sent))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('a failed write ends the response, and nothing is written after it', async () => {
  const { settled, written, writes, next } = receiveSlowly();
  const { reception, answered } = await settled;
  for (const text of ['a', 'b', 'c']) reception.add(Buffer.from(text));
  await new Promise((resolve) => setImmediate(resolve));
  const failed = expect(answered).rejects.toThrow('the disk is full');
  await next();
  await next('fail');
  await failed;
  expect([Buffer.concat(written).toString(), writes.length]).toEqual(['a', 0]);
});

function receive(changes: Partial<Attempt>, act: (reception: Reception) => void) {
  return new Promise<Answer>((resolve, reject) => {
    act(new Reception({ ...attempt, ...changes }, resolve, reject));
  });
}

test('the end of an abandoned response has no effect', async () => {
  let cancelled = 0;
  const answered = receive({}, (reception) => {
    reception.cancel = () => {
      cancelled += 1;
    };
    reception.begin(200, {});
    reception.add(Buffer.from('too much'));
    reception.end();
  });
  await expect(answered).rejects.toMatchObject({ kind: 'garbled', cause: { largest: 4 } });
  expect(cancelled).toBe(1);
});

test('a timeout before the connection counts the request as unsent', async () => {
  await expect(receive({ timeout: 1 }, () => undefined)).rejects.toMatchObject({
    kind: 'unsent',
    cause: { limit: 1, inBody: false },
  });
});
