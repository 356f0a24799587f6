import { once } from 'node:events';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { createContext } from '../helpers/context.ts';

/** A pipe that no one reads until the test allows it. */
class UnreadPipe extends Writable {
  #held: (() => void) | undefined;
  #isRead = false;

  readAll(): void {
    this.#isRead = true;
    this.#held?.();
  }

  override _write(_chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#held = done;
    if (this.#isRead) done();
    else this.emit('written');
  }
}

test('a run ends when the reader of its output has read the last byte', async () => {
  const stdout = new UnreadPipe();
  const written = once(stdout, 'written');
  const env = { COSTCTL_CONFIG_DIR: '/nowhere/config' };
  let status: number | undefined;
  const ended = main(createContext({ stdout, env }), ['profiles', 'path']).then((code) => {
    status = code;
  });
  await written;
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(status).toBeUndefined();
  stdout.readAll();
  await ended;
  expect(status).toBe(0);
});
