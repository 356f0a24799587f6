import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { type Days, rowsOf, serveCosts } from '../helpers/costs.ts';
import {
  errorOf,
  historyOf,
  linesOf,
  manifestOf,
  newFolder,
  runMirror,
} from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson, succeed } from '../helpers/screens.ts';

const days = {
  '2026-09-03': rowsOf('2026-09-03', 3),
  '2026-10-05': rowsOf('2026-10-05', 2),
  '2026-11-14': [{ date: '2026-11-14', service: 'a', cost: 1.5, currency: 'EUR' }],
};

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.includes('.'))
    .sort();
}

async function mirrorOf(now: Days): Promise<string> {
  const folder = newFolder();
  await runMirror(folder, now);
  return folder;
}

const list = ['costs', 'list', '--from', '2026-09-01', '--to', '2026-11-14', '-o', 'json'];

async function expectSame(folder: string, now: Parameters<typeof serveCosts>[0]) {
  const live = await run(list, { service: serveCosts(now) });
  const local = await run([...list, '--mirror', folder]);
  expect([local.exitCode, local.stdout]).toEqual([live.exitCode, live.stdout]);
}

test('the first run reads everything up to yesterday into a folder per month', async () => {
  const folder = newFolder();
  const { exitCode, stdout, stderr } = await runMirror(folder, days);
  expect([exitCode, stderr]).toEqual([
    0,
    'note: 3 requests, 6 rows read; 3 days changed; the mirror has 75 days in 3 Parquet files\n',
  ]);
  expect(linesOf(stdout)[0]).toEqual({
    day: '2026-09-03',
    currency: 'EUR',
    rowsBefore: 0,
    rowsAfter: 1,
    sumBefore: '0',
    sumAfter: '0',
  });
  const manifest = manifestOf(folder);
  expect(manifest.files.map(({ path }) => path.split('/')[0])).toEqual([
    'month=2026-09',
    'month=2026-10',
    'month=2026-11',
  ]);
  expect(manifest.days.find(({ date }) => date === '2026-11-14')).toMatchObject({
    read: 1,
    rows: 1,
    sums: [{ currency: 'EUR', rows: 1, sum: '1.5' }],
  });
  expect(manifest.columns.map(({ name, type }) => [name, type])).toEqual([
    ['date', 'date'],
    ['service', 'text'],
    ['cost', 'decimal(18,2)'],
    ['currency', 'text'],
  ]);
  expect(historyOf(folder).map(({ at, ...change }) => change)).toEqual(linesOf(stdout));
  await expectSame(folder, days);
});

test('a later run with nothing new counts each older partition once and changes no file', async () => {
  const folder = await mirrorOf(days);
  const before = filesIn(folder);
  const { requests, stdout, exitCode } = await runMirror(folder, days);
  expect([exitCode, stdout]).toEqual([0, '']);
  expect(requests.map(({ from, to, limit }) => [from, to, limit])).toEqual([
    ['2026-09-01', '2026-09-30', 1],
    ['2026-10-01', '2026-10-10', 1],
    ['2026-10-11', '2026-11-14', 5000],
  ]);
  expect(filesIn(folder)).toEqual(before);
});

