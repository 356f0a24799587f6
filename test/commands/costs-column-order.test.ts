import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Days, serveCosts } from '../helpers/costs.ts';
import { newFolder, runMirror } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const date = '2026-10-01';
const period = ['--from', date, '--to', date];

/** Names of which JavaScript would move some to the front. */
const names = fc
  .uniqueArray(fc.constantFrom('b', '10', '9', '0', 'a', '01', '2026', 'é', '4294967296'), {
    minLength: 2,
  })
  .map((others) => ['date', ...others.slice(0, 2), 'cost', ...others.slice(2)]);

const textFor = (name: string) => (name === 'date' ? `"${date}"` : '1');
const rowOf = (columns: readonly string[]) =>
  `{${columns.map((name) => `${JSON.stringify(name)}:${textFor(name)}`).join()}}`;

/** Two rows with exactly this text. */
function serve(columns: readonly string[]) {
  const row = rowOf(columns);
  const links = '{"self":null,"first":null,"prev":null,"next":null,"last":null}';
  const text = `{"links":${links},"data":[${row},${row}],"meta":{"totalRecords":2}}`;
  return serveCosts({ [date]: [{}, {}] }, { answer: () => text });
}

const linesOf = (columns: readonly string[]) => `${rowOf(columns)}\n`.repeat(2);
const written: Readonly<Record<string, (columns: readonly string[]) => string>> = {
  csv: (columns) =>
    `${columns.join()}\n${`${columns.map((name) => JSON.parse(textFor(name))).join()}\n`.repeat(2)}`,
  tsv: (columns) => (written['csv']?.(columns) ?? '').replaceAll(',', '\t'),
  ndjson: linesOf,
  json: (columns) => `[${rowOf(columns)},${rowOf(columns)}]\n`,
};

test.each(Object.entries(written))(
  'columns of %s are in the order of the rows, whatever their names are',
  async (format, textOf) => {
    await fc.assert(
      fc.asyncProperty(names, async (columns) => {
        for (const action of ['export', 'list']) {
          const line = ['costs', action, ...period, '-o', format];
          const { stdout } = await succeed(run(line, { service: serve(columns) }));
          expect(stdout, action).toBe(textOf(columns));
        }
        const path = join(createFolder(), `costs.${format}`);
        const line = ['costs', 'export', ...period, '-O', path];
        await succeed(run(line, { service: serve(columns) }));
        expect(readFileSync(path, 'utf8')).toBe(textOf(columns));
      }),
      { numRuns: 8 },
    );
  },
);

/** A column that has its first value in the second month. */
const months: Days = {
  '2026-09-30': [{ date: '2026-09-30', owner: null, cost: 1, 7: null, currency: 'USD' }],
  '2026-10-01': [{ date: '2026-10-01', owner: 'ops', cost: 2, 7: 'x', currency: 'USD' }],
};

test.each(['csv', 'tsv'])(
  'a mirror answers in %s as the service does, also if a column has its first value late',
  async (format) => {
    const folder = newFolder();
    await runMirror(folder, months, ['--from', '2026-09-30']);
    for (const action of ['export', 'list']) {
      const range = ['--from', '2026-09-30', '--to', '2026-10-01'];
      const line = ['costs', action, ...range, '-o', format];
      const answer = await succeed(run(line, { service: serveCosts(months) }));
      const local = await succeed(run([...line, '--mirror', folder]));
      expect(local.stdout, action).toBe(answer.stdout);
      const path = join(createFolder(), `costs.${format}`);
      await succeed(run(['costs', 'export', ...range, '--mirror', folder, '-O', path]));
      expect(readFileSync(path, 'utf8')).toBe(answer.stdout);
    }
  },
);
