import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { header, importFrom, rowsOfDays } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { run } from '../helpers/run.ts';
import { failWith } from '../helpers/screens.ts';

type Fields = Readonly<Record<string, unknown>>;

function csvOf(...rows: readonly string[]): string {
  return [header, ...rows, ''].join('\n');
}

const separated = (delimiter: string) => (text: string) =>
  parse(text, { columns: true, delimiter })[0] as Fields;

const readers: Readonly<Record<string, (text: string) => Fields>> = {
  json: (text) => JSON.parse(text),
  ndjson: (text) => JSON.parse(text),
  csv: separated(','),
  tsv: separated('\t'),
  yaml: (text) => parseYaml(text),
};

test.each(Object.entries(readers))(
  'the result as %s has every field, and its two sums agree',
  async (format, read) => {
    const stored = [
      { date: '2025-01-01', amount: '0.50', labels: { region: 'eu' } },
      { date: '2025-01-02', amount: '9', labels: { region: 'eu' } },
    ];
    const service = createMetricService({
      stored,
      refuse: (values) =>
        values.some(({ amount }) => amount === '6.5') ? { status: 400 } : undefined,
    });
    const file = `${rowsOfDays(9)}2025-01-04,3.50,eu\n2025-01-01,x,eu\n2025-01-01,1,\n`;
    const flags = ['-o', format, '--skip-invalid', '--batch-size', '3', '--concurrency', '1'];
    const { stdout, exitCode } = await importFrom(file, flags, { service });
    expect(exitCode).toBe(9);
    const result = read(stdout);
    const number = (name: string) => Number(result[name]);
    expect(number('rows')).toBe(number('values') + number('merged') + number('invalid'));
    expect(number('values')).toBe(
      number('created') + number('updated') + number('unchanged') + number('failed'),
    );
    expect(Object.entries(result).map(([name, value]) => `${name}=${value}`)).toEqual([
      'metric=bmt_orders',
      'rows=12',
      'values=9',
      'merged=1',
      'invalid=2',
      'created=4',
      'updated=1',
      'unchanged=1',
      'failed=3',
      'resent=0',
      'batches=3',
      'sum=40.5',
      'from=2025-01-01',
      'to=2025-01-09',
    ]);
  },
);

test.each(['table', 'markdown'])(
  'the result as %s is what was done, in one line',
  async (format) => {
    const rows = ['2025-01-01,1,eu', '2025-01-01,1.0,eu', '2025-01-02,x,eu'];
    const { stdout } = await importFrom(csvOf(...rows), ['-o', format, '--skip-invalid']);
    expect(stdout).toBe('1 created, 0 updated, 0 unchanged, 1 invalid, 1 merged\n');
  },
);

test('merged rows are reported in a note, in singular and plural', async () => {
  const one = await importFrom(csvOf('2025-01-01,5,eu', '2025-01-01,5.0,eu'));
  expect(one.stderr).toBe('note: 1 row was merged into another with the same day and labels\n');
  const flags = ['--duplicates', 'sum'];
  const two = await importFrom(csvOf(...['1', '2', '3'].map((n) => `2025-01-01,${n},eu`)), flags);
  expect(two.stderr).toBe('note: 2 rows were merged into another with the same day and labels\n');
  expect((await importFrom(csvOf('2025-01-01,5,eu'))).stderr).toBe('');
});

test('a missing metric is reported before the file is read', async () => {
  const service = createMetricService({ absent: true });
  expect(await failWith(5, importFrom('not,a,file\n', [], { service }))).not.toContain('column');
});