test('a recent day with a changed row is found, and only its partition is rewritten', async () => {
  const folder = await mirrorOf(days);
  const before = filesIn(folder);
  const now = {
    ...days,
    '2026-11-14': [{ date: '2026-11-14', service: 'b', cost: 1.5, currency: 'EUR' }],
  };
  const { stdout } = await runMirror(folder, now, ['--keep', '0s']);
  const numbers = { rowsBefore: 1, rowsAfter: 1, sumBefore: '1.5', sumAfter: '1.5' };
  expect(linesOf(stdout)).toEqual([{ day: '2026-11-14', currency: 'EUR', ...numbers }]);
  const after = filesIn(folder);
  expect(before.filter((name) => !after.includes(name))).toEqual([
    expect.stringMatching(/^month=2026-11\//),
  ]);
  await expectSame(folder, now);
});

test('an older changed day is found by its count, or by --deep if the count is the same', async () => {
  const folder = await mirrorOf(days);
  const counted = { ...days, '2026-09-03': rowsOf('2026-09-03', 4) };
  const first = await runMirror(folder, counted);
  expect(linesOf(first.stdout).map(({ day }) => day)).toEqual(['2026-09-03']);
  await expectSame(folder, counted);
  const restated = { ...counted, '2026-09-03': rowsOf('2026-09-03', 4, { service: 'new' }) };
  const second = await runMirror(folder, restated);
  expect(second.stdout).toBe('');
  const deep = await runMirror(folder, restated, ['--deep']);
  expect(linesOf(deep.stdout).map(({ day }) => day)).toEqual(['2026-09-03', '2026-09-03']);
  await expectSame(folder, restated);
});

test('rows in a different order count as unchanged', async () => {
  const folder = await mirrorOf(days);
  const reordered = { ...days, '2026-09-03': [...days['2026-09-03']].reverse() };
  const { stdout } = await runMirror(folder, reordered, ['--deep']);
  expect(stdout).toBe('');
});

test('--check reports changed days, exits 11 and writes nothing', async () => {
  const folder = await mirrorOf(days);
  const before = readFileSync(join(folder, '_manifest.json'), 'utf8');
  // It may be what another run is just writing.
  const unnamed = join(folder, 'month=2026-10', `${'0'.repeat(24)}.parquet`);
  writeFileSync(unnamed, 'not named yet');
  const same = await runMirror(folder, days, ['--check', '-q']);
  expect([same.exitCode, same.stdout, same.stderr]).toEqual([0, '', '']);
  const now = { ...days, '2026-11-13': rowsOf('2026-11-13', 1) };
  const { exitCode, stdout, stderr } = await runMirror(folder, now, ['--check']);
  expect([exitCode, linesOf(stdout).map(({ day }) => day)]).toEqual([11, ['2026-11-13']]);
  expect(stderr).toContain('1 day changed since the last run: 2026-11-13');
  expect(readFileSync(join(folder, '_manifest.json'), 'utf8')).toBe(before);
  expect(readFileSync(unnamed, 'utf8')).toBe('not named yet');
});

test('each run goes up to yesterday, and reads later days again that a wrong clock had', async () => {
  const folder = newFolder();
  const [first, later] = ['2026-11-14', '2026-11-17'];
  const ends: unknown[] = [];
  for (const now of ['2026-11-15', '2026-11-18', '2026-11-16', '2026-11-19']) {
    const words = ends.length === 0 ? ['--from', first] : [];
    const rows = { [first]: rowsOf(first, 1), [later]: rowsOf(later, 1 + ends.length) };
    await runMirror(folder, rows, words, { now: `${now}T12:00:00Z` });
    const { days } = manifestOf(folder);
    ends.push([days[0]?.date, days.at(-1)?.date, days.find(({ date }) => date === later)?.rows]);
  }
  expect(ends).toEqual([
    [first, first, undefined],
    [first, later, 2],
    [first, later, 3],
    [first, '2026-11-18', 4],
  ]);
});

test('a later run uses the conditions of the first run', async () => {
  const folder = newFolder();
  await runMirror(folder, days, ['--where', 'currency=EUR']);
  expect(manifestOf(folder).query.where).toEqual(['currency=EUR']);
  const now = { ...days, '2026-11-13': rowsOf('2026-11-13', 5) };
  await runMirror(folder, now);
  const live = await run([...list, '--where', 'currency=EUR'], { service: serveCosts(now) });
  expect((await run([...list, '--mirror', folder])).stdout).toBe(live.stdout);
});

test.each([
  ['--from', '2026-09-02', '--from changed from 2026-09-01 to 2026-09-02'],
  ['--where', 'service=x', '--where changed from [] to ["service=x"]'],
  ['--param', 'a=b', '--param changed from {} to {"a":"b"}'],
  ['--types', 'cost=text', '--types changed from {} to {"cost":"text"}'],
  ['--partition-by', 'day', '--partition-by changed from month to day'],
  ['--currency-column', 'none', '--currency-column changed from currency to none'],
])('%s %s is refused as another query for the same folder', async (option, value, message) => {
  const folder = await mirrorOf(days);
  const outcome = await runMirror(folder, days, [option, value]);
  expect(errorOf(outcome)).toContain(message);
  expect(outcome.exitCode).toBe(6);
});

test('another address is refused as another query', async () => {
  const folder = await mirrorOf(days);
  const { exitCode, stderr } = await run(['--sandbox', 'costs', 'mirror', folder]);
  expect([exitCode, stderr]).toEqual([6, expect.stringContaining('to sandbox\n')]);
});

test.each([
  [
    ['--from', '2026-11-15'],
    'a mirror ends yesterday, and --from 2026-11-15 is later; give an earlier day',
  ],
  [['--from', 'yesterday'], "--from: 'yesterday' is not a valid date"],
  [['--restate', '35'], "--restate: '35' is not a number of days"],
  [['--keep', '1m'], "--keep: '1m' is not a span of time"],
  [['--history', 'ever'], "--history: 'ever' is not a span of time"],
  [['--location', 's3://x'], '--location is for --sql'],
])('%j is a usage error', async (words, message) => {
  const outcome = await runMirror(newFolder(), days, words);
  expect(errorOf(outcome)).toContain(message);
  expect(outcome.exitCode).toBe(2);
});

test.each([
  [['oracle'], '--sql: must be one of duckdb, spark'],
  [['duckdb', '--check'], '--sql and --check cannot be used together'],
  [['duckdb', '--from', '2026-10-01'], '--sql and --from cannot be used together'],
  [['duckdb', '-o', 'json'], '--sql and --output cannot be used together'],
  [
    ['spark', '-O', 'a.hql', '-o', 'csv'],
    'leave out --output, and give the file the extension .sql',
  ],
  [['spark', '-O', 'a.sql', '-o', 'csv'], 'leave out --output\n'],
  [['duckdb', '--query', '[0]'], '--sql and --query cannot be used together'],
  [['duckdb', '-O', 's.xlsx'], '--out-file s.xlsx is xlsx by its extension, but --sql writes sql'],
])('--sql %j is a usage error, since it only prints a statement', async (words, message) => {
  const line = ['costs', 'mirror', newFolder(), '--sql', ...words];
  expect(await failWith(2, run(line, { service: serveCosts(days) }))).toContain(message);
});

test('a file of SQL gets the statement, and no list of changes', async () => {
  const folder = newFolder();
  await runMirror(folder, days);
  const file = join(createFolder(), 'costs.sql');
  await succeed(run(['costs', 'mirror', folder, '--sql', 'duckdb', '-O', file]));
  expect(readFileSync(file, 'utf8')).toMatch(/^CREATE OR REPLACE VIEW costs AS\n/);
  const update = run(['costs', 'mirror', folder, '-O', file], { service: serveCosts(days) });
  expect(await failWith(2, update)).toContain('.sql is for --sql');
});

test('the first run needs --from', async () => {
  const line = ['costs', 'mirror', newFolder()];
  const { exitCode, stderr } = await run(line, { service: serveCosts(days) });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('the first run needs --from')]);
});

