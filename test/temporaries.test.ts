import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAtomicFile } from '../src/storage/atomic.ts';
import { withLock } from '../src/storage/lock.ts';
import { openNewFolder } from '../src/storage/new-folder.ts';
import { joinSignals, removeTemporaries, watchTemporaries } from '../src/temporaries.ts';

const clock = { now: Date.now, sleep: async () => undefined };

type Use = (path: string, signal: AbortSignal, inside: () => void) => Promise<void>;

const uses: Readonly<Record<string, Use>> = {
  'a lock': (path, signal, inside) =>
    withLock(path, async () => inside(), { clock, processId: process.pid, signal }),
  'an unfinished file': async (path, signal, inside) => {
    const file = await openAtomicFile(path, { processId: process.pid, signal });
    inside();
    await file.discard();
  },
  'an unfinished folder': async (path, signal, inside) => {
    const folder = await openNewFolder(path, { clock, processId: process.pid, signal });
    inside();
    await folder.discard();
  },
};

test.each(Object.entries(uses))(
  'a run holds %s of a part of it from before it exists until it is gone',
  async (_name, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'costctl-held-'));
    const run = new AbortController().signal;
    const events: unknown[] = [];
    watchTemporaries(run, (path, isHeld) => events.push([isHeld, existsSync(path)]));
    const part = joinSignals(joinSignals(run, new AbortController().signal), run);
    await use(join(folder, 'result'), part, () => {
      events.push(readdirSync(folder).length);
      removeTemporaries(run);
      events.push(readdirSync(folder).length);
    });
    expect(events).toEqual([[true, false], 1, 0, [false, false]]);
  },
);