test('if no row is usable, --skip-invalid sends nothing and exits 9', async () => {
  for (const flags of [[], ['--dry-run']]) {
    const service = createMetricService();
    const outcome = await importFrom(
      csvOf('2025-01-01,x,eu'),
      ['--skip-invalid', '-o', 'table', ...flags],
      {
        service,
      },
    );
    expect(outcome.exitCode).toBe(9);
    expect(outcome.stdout).toMatch(
      /^0 created, 0 updated, 0 unchanged, 1 invalid( \(dry run.*)?\n$/,
    );
    expect([...service.posts, ...service.reads]).toEqual([]);
  }
});

test('all of 20 bad rows are reported, and of 21 the last one is only counted', async () => {
  const bad = (count: number) =>
    csvOf(...Array.from({ length: count }, (_, at) => `2025-01-01,x,r${at}`));
  const reported = (text: string) =>
    text.split('\n').filter((line) => line.startsWith('warning: '));
  const twenty = reported((await importFrom(bad(20), ['-o', 'table'])).stderr);
  expect([twenty.length, twenty.at(-1)]).toEqual([
    20,
    'warning: line 21: the amount "x" is not a decimal',
  ]);
  const more = reported((await importFrom(bad(21), ['-o', 'table'])).stderr);
  expect([more.length, more.at(-1)]).toEqual([
    21,
    'warning: and 1 more row: --rejects FILE lists all',
  ]);
});

test('a note on a terminal explains how to end the input', async () => {
  const typed = await importFrom(csvOf('2025-01-01,5,eu'), ['-o', 'json'], { terminal: 80 });
  expect(typed.stderr).toBe('note: reading values from the terminal; Ctrl-D ends them\n');
  expect(JSON.parse(typed.stdout)).toMatchObject({ created: 1 });
});

test('--map accepts a column name with an equals sign and needs both sides', async () => {
  const service = createMetricService();
  const file = 'date,a=b,region\n2025-01-01,5,eu\n';
  expect((await importFrom(file, ['--map', 'amount=a=b'], { service })).exitCode).toBe(0);
  for (const map of ['date', '=Day', 'date=']) {
    const stderr = await failWith(2, importFrom(file, ['--map', map, '-o', 'table'], { service }));
    expect(stderr).toContain('error: --map: must have the form field=column,…\n');
  }
  // A comma may be part of a column's name.
  for (const column of ['Day,amount', 'Day,=x', 'Day,']) {
    const map = `amount=a=b,date=${column}`;
    const stderr = await failWith(10, importFrom(file, ['--map', map, '-o', 'table'], { service }));
    expect(stderr).toContain(`there is no column ${JSON.stringify(column)}`);
  }
});

test.each([
  ['--map', 'amount=Orders', 'there is no column "Orders"'],
  ['--map', 'region=Land', 'there is no column "Land" for the label region'],
])(
  '%s %s with a missing column is reported with the columns of the file',
  async (flag, map, words) => {
    const outcome = await importFrom(csvOf('2025-01-01,5,eu'), [flag, map, '-o', 'table']);
    expect(outcome.exitCode).toBe(10);
    expect(outcome.stderr).toContain(`error: stdin, line 1: ${words}\n`);
    expect(outcome.stderr).toContain('hint: the file has "date", "amount", "region"; name it with');
  },
);

test('one file is imported at a time', async () => {
  const line = ['metrics', 'import', 'bmt_orders', 'a.csv', 'b.csv', '-w', 'wsp_main'];
  const stderr = await failWith(2, run(line, { service: createMetricService() }));
  expect(stderr).toContain('error: too many arguments');
});

test('of 21 values that differ from the sent ones, 20 are reported and one is counted', async () => {
  for (const count of [20, 21]) {
    const service = createMetricService({ keep: () => undefined });
    const flags = ['--verify', '-o', 'table'];
    const outcome = await importFrom(rowsOfDays(count), flags, { service });
    const reported = outcome.stderr.split('\n').filter((line) => line.startsWith('warning: '));
    expect(reported.length).toBe(count);
    expect(reported[19]).toContain('19.5 was sent, the service has no value');
    expect(reported[20]).toBe(count === 21 ? 'warning: and 1 more value' : undefined);
    expect(outcome.exitCode).toBe(9);
  }
});