test('a first run that is refused leaves none of the folders that it made', async () => {
  const place = createFolder();
  const line = ['costs', 'mirror', join(place, 'of', 'all', 'costs')];
  await failWith(2, run(line, { service: serveCosts(days) }));
  expect(readdirSync(place)).not.toContain('of');
});

test('a folder with other files is refused', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'month=2026-10'), { recursive: true });
  writeFileSync(join(folder, 'month=2026-10', 'part-0.parquet'), 'of an export');
  expect(await failWith(1, runMirror(folder, days))).toContain('part-0.parquet is there');
});

test('a day over the limit exits 9 and is reported, and the other days are mirrored', async () => {
  const folder = newFolder();
  const huge = { ...days, '2026-10-06': rowsOf('2026-10-06', 100_001) };
  const { exitCode, stderr } = await runMirror(folder, huge);
  expect([exitCode, stderr]).toEqual([
    9,
    expect.stringContaining('cannot be read completely: 2026-10-06 (100001 rows)'),
  ]);
  expect(stderr).toContain(
    'the other days are in the mirror; a mirror in a new folder may have fewer rows with --param',
  );
  expect(manifestOf(folder).truncated).toEqual([{ date: '2026-10-06', total: 100_001 }]);
  const verified = await run(['costs', 'verify', folder]);
  expect([verified.exitCode, verified.stderr]).toEqual([
    0,
    'warning: the mirror is of incomplete data: it does not contain 2026-10-06\n',
  ]);
  const read = (from: string, to: string) =>
    run(['costs', 'list', '--from', from, '--to', to, '-o', 'json', '--mirror', folder]);
  expect((await read('2026-09-01', '2026-10-05')).exitCode).toBe(0);
  const cut = await read('2026-10-01', '2026-10-31');
  expect([cut.exitCode, cut.stderr]).toEqual([
    9,
    expect.stringContaining(
      'does not contain 2026-10-06","hint":"the service has more rows of such a day than it can be asked for: choose other days"',
    ),
  ]);
  const later = await runMirror(folder, days);
  expect([later.exitCode, manifestOf(folder).truncated]).toEqual([0, []]);
  await expectSame(folder, days);
});

