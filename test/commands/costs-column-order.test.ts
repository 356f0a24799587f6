import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { MockAgent } from 'undici';
import { expect, test } from 'vitest';
import { type Days, serveCosts } from '../helpers/costs.ts';
import { newFolder, runMirror } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';
import { readSheet } from '../helpers/stored-workbook.ts';

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
function serve(columns: readonly string[], count = 2) {
  const rows = Array.from({ length: count }, () => rowOf(columns)).join();
  const links = '{"self":null,"first":null,"prev":null,"next":null,"last":null}';
  const text = `{"links":${links},"data":[${rows}],"meta":{"totalRecords":${count}}}`;
  return serveCosts({ [date]: Array(count).fill({}) }, { answer: () => text });
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

/** Columns that have their first value in the second month, or that only it has. */
const late = {
  '2026-10-01': [{ date: '2026-10-01', owner: 'ops', cost: 2, 7: 'x', currency: 'USD' }],
};
const blank: Days = {
  '2026-09-30': [{ date: '2026-09-30', owner: null, cost: 1, 7: null, currency: 'USD' }],
  ...late,
};
const absent: Days = { '2026-09-30': [{ date: '2026-09-30', cost: 1, currency: 'USD' }], ...late };

test.each([
  ['csv', 'without a value', blank],
  ['tsv', 'without a value', blank],
  ['csv', 'missing', absent],
  ['tsv', 'missing', absent],
])(
  'a mirror answers in %s as the service does, also if columns are %s at first',
  async (format, _state, months) => {
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

/** Names that JavaScript moves, and some that look like them. */
const mixed = fc.uniqueArray(fc.constantFrom('10', '2', '01', '-1', '1.5', 'b', '0'), {
  minLength: 2,
});

/** A record with these members, as text: an object in JavaScript would have another order. */
const textOf = (members: readonly (readonly [string, string])[]) =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;

const people = (columns: readonly string[]) =>
  textOf([
    ['id', '"usr_1"'],
    ['email', '"a@b.c"'],
    ...columns.map((name) => [name, '1.50000000000000000001'] as const),
  ]);

const keysIn = (json: string) => [...json.matchAll(/"([^"]*)":/g)].map(([, key]) => key);

test('records of people keep the order of their fields in every format', async () => {
  await fc.assert(
    fc.asyncProperty(mixed, async (columns) => {
      const links = '{"self":null,"first":null,"prev":null,"next":null,"last":null}';
      const body = `{"links":${links},"data":[${people(columns)}],"meta":{"totalRecords":1}}`;
      const ask = async (...words: string[]) => {
        const agent = new MockAgent();
        agent.disableNetConnect();
        const url = 'https://api.example.test';
        agent
          .get(url)
          .intercept({ path: /users/, method: 'GET' })
          .reply(200, body, { headers: { 'content-type': 'application/json' } });
        const service = { url, dispatcher: agent, received: [], assertDone: () => undefined };
        const { stdout } = await succeed(run(['users', 'list', ...words], { service }));
        return stdout;
      };
      const own = (names: readonly (string | undefined)[]) =>
        names.filter((name) => columns.some((one) => one === name));
      for (const format of ['json', 'ndjson']) {
        expect(own(keysIn(await ask('-o', format)))).toEqual(columns);
        expect(own(keysIn(await ask('-o', format, '--query', '[].merge(@, @)')))).toEqual(columns);
        const some = await ask('-o', format, '--columns', ['email', ...columns].join());
        expect(own(keysIn(some))).toEqual(columns);
      }
      const [header = ''] = (await ask('-o', 'csv')).split('\n');
      expect(own(header.split(','))).toEqual(columns);
      const yaml = await ask('-o', 'yaml');
      const names = [...yaml.matchAll(/^[ -]*"?([^":]+)"?:/gm)].map(([, name]) => name);
      expect(own(names)).toEqual(columns);
    }),
    { numRuns: 10 },
  );
});

test.each(['json', 'ndjson', 'csv', 'yaml', 'markdown', 'table', 'xlsx'])(
  'chosen columns and tables of cost rows in %s keep the order too',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(mixed, async (others) => {
        const columns = ['date', ...others, 'cost'];
        const path = join(createFolder(), `costs.${format}`);
        const form = ['-o', format, '-O', path];
        const ask = async (...words: string[]) => {
          const line = ['costs', 'list', ...period, ...form, ...words];
          // What several rows have in common is in the caption.
          await succeed(run(line, { service: serve(columns, 1) }));
          const bytes = readFileSync(path);
          return format === 'xlsx' ? readSheet(bytes).xml : bytes.toString('utf8');
        };
        const picked = [...others].reverse();
        const isObject = format === 'json' || format === 'ndjson' || format === 'yaml';
        for (const [words, expected] of [
          [[], others],
          // Objects keep their own order, and columns have the order in which they were chosen.
          [['--columns', picked.join()], isObject ? others : picked],
        ] as const) {
          const text = await ask(...words);
          const places = expected.map((name) => placeOf(text, name, format));
          expect([text, places]).toEqual([text, places.toSorted((a, b) => a - b)]);
          expect(places.every((place) => place >= 0)).toBe(true);
        }
      }),
      { numRuns: 5 },
    );
  },
);

/** Where a name is in the first record or in the header. */
function placeOf(text: string, name: string, format: string): number {
  if (format === 'xlsx') return text.indexOf(`<t>${name}</t>`);
  if (format === 'json' || format === 'ndjson') return text.indexOf(`"${name}":`);
  // A caption and an empty line precede a table for people.
  const [, below = text] = format === 'csv' ? [] : text.split('\n\n');
  const line = format === 'yaml' ? text : (below.split('\n')[0] ?? '');
  const escaped = name.replace(/[.-]/g, '\\$&');
  return line.replaceAll('\\', '').search(new RegExp(`(?<![\\w.-])${escaped}(?![\\w.])`));
}
