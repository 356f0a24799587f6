import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { october, twoRows } from '../helpers/cost-export.ts';
import { type CostServiceOptions, rowsOf, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

test('csv is the default, and has every column of the first page', async () => {
  const { stdout, stderr } = await succeed(run(october, { service: serveCosts(twoRows) }));
  expect(stdout).toBe(
    'date,cost,name,tags\n' +
      '2026-10-01,1.5,"a,b",\n' +
      '2026-10-02,2,"c ""d""","{""team"":""x"",""n"":[1,2]}"\n',
  );
  expect(stderr).toMatchInlineSnapshot(`
    "note: 1 window, 1 request, 2 rows, matching the service's count
    "
  `);
});

test.each([
  ['ndjson', '{"date":"2026-10-01","cost":1.5,"name":"a,b"}\n'],
  ['json', '[{"date":"2026-10-01","cost":1.5,"name":"a,b"}]\n'],
  ['tsv', 'date\tcost\tname\n2026-10-01\t1.5\ta,b\n'],
])('-o %s', async (format, expected) => {
  const service = serveCosts({ '2026-10-01': twoRows['2026-10-01'] });
  const { stdout } = await run([...october, '-o', format, '-q'], { service });
  expect(stdout).toBe(expected);
});

/** Each day is a window of its own. */
const many = {
  '2026-10-01': rowsOf('2026-10-01', 60_000),
  '2026-10-02': rowsOf('2026-10-02', 50_000),
};

test('a file has every row of every window, and no other file is left', async () => {
  const folder = createFolder();
  const service = serveCosts(many);
  const path = join(folder, 'costs.ndjson');
  const { stdout, stderr } = await succeed(run([...october, '-O', path], { service }));
  expect(stdout).toBe('');
  expect(stderr).toMatchInlineSnapshot(`
    "note: 2 windows, 23 requests, 110000 rows, matching the service's count
    "
  `);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(110_000);
  expect(lines[60_000]).toBe(
    '{"date":"2026-10-02","service":"service 0","cost":0,"currency":"EUR"}',
  );
  expect(existsSync(`${path}.part`)).toBe(false);
  expect(existsSync(`${path}.part/journal`)).toBe(false);
});

test('a run whose lock another has taken over gives no file its name', async () => {
  const folder = createFolder();
  let requests = 0;
  const answer: CostServiceOptions['answer'] = (_request, honest) => {
    requests += 1;
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.lock')) rmSync(join(folder, name));
    }
    return honest();
  };
  const days = { '2026-10-01': rowsOf('2026-10-01', 12_000) };
  const service = serveCosts(days, { answer });
  const path = join(folder, 'costs.csv');
  const error = await failWith(1, run([...october, '-O', path], { service }));
  expect(requests).toBeGreaterThan(1);
  expect(error).toContain('costs.csv.part was taken over by another run');
  expect(existsSync(path)).toBe(false);
});

test('a window without rows', async () => {
  const service = () => serveCosts({});
  const csv = await succeed(run([...october, '--columns', 'date,cost'], { service: service() }));
  expect(csv.stdout).toBe('date,cost\n');
  expect(csv.stderr).toMatchInlineSnapshot(`
    "note: 2026-10-01 to 2026-10-02 has no row
    note: 1 window, 1 request, 0 rows, matching the service's count
    "
  `);
  const json = await run([...october, '-o', 'json', '-q'], { service: service() });
  expect([json.stdout, json.exitCode]).toEqual(['[]\n', 0]);
  expect(
    await failWith(11, run([...october, '--require-rows', '-q'], { service: service() })),
  ).toBe('error: 2026-10-01 to 2026-10-02 has no row\n');
});

test.each([
  ['csv', []],
  ['csv', ['--columns', 'date,cost']],
  ['tsv', []],
  ['json', []],
  ['ndjson', []],
])('a compressed file without rows is gzip all the same: %s %s', async (ending, words) => {
  const folder = createFolder();
  const line = [...october, ...words, '-q', '-O'];
  const [path, receipt] = [join(folder, `costs.${ending}.gz`), join(folder, 'receipt.json')];
  const service = serveCosts({});
  const plain = join(folder, `costs.${ending}`);
  await succeed(run([...line, plain], { service }));
  await succeed(run([...line, path, '--receipt', receipt], { service }));
  expect(gunzipSync(readFileSync(path))).toEqual(readFileSync(plain));
  await succeed(run(['costs', 'verify', receipt]));
});

test('--where selects rows by the text of their values', async () => {
  const service = serveCosts({ '2026-10-01': rowsOf('2026-10-01', 9, { tags: { team: 'x' } }) });
  const line = [...october, '-q', '--columns', 'cost,currency'];
  const matching = await run(
    [...line, '--where', 'currency=EUR', '--where', 'cost!=0.03', '--where', 'tags.team=x'],
    { service },
  );
  expect(matching.stdout).toBe('cost,currency\n0,EUR\n0.06,EUR\n');
  const mistaken = await run([...line, '--where', 'curency=EUR'], { service });
  expect(mistaken.stderr).toContain("no row has the column 'curency'; did you mean 'currency'?");
  expect(mistaken.exitCode).toBe(2);
});