test('--check does not pass on a day that has grown over the limit', async () => {
  const folder = newFolder();
  await runMirror(folder, days);
  const huge = { ...days, '2026-10-06': rowsOf('2026-10-06', 100_001) };
  const { exitCode, stdout, stderr } = await runMirror(folder, huge, ['--check', '-o', 'junit']);
  expect([exitCode, stderr]).toEqual([
    9,
    expect.stringContaining('cannot be read completely: 2026-10-06 (100001 rows)'),
  ]);
  expect(stdout).toMatch(/name="2026-10-06"><error/);
  expect(manifestOf(folder).truncated).toEqual([]);
});

test('verify --live does not pass on a day that has grown over the limit', async () => {
  const folder = await mirrorOf(days);
  const service = serveCosts({ ...days, '2026-10-05': rowsOf('2026-10-05', 100_001) });
  const line = ['costs', 'verify', folder, '--live', '-o', 'csv'];
  const { exitCode, stdout, stderr } = await run(line, { service });
  expect(stdout).toBe('subject,what,receipt,now,result\n2026-10-05,rows,2,100001,differs\n');
  expect([exitCode, stderr]).toEqual([
    11,
    expect.stringContaining('does not match the rows that the service has now: 2026-10-05'),
  ]);
});

test('an export from the mirror names the mirror that its rows match', async () => {
  const folder = await mirrorOf(days);
  const words = ['--from', '2026-10-01', '--to', '2026-10-31', '--mirror', folder];
  const { exitCode, stderr } = await run(['costs', 'export', ...words]);
  expect([exitCode, stderr]).toEqual([
    0,
    `note: 1 window, 0 requests, 2 rows, matching the count of the mirror ${folder}\n`,
  ]);
});

test('days outside the mirror exit 9 and are named, and no request is sent', async () => {
  const folder = await mirrorOf(days);
  const line = ['costs', 'summary', '--from', '2026-08-30', '--to', '2026-09-02'];
  const { exitCode, stderr } = await run([...line, '--mirror', folder]);
  expect([exitCode, stderr]).toEqual([
    9,
    expect.stringContaining('does not contain 2026-08-30 to 2026-08-31'),
  ]);
});

test('a mirror never has today, and the hint says so', async () => {
  const folder = await mirrorOf(days);
  const line = ['costs', 'summary', '--last', '2d', '--include-today', '--mirror', folder];
  const { exitCode, stderr } = await run(line, { now: '2026-11-15T12:00:00Z' });
  expect([exitCode, stderr]).toEqual([
    9,
    `error: the mirror ${folder} does not contain 2026-11-15\n` +
      `hint: costctl costs mirror ${folder} brings it up to yesterday; it never has today\n`,
  ]);
});

