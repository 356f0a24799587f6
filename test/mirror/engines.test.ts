import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../src/mirror/engines.ts';
import { describeTable, escapePattern } from '../../src/mirror/sql.ts';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import { hasDuckdb, openDuckdb } from '../helpers/duckdb.ts';
import { manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { needs } from '../helpers/needs.ts';
import { run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

const folder = newFolder();
const days = {
  '2026-09-03': rowsOf('2026-09-03', 3, { tags: { team: 'x', "o'k": 1 } }),
  '2026-10-05': [{ date: '2026-10-05', cost: 1.123456789012, currency: 'EUR', service: 'late' }],
};

beforeAll(async () => {
  await runMirror(folder, { ...days, '2026-10-05': [] });
  // A second state: the statements must not name the files of the first.
  await runMirror(folder, days);
});

const ask = (sql: string, words: readonly string[] = ['-o', 'json'], world = {}) =>
  run(['costs', 'query', sql, '--mirror', folder, ...words], world);

test.each(engines)('the %s statement refers only to current files', async (engine) => {
  const { stdout } = await succeed(run(['costs', 'mirror', folder, '--sql', engine]));
  const { files, retired } = manifestOf(folder);
  const names = (path: string) =>
    stdout.includes(path.replaceAll('.', engine === 'snowflake' ? '[.]' : '.'));
  const byFolder = engine === 'trino' || engine === 'athena';
  expect(files.every(({ path }) => names(path))).toBe(!byFolder);
  expect(retired.filter(({ path }) => names(path))).toEqual([]);
  if (byFolder) expect(stdout).toContain('only the files that _manifest.json names');
});

test('DuckDB takes no character of a path for a pattern', () => {
  expect(escapePattern('a*b?c[d]')).toBe('a[*]b[?]c[[]d]');
});

test('the statements use the exact decimal types of each engine', async () => {
  const types = await Promise.all(
    engines.map(async (engine) => {
      const { stdout } = await run(['costs', 'mirror', folder, '--sql', engine]);
      const all = [...stdout.matchAll(/(?:decimal|numeric|bignumeric|number)\(\d+,\d+\)/gi)];
      return [engine, [...new Set(all.map(([type]) => type))]];
    }),
  );
  expect(Object.fromEntries(types)).toEqual({
    duckdb: ['DECIMAL(18,12)'],
    spark: ['DECIMAL(18,12)'],
    trino: ['decimal(18,12)'],
    athena: ['decimal(18,12)'],
    bigquery: ['BIGNUMERIC(18,12)'],
    clickhouse: ['Decimal(18,12)'],
    snowflake: ['NUMBER(18,12)'],
  });
});

test.each([
  ['decimal(38,9)', 'NUMERIC(38,9)'],
  ['decimal(38,10)', 'BIGNUMERIC(38,10)'],
  ['decimal(29,0)', 'NUMERIC(29,0)'],
  ['decimal(30,0)', 'BIGNUMERIC(30,0)'],
  ['decimal(38,2)', 'BIGNUMERIC(38,2)'],
])('BigQuery has room for %s in %s', (type, expected) => {
  const manifest = manifestOf(folder);
  const columns = manifest.columns.slice(0, 1).map((column) => ({ ...column, type }));
  const statement = describeTable('bigquery', { ...manifest, columns }, 'gs://b/costs');
  expect(/\w*NUMERIC\(\d+,\d+\)/.exec(statement)?.[0]).toBe(expected);
});

test.each([
  [{ 'cost centre': 1 }, /: cost centre$/],
  [{ 'cost centre': 1, tags: { team: 'x' } }, /: cost centre, tags\.team; use .+ for nested ones$/],
  [{ cost_centre: 1 }, undefined],
])('columns of %j whose names an engine does not take are left out', async (more, listed) => {
  const other = newFolder();
  await runMirror(other, { '2026-10-05': rowsOf('2026-10-05', 1, more) });
  for (const engine of ['athena', 'bigquery']) {
    const { stdout } = await succeed(run(['costs', 'mirror', other, '--sql', engine]));
    const line = stdout.split('\n').find((one) => one.startsWith('-- Left out'));
    expect(line).toEqual(listed && expect.stringMatching(listed));
    expect(stdout).not.toContain('`cost centre`');
  }
});

test('columns whose names differ only in case are apart, or left out and named', async () => {
  const other = newFolder();
  const more = { Team: 'upper', team: 'lower', tags: { Team: 'x', team: 'y', only: 'z' } };
  await runMirror(other, { '2026-10-05': rowsOf('2026-10-05', 1, more) });
  const statementFor = async (engine: string) =>
    (await succeed(run(['costs', 'mirror', other, '--sql', engine]))).stdout;
  for (const engine of ['trino', 'athena', 'bigquery']) {
    const statement = await statementFor(engine);
    expect(statement).toContain(
      '-- Left out, because names that differ only in case are the same here: Team, team, tags.Team, tags.team\n',
    );
    expect(statement).not.toMatch(/^ {2}["`](tags\.)?team["`]/im);
  }
  expect(await statementFor('trino')).toContain('"tags.only" varchar');
  expect(await statementFor('athena')).toContain('digits and _ here: tags.only; use');
  expect(await statementFor('spark')).toMatch(/^SET spark\.sql\.caseSensitive = true;\nCREATE/);
  for (const engine of ['clickhouse', 'snowflake']) {
    expect(await statementFor(engine)).toMatch(/["`]tags\.Team["`].+["`]tags\.team["`]/s);
  }
});

test('--location sets the folder in the statement', async () => {
  const words = ['--sql', 'athena', '--location', 's3://costs/2026/'];
  const { stdout } = await run(['costs', 'mirror', folder, ...words]);
  expect(stdout).toContain("LOCATION 's3://costs/2026/month=2026-10/'");
});

test.each([
  ['duckdb', "'/o''brien\\c/month="],
  ['trino', "'/o''brien\\c'"],
  ['athena', "'/o\\'brien\\\\c/month="],
  ['bigquery', "'/o\\'brien\\\\c/month="],
  ['clickhouse', "'/o\\'brien\\\\c/{month="],
  ['snowflake', "'/o\\'brien\\\\c/'"],
])(
  'an apostrophe and a backslash in a location are written as %s reads them',
  async (engine, place) => {
    const words = ['--sql', engine, '--location', "/o'brien\\c"];
    const { stdout } = await succeed(run(['costs', 'mirror', folder, ...words]));
    expect(stdout).toContain(place);
  },
);

describe('DuckDB', () => {
  needs('@duckdb/node-api');
  let connection: Awaited<ReturnType<typeof openDuckdb>> | undefined;
  beforeAll(async () => {
    if (hasDuckdb) connection = await openDuckdb();
  });
  afterAll(() => connection?.closeSync());

  test('reads the registered files with the same sums as the service', async () => {
    const { stdout } = await run(['costs', 'mirror', folder, '--sql', 'duckdb']);
    await connection?.run(stdout);
    const reader = await connection?.runAndReadAll(
      'SELECT currency, count(*) AS n, sum(cost) AS total, max("tags.team") FROM costs GROUP BY 1 ORDER BY 1',
    );
    const line = ['costs', 'summary', '--from', '2026-09-01', '--to', '2026-11-14', '-o', 'json'];
    const live = await run(line, { service: serveCosts(days) });
    const totals = JSON.parse(live.stdout).map((row: { total: string }) => row.total);
    expect(reader?.getRowsJson()).toEqual([
      ['EUR', '2', totals[0], 'x'],
      ['USD', '2', `${totals[1]}0000000000`, 'x'],
    ]);
  });

  test('reads a folder whose name looks like a pattern, with a column that SQL cannot name', async () => {
    const odd = join(newFolder(), 'm[i]?*{a}');
    const tags = { team: 'x', 'a\0b': 'y' };
    await runMirror(odd, { '2026-09-03': rowsOf('2026-09-03', 3, { tags }), '2026-10-05': [] });
    const sql = 'SELECT count(*) AS n, max("tags.team") AS team FROM costs';
    const words = ['costs', 'query', sql, '--mirror', odd, '-o', 'json'];
    expect((await run(words)).stdout).toBe('[{"n":3,"team":"x"}]\n');
    const { stdout } = await run(['costs', 'mirror', odd, '--sql', 'duckdb']);
    await connection?.run(stdout);
    expect((await connection?.runAndReadAll(sql))?.getRowsJson()).toEqual([['3', 'x']]);
  });

  test('columns whose names differ only in case stay apart', async () => {
    const odd = newFolder();
    const row = { date: '2026-10-05', cost: 1, currency: 'EUR', Team: 'upper', team: 'lower' };
    await runMirror(odd, { '2026-10-05': [{ ...row, 'a\0b': 1, TEAM: 'all' }] });
    const own = { Team: 'upper', team_1: 'lower', TEAM_2: 'all' };
    const asked = await run(['costs', 'query', 'FROM costs', '--mirror', odd, '-o', 'json']);
    expect(JSON.parse(asked.stdout)).toEqual([expect.objectContaining(own)]);
    const { stdout } = await run(['costs', 'mirror', odd, '--sql', 'duckdb']);
    const connection = await openDuckdb();
    await connection.run(stdout);
    const read = await connection.runAndReadAll('SELECT "Team", team_1, "TEAM_2" FROM costs');
    expect(read.getRowsJson()).toEqual([['upper', 'lower', 'all']]);
    connection.closeSync();
  });

  test('costs query keeps the digits of decimals in every format', async () => {
    const sql = 'SELECT sum(cost) AS total, [max(cost)] AS list FROM costs';
    const total = '1.153456789012';
    expect((await ask(sql)).stdout).toBe(`[{"total":${total},"list":[1.123456789012]}]\n`);
    for (const format of ['csv', 'tsv', 'ndjson', 'yaml', 'markdown', 'table']) {
      expect((await ask(sql, ['-o', format])).stdout).toContain(total);
    }
  });

  test('maps and unions are written as the values that they have', async () => {
    const sql = `SELECT histogram(service) AS counts, MAP {DATE '2026-10-05': {'a': 1.10}} AS days,
      union_value(n := [max(cost)]) AS one, NULL::MAP(INT, INT) AS nothing FROM costs WHERE cost > 1`;
    expect((await ask(sql)).stdout).toBe(
      '[{"counts":{"late":1},"days":{"2026-10-05":{"a":1.10}},"one":[1.123456789012],"nothing":null}]\n',
    );
  });

  test('a query without rows prints its columns', async () => {
    const { stdout } = await ask('SELECT cost AS a, "tags.team" FROM costs WHERE false', [
      '-o',
      'csv',
    ]);
    expect(stdout).toBe('a,tags.team\n');
  });

  test.each([
    ['selec 1', 'DuckDB: Parser Error: syntax error at or near "selec" LINE 1: selec 1\n'],
    ['SELECT nothing FROM costs', 'Binder Error: Referenced column "nothing" not found'],
    ['SELECT 1; SELECT 2', 'give one SQL statement\n'],
    ['/* x */ ;', 'give one SQL statement\n'],
    ['-- SELECT 1'.padStart(20), 'give one SQL statement\n'],
    [
      'PIVOT costs ON service USING sum(cost)',
      "for example PIVOT costs ON service IN ('Amazon EC2'",
    ],
    ['', 'must not be empty'],
    ["COPY costs TO '/tmp/costs.csv'", 'file system operations are disabled'],
    ["SELECT * FROM read_csv('/etc/passwd')", 'file system operations are disabled'],
    ["SELECT * FROM read_text('https://example.com')", 'Error'],
    ['CREATE TABLE x (a INT)', 'costs query only reads'],
    ['DROP VIEW costs', 'costs query only reads'],
    ["SET memory_limit = '1TB'", 'costs query only reads'],
    ['INSTALL httpfs', 'costs query only reads'],
    ["ATTACH '/tmp/x.db'", 'costs query only reads'],
  ])('%s exits with 2: %s', async (sql, message) => {
    expect(await failWith(2, ask(sql, []))).toContain(message);
  });

  test('a query cannot write to the files of the mirror', async () => {
    const path = join(folder, manifestOf(folder).files[0]?.path ?? '');
    await failWith(2, ask(`COPY (SELECT 1) TO '${path}'`, []));
    expect((await run(['costs', 'verify', join(folder, '_manifest.json')])).exitCode).toBe(0);
  });

  test('a signal ends a long query', async () => {
    const controller = new AbortController();
    const { CostctlError } = await import('../../src/errors.ts');
    const reason = new CostctlError('interrupted', 'interrupted by SIGINT', { exitStatus: 130 });
    setTimeout(() => controller.abort(reason), 300);
    const endless = 'SELECT count(*) FROM range(100000000000) a, range(1000) b';
    await failWith(130, ask(endless, [], { signal: controller.signal }));
  }, 20_000);

  test('a folder that is not a mirror is rejected', async () => {
    const line = ['costs', 'query', 'SELECT 1', '--mirror', newFolder()];
    expect(await failWith(1, run(line))).toContain('is not a mirror');
  });
});
