import { expect, test } from 'vitest';
import { requireManifest } from '../../src/mirror/manifest.ts';
import { createMirrorSource } from '../../src/mirror/mirror-source.ts';
import { newFolder, runMirror } from '../helpers/mirror.ts';

const date = '2026-10-02';
const rows = Array.from({ length: 12_000 }, (_, cost) => ({ date, cost, currency: 'EUR' }));

/** No second thread listens for signals while a mirror is read, so they must have their turn. */
test.each([false, true])(
  'each page lets the event loop run; refused by columns: %s',
  async (refused) => {
    const folder = newFolder();
    expect((await runMirror(folder, { [date]: rows })).exitCode).toBe(0);
    const source = createMirrorSource(folder, () => requireManifest(folder));
    const { windows } = await source.plan({ from: date, to: date });
    let turns = 0;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    const seen: number[] = [];
    await source.read(
      windows,
      {
        add: () => void seen.push(turns),
        addColumns: refused ? () => false : undefined,
        commit: () => undefined,
        rollback: () => undefined,
      },
      { columns: refused ? ['date', 'cost'] : undefined },
    );
    clearImmediate(next);
    expect(seen.length).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
  },
);