/** The tag depends on V8's settings, and V8 refuses stored code of another tag. */
test.each(['csv', 'json', 'yaml', 'table'])(
  'an answer as %s leaves V8 as it was',
  async (format) => {
    const folder = await mirrorOf(days);
    const before = cachedDataVersionTag();
    const span = ['--from', '2026-09-01', '--to', '2026-11-14', '--granularity', 'day'];
    const given = ['--mirror', folder, '-o', format];
    const answered = await run(['costs', 'summary', ...span, ...given]);
    expect([answered.exitCode, cachedDataVersionTag()]).toEqual([0, before]);
    const failed = await run(['costs', 'outlook', ...given]);
    expect([failed.exitCode, cachedDataVersionTag()]).toEqual([9, before]);
  },
);

test('every file has the same schema, even if the rows change', async () => {
  const folder = newFolder();
  await runMirror(folder, { '2026-09-03': [{ date: '2026-09-03', cost: 1, n: 1 }] });
  const steps = [
    [{ date: '2026-10-05', cost: 1.25, n: 2 }],
    [{ date: '2026-10-05', cost: 1.123456789012, n: 2, tags: { team: 'x' } }],
    [{ date: '2026-10-05', cost: 1.123456789012, n: 'many', tags: { team: 'x' } }],
  ];
  const types: unknown[] = [];
  let now = {};
  for (const rows of steps) {
    now = { '2026-09-03': [{ date: '2026-09-03', cost: 1, n: 1 }], '2026-10-05': rows };
    const { exitCode } = await runMirror(folder, now, ['--deep']);
    expect(exitCode).toBe(0);
    types.push(
      Object.fromEntries(manifestOf(folder).columns.map(({ name, type }) => [name, type])),
    );
    const { exitCode: verified } = await run(['costs', 'verify', join(folder, '_manifest.json')]);
    expect(verified).toBe(0);
  }
  expect(types).toEqual([
    { date: 'date', cost: 'decimal(18,2)', n: 'int64' },
    { date: 'date', cost: 'decimal(18,12)', n: 'int64', tags: 'text', 'tags.team': 'text' },
    { date: 'date', cost: 'decimal(18,12)', n: 'text', tags: 'text', 'tags.team': 'text' },
  ]);
  expect(await readJson(run([...list, '--mirror', folder]))).toEqual([
    { date: '2026-09-03', cost: 1, n: '1' },
    { date: '2026-10-05', cost: 1.123456789012, n: 'many', tags: { team: 'x' } },
  ]);
});

test('partition folders do not use the name of a column', async () => {
  const folder = newFolder();
  await runMirror(folder, { '2026-09-03': [{ date: '2026-09-03', cost: 1 }] });
  const now = {
    '2026-09-03': [{ date: '2026-09-03', cost: 1 }],
    '2026-11-01': [{ date: '2026-11-01', cost: 1, month: 'November' }],
  };
  await runMirror(folder, now, ['--keep', '0s']);
  expect(readdirSync(folder).filter((name) => name.includes('='))).toEqual([
    'cost_month=2026-09',
    'cost_month=2026-11',
  ]);
  await expectSame(folder, now);
});

