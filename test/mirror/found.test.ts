import {
  array,
  assert,
  asyncProperty,
  bigInt,
  constantFrom,
  integer,
  oneof,
  record,
} from 'fast-check';
import { expect, test } from 'vitest';
import { newFolder, runMirror } from '../helpers/mirror.ts';
import { run } from '../helpers/run.ts';

const day = '2026-10-01';

/** Around the longest text whose limits a file stores, and with the same beginning. */
const note = integer({ min: 0, max: 90 }).map((length) => 'n'.repeat(length) || 'empty');
const largest = 2n ** 63n;
/** Around what 64 bits hold, from which on a column is stored as decimals. */
const count = oneof(
  bigInt({ min: largest - 2n, max: largest + 1n }),
  bigInt({ min: -largest - 1n, max: -largest + 2n }),
  bigInt({ min: -3n, max: 3n }),
);
const part = constantFrom('.5', '.05', '.000000000000000001', '');

test('a condition finds in a mirror each value that the rows have, however long or large', async () => {
  const cells = array(record({ note, count, part }), { minLength: 1, maxLength: 12 });
  await assert(
    asyncProperty(cells, async (drawn) => {
      const rows = drawn.map(({ note, count, part }) => ({
        ...{ date: day, service: 'a', currency: 'USD', note, cost: `1${part}` },
        count: String(count),
      }));
      const folder = newFolder();
      const { exitCode } = await runMirror(folder, { [day]: rows }, [], {}, { answer: asNumbers });
      expect(exitCode).toBe(0);
      for (const column of ['note', 'count'] as const) {
        const values = rows.map((row) => row[column]);
        for (const value of new Set(values)) {
          const line = ['costs', 'summary', '--mirror', folder, '--from', day, '--to', day];
          const { stdout } = await run([...line, '-o', 'json', '--where', `${column}=${value}`]);
          const found = JSON.parse(stdout).map((one: { rows: number }) => one.rows);
          const wanted = values.filter((one) => one === value).length;
          expect([column, value, found]).toEqual([column, value, [wanted]]);
        }
      }
    }),
    { numRuns: 15 },
  );
});

/** Counts as numbers of JSON with all their digits. */
const asNumbers = (_request: unknown, honest: () => unknown) =>
  JSON.stringify(honest()).replaceAll(/"count":"(-?\d+)"/g, '"count":$1');