test.each([
  [['-o', 'yaml'], 'costs export writes json, ndjson, csv, tsv, xlsx, parquet, not yaml'],
  [['-o', 'csv', '-O', 'x.json'], '--out-file x.json is json by its extension'],
  [['-o', 'parquet'], 'parquet needs a file'],
  [['-O', 'x.md'], 'not md'],
  [['--query', '[]'], 'costs export takes neither --query'],
  [['--resume'], '--resume needs a file'],
  [['--where', 'x'], "--where: 'x' is not a condition"],
  [['--last', '7d'], '--from and --to and --last cannot be used together'],
])('%j is refused before anything is sent', async (words, message) => {
  expect(await failWith(2, run([...october, ...words]))).toContain(message);
});

test('a missing folder is a file error', async () => {
  const folder = createFolder();
  const path = join(folder, 'gone', 'costs.csv');
  const { stderr, exitCode } = await run([...october, '-O', path], {
    service: serveCosts(twoRows),
  });
  expect(stderr).toContain('no such file or folder');
  expect(exitCode).toBe(1);
});

test.each([
  ['export', 'csv', '--columns=date,nope'],
  ['export', 'tsv', '--columns=nope,date'],
  ['export', 'ndjson', '--columns=date,nope'],
  ['export', 'json', '--columns=date,nope'],
  ['export', 'csv', '--columns=date --where=nope=1'],
  ['list', 'csv', '--columns=date,nope'],
  ['list', 'ndjson', '--columns=date,nope'],
  ['list', 'csv', '--columns=date --where=nope=1'],
])('costs %s -o %s %s writes nothing to stdout', async (action, format, options) => {
  const argv = ['costs', action, ...october.slice(2), '-o', format, ...options.split(' ')];
  for (const days of [twoRows, many]) {
    const { stdout, stderr, exitCode } = await run(argv, { service: serveCosts(days) });
    expect([exitCode, stdout, stderr]).toEqual([
      ...[2, '', expect.stringContaining("no row has the column 'nope'")],
    ]);
  }
});

test.each(['csv', 'ndjson', 'json', 'tsv', 'parquet', 'xlsx'])(
  'a mistyped column of %s is answered with the nearest one, and nothing is left behind',
  async (format) => {
    for (const action of /parquet|xlsx/.test(format) ? ['export'] : ['export', 'list']) {
      for (const [option, value] of [
        ['--columns', 'date,nmae'],
        ['--where', 'nmae=EUR'],
        ...(format === 'parquet' ? [['--types', 'nmae=text'] as const] : []),
      ] as const) {
        const folder = createFolder();
        const line = ['costs', action, ...october.slice(2), option, value];
        const file = ['-O', join(folder, `costs.${format}`)];
        const message = await failWith(
          2,
          run([...line, ...file], { service: serveCosts(twoRows) }),
        );
        expect(message).toContain(`${option}: no row has the column 'nmae'; did you mean 'name'?`);
        expect(readdirSync(folder).filter((name) => name.startsWith('costs.'))).toEqual([]);
      }
    }
  },
);

test.each(['csv', 'tsv', 'ndjson', 'json', 'parquet', 'xlsx'])(
  'a chosen column of %s may be missing in the rows written, if others have it',
  async (format) => {
    const folder = createFolder();
    const path = join(folder, `costs.${format}`);
    const line = [...october, '--columns', 'date,tags.team', '--where', 'name=a,b', '-q'];
    await succeed(run([...line, '-O', path], { service: serveCosts(twoRows) }));
    expect(existsSync(path)).toBe(true);
  },
);

test('a type of a column that only rows left out by a condition have is refused', async () => {
  const path = join(createFolder(), 'costs.parquet');
  const line = [...october, '--where', 'name=a,b', '--types', 'tags.team=text', '-O', path];
  const error = await failWith(2, run(line, { service: serveCosts(twoRows) }));
  expect(error).toMatchInlineSnapshot(`
    "error: --types: the file has no column 'tags.team'
    hint: leave it out of --types, or name the columns with --columns, tags.team among them
    "
  `);
});

test('a chosen column that no row of the first window has may still appear', async () => {
  const late = { ...twoRows['2026-10-02'][0], late: 1 };
  const days = { ...many, '2026-10-02': [...many['2026-10-02'], late] };
  const argv = [...october, '--columns', 'date,late', '-q'];
  const { stdout } = await succeed(run(argv, { service: serveCosts(days) }));
  const lines = stdout.split('\n');
  expect([lines.length, lines[0], lines.at(-2)]).toEqual([110_003, 'date,late', '2026-10-02,1']);
});