test('--as-of reads the mirror as it was at that time', async () => {
  const folder = newFolder();
  const at = (day: string) => ({ now: `2026-11-${day}T12:00:00Z` });
  const states = [1, 2, 3].map((count) => ({ '2026-10-20': rowsOf('2026-10-20', count) }));
  await runMirror(folder, states[0] ?? {}, ['--history', '13m', '--keep', '0s'], at('02'));
  await runMirror(folder, states[0] ?? {}, [], at('05'));
  await runMirror(folder, states[1] ?? {}, [], at('09'));
  await runMirror(folder, states[2] ?? {}, [], at('12'));
  const rows = async (asOf: string) => {
    const words = ['--from', '2026-10-20', '--to', '2026-10-20', '-o', 'json', '--mirror', folder];
    const { exitCode, stdout } = await run(['costs', 'list', ...words, '--as-of', asOf]);
    return exitCode === 0 ? JSON.parse(stdout).length : exitCode;
  };
  expect(
    await Promise.all(
      ['01', '02', '08', '09', '11', '12', '20'].map((day) => rows(`2026-11-${day}`)),
    ),
  ).toEqual([9, 1, 1, 2, 2, 3, 3]);
  const until = manifestOf(folder).past.map((state) => state.until.slice(0, 10));
  expect(until).toEqual(['2026-11-02', '2026-11-09', '2026-11-12']);
  const forgotten = await runMirror(folder, states[2] ?? {}, ['--history', 'none'], at('13'));
  const { past, files } = manifestOf(folder);
  expect([forgotten.exitCode, past]).toEqual([0, []]);
  const left = ['_history.ndjson', '_manifest.json', ...files.map(({ path }) => path)];
  expect(filesIn(folder)).toEqual(left.sort());
});

test('replaced files stay for an hour and are then removed', async () => {
  const folder = newFolder();
  const at = (time: string) => ({ now: `2026-11-15T${time}:00Z` });
  await runMirror(folder, days, [], at('10:00'));
  const [, , old] = manifestOf(folder).files;
  const now = { ...days, '2026-11-14': rowsOf('2026-11-14', 2) };
  await runMirror(folder, now, [], at('11:00'));
  expect(filesIn(folder)).toContain(old?.path);
  await runMirror(folder, now, [], at('12:00'));
  expect(filesIn(folder)).toContain(old?.path);
  await runMirror(folder, now, [], at('12:01'));
  expect(filesIn(folder)).not.toContain(old?.path);
});

test('the next run removes the leftovers of a killed run', async () => {
  const folder = await mirrorOf(days);
  const before = filesIn(folder);
  const history = readFileSync(join(folder, '_history.ndjson'), 'utf8');
  writeFileSync(join(folder, '.mirror.4242-0000000000000000-host.tmp'), 'half a file');
  writeFileSync(join(folder, 'month=2026-10', `${'0'.repeat(24)}.parquet`), 'never named');
  writeFileSync(join(folder, '_history.ndjson'), `${history}{"at":"of a run that was killed"}\n`);
  await runMirror(folder, days);
  expect(filesIn(folder)).toEqual(before);
  expect(readFileSync(join(folder, '_history.ndjson'), 'utf8')).toBe(history);
});

test('verify finds a changed, a shortened and an empty file, and with --live a changed day', async () => {
  const folder = await mirrorOf(days);
  const manifest = join(folder, '_manifest.json');
  const [first] = manifestOf(folder).files;
  const path = join(folder, first?.path ?? '');
  const bytes = readFileSync(path);
  expect((await run(['costs', 'verify', manifest])).exitCode).toBe(0);
  for (const damaged of [Buffer.concat([bytes, Buffer.from('x')]), bytes.subarray(1), undefined]) {
    writeFileSync(path, damaged ?? '');
    const { exitCode, stderr } = await run(['costs', 'verify', manifest]);
    expect([exitCode, stderr]).toEqual([
      11,
      expect.stringContaining(`does not match the manifest: ${first?.path}`),
    ]);
  }
  writeFileSync(path, bytes);
  const live = ['costs', 'verify', manifest, '--live', '-o', 'ndjson'];
  const same = await run(live, { service: serveCosts(days) });
  expect([same.exitCode, same.stdout]).toEqual([0, '']);
  const restated = { ...days, '2026-09-03': rowsOf('2026-09-03', 3, { cost: 7 }) };
  const different = await run(live, { service: serveCosts(restated) });
  expect(different.exitCode).toBe(11);
  expect(different.stderr).toContain(
    'does not match the rows that the service has now: 2026-09-03',
  );
  expect(different.stderr).toContain('--deep reads every day again');
  expect(linesOf(different.stdout)[0]).toEqual({
    subject: '2026-09-03 EUR',
    what: 'sum',
    receipt: '0',
    now: '7',
    result: 'differs',
    currency: 'EUR',
    correction: '7',
  });
});

test('the first line of a new mirror names the days whose amounts are not all in its sum', async () => {
  const odd = { ...days, '2026-09-04': [{ date: '2026-09-04', cost: 'n/a', currency: 'EUR' }] };
  const line = ['costs', 'mirror', join(createFolder(), 'm'), '--from', '2026-09-01', '-q'];
  const { stdout } = await succeed(run(line, { service: serveCosts(odd) }));
  expect(stdout).toBe(
    '4 days from 2026-09-03 to 2026-11-14, 7 rows, 1.50 EUR, 0.04 USD, ' +
      'not counting 2026-09-04, where not every amount is a number\n',
  );
});

describe('the content of a day', () => {
  const moved = {
    ...days,
    '2026-09-03': (days['2026-09-03'] ?? []).map((row) => ({ ...row, team: 'other' })),
  };

  test('changed although no sum did: verify --live says so', async () => {
    const folder = await mirrorOf(days);
    const service = serveCosts(moved);
    const { exitCode, stderr } = await run(['costs', 'verify', folder, '--live'], { service });
    expect(exitCode).toBe(11);
    expect(stderr).toContain('content changed, sum unchanged: 2026-09-03');
  });

  test('of several currencies is one content: verify --live names the day once', async () => {
    const inEuro = (team: string) => ({ ...rowsOf('2026-09-03', 1)[0], currency: 'EUR', team });
    const both = (team: string) => ({
      ...days,
      '2026-09-03': [...(days['2026-09-03'] ?? []), inEuro(team)],
    });
    const folder = await mirrorOf(both('a'));
    const words = ['costs', 'verify', folder, '--live'];
    const ask = async (more: string[]) =>
      (await run([...words, ...more], { service: serveCosts(both('b')) })).stdout;
    const content = { what: 'content', receipt: null, now: null, result: 'differs' };
    expect(JSON.parse(await ask(['-o', 'json']))).toEqual([{ subject: '2026-09-03', ...content }]);
    const junit = await ask(['-o', 'junit']);
    expect(junit.match(/<failure message="[^"]*"/g)).toEqual([
      '<failure message="content changed, sum unchanged"',
    ]);
  });

  test('changed although no sum did: an update says on which days', async () => {
    const folder = await mirrorOf(days);
    const both = { ...moved, '2026-11-13': rowsOf('2026-11-13', 1) };
    for (const words of [['--deep', '--check'], ['--deep']]) {
      const { stdout, stderr } = await runMirror(folder, both, words);
      expect([...new Set(linesOf(stdout).map(({ day }) => day))]).toEqual([
        '2026-09-03',
        '2026-11-13',
      ]);
      expect(stderr).toContain('note: content changed, sum unchanged: 2026-09-03\n');
    }
    const report = await runMirror(await mirrorOf(days), both, [
      '--deep',
      '--check',
      '-o',
      'junit',
    ]);
    expect(report.stdout).toContain('<failure message="content changed, sum unchanged">');
  });

  test('changed in one currency: a sum of another that is only written in another way has not', async () => {
    const both = (cost: string, team: string) => ({
      '2026-11-13': [
        { date: '2026-11-13', cost, currency: 'USD' },
        { date: '2026-11-13', cost: '1', currency: 'EUR', team },
      ],
    });
    const folder = await mirrorOf(both('2.50', 'a'));
    const { stdout, stderr } = await runMirror(folder, both('2.5', 'b'), []);
    expect(linesOf(stdout).map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
    expect(stderr).toContain('note: content changed, sum unchanged: 2026-11-13\n');
  });

  test('is the same whatever the order of rows and keys, and however numbers are written', async () => {
    const folder = await mirrorOf(days);
    const other = Object.fromEntries(
      Object.entries(days).map(([date, rows]) => [
        date,
        [...rows].reverse().map((row) => Object.fromEntries(Object.entries(row).reverse())),
      ]),
    );
    const { stdout, exitCode } = await run(['costs', 'verify', folder, '--live'], {
      service: serveCosts(other),
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('the service still has these rows (rows, sum, content)\n');
  });

  test('is not said to match by --live if a file of the mirror has changed', async () => {
    const folder = await mirrorOf(days);
    const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith('.parquet'),
    );
    appendFileSync(join(folder, file ?? ''), 'x');
    for (const words of [[], ['--live']]) {
      const line = ['costs', 'verify', folder, ...words];
      const { exitCode, stderr } = await run(line, { service: serveCosts(days) });
      expect([exitCode, stderr]).toEqual([11, expect.stringContaining('not match the manifest')]);
    }
  });

  test('is not compared with what an earlier version stored, until the day is read again', async () => {
    const folder = await mirrorOf(days);
    const path = join(folder, '_manifest.json');
    const earlier = readFileSync(path, 'utf8').replaceAll(/"2:\w{16}/g, '"');
    writeFileSync(path, earlier);
    const live = () => run(['costs', 'verify', folder, '--live'], { service: serveCosts(moved) });
    const first = await live();
    expect(first.exitCode).toBe(0);
    expect(first.stdout).toContain('content was not compared');
    expect(first.stdout).not.toContain('content)');
    const again = await runMirror(folder, moved, ['--deep', '-o', 'json']);
    expect(JSON.parse(again.stdout)).toEqual([]);
    expect((await live()).stdout).toContain(', content)\n');
    await expectSame(folder, moved);
  });
});

test('a run without changes says of which days only the rows were counted', async () => {
  const folder = newFolder();
  const ask = (...words: string[]) =>
    run(['costs', 'mirror', folder, ...words], { service: serveCosts(days) });
  await succeed(ask('--from', '2026-09-01'));
  for (const words of [[], ['--check']]) {
    expect((await ask(...words)).stdout).toBe(
      'Nothing has changed since the last run; of 2 older partitions only the rows were counted (--deep compares all).\n',
    );
    expect((await ask('--deep', ...words)).stdout).toBe(
      'Nothing has changed since the last run.\n',
    );
  }
});

test('for people the first run says in a line what there is, and later ones what changed', async () => {
  const folder = newFolder();
  const line = ['costs', 'mirror', folder];
  const first = await run([...line, '--from', '2026-09-01'], { service: serveCosts(days) });
  expect(first).toMatchObject({
    exitCode: 0,
    stdout: '3 days from 2026-09-03 to 2026-11-14, 6 rows, 1.50 EUR, 0.04 USD\n',
  });
  const more = { ...days, '2026-11-13': rowsOf('2026-11-13', 1) };
  const { stdout } = await run(line, { service: serveCosts(more) });
  expect(stdout).toMatch(/^day .*\n2026-11-13 /);
  const second = newFolder();
  const words = ['costs', 'mirror', second, '--from', '2026-09-01', '-o', 'ndjson'];
  const { stdout: rows } = await run(words, { service: serveCosts(days) });
  expect(linesOf(rows)).toHaveLength(5);
});

test('what a new mirror has is said in visible characters, and rows without amounts have no sum', async () => {
  const odd = { '2026-11-14': [{ date: '2026-11-14', cost: 2, currency: '\u202eUSD' }] };
  const found = await succeed(
    run(['costs', 'mirror', newFolder(), '--from', '2026-11-14'], { service: serveCosts(odd) }),
  );
  expect(found.stdout).toBe('1 day, 2026-11-14, 1 row, 2.00 \\u{202e}USD\n');
  const none = { '2026-11-14': [{ date: '2026-11-14', service: 'a', currency: 'USD' }] };
  const words = ['--from', '2026-11-14'];
  const table = await succeed(
    run(['costs', 'mirror', newFolder(), ...words], { service: serveCosts(none) }),
  );
  expect(table.stdout).toContain('1 row, no column of amounts, so no sum (--amount-column)\n');
  const json = await succeed(
    run(['costs', 'mirror', newFolder(), ...words, '-o', 'json'], { service: serveCosts(none) }),
  );
  expect(JSON.parse(json.stdout)).toMatchObject([
    { rowsAfter: 1, sumBefore: null, sumAfter: null },
  ]);
});
