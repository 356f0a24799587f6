import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createFile, header } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { run, type World } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

const stored = [
  { date: '2026-01-01', amount: '5.00', labels: { region: 'eu' } },
  { date: '2026-01-01', amount: '7', labels: { region: 'us' } },
  { date: '2026-01-01', amount: '9', labels: { region: 'asia' } },
  { date: '2026-02-01', amount: '9', labels: { region: 'asia' } },
];
const file =
  'date,amount,region\n2026-01-01,5,eu\n2026-01-01,8,us\n2026-01-02,1,eu\n2026-03-01,1,eu\n';

function diffing(stdin: string, flags: readonly string[] = [], world: World = {}) {
  const service = createMetricService({ stored });
  const line = ['metrics', 'diff', 'bmt_orders', '-', '-w', 'wsp_main', '-o', 'csv', ...flags];
  return run(line, { service, ...world, stdin });
}

test('diff lists values to create and update, and values that the file lacks on its days', async () => {
  const outcome = await succeed(diffing(file));
  expect(outcome.stderr).toBe(
    'note: first, the values stored from 2026-01-01 to 2026-03-01 are read: 1 request\n',
  );
  expect(outcome.stdout).toBe(
    'change,date,labels,old,new\n' +
      'update,2026-01-01,"{""region"":""us""}",7,8\n' +
      'extra,2026-01-01,"{""region"":""asia""}",9,\n' +
      'create,2026-01-02,"{""region"":""eu""}",,1\n' +
      'create,2026-03-01,"{""region"":""eu""}",,1\n',
  );
});

test('a bad row exits 10, and no value is read', async () => {
  const service = createMetricService({ stored });
  await failWith(10, diffing('date,amount,region\n2026-01-01,$5,eu\n', [], { service }));
  expect(service.reads).toEqual([]);
});

/** What `metrics diff` would create of a file, as `day amount region`. */
async function diff(stdin: string, ...flags: readonly string[]) {
  const line = ['metrics', 'diff', 'bmt_orders', '-', '-w', 'wsp_main', '-o', 'json', ...flags];
  const { stdout, exitCode } = await run(line, { service: createMetricService(), stdin });
  const rows: { date: string; new: string; labels: { region?: string } }[] =
    stdout === '' ? [] : JSON.parse(stdout);
  return { exitCode, found: rows.map((row) => `${row.date} ${row.new} ${row.labels.region}`) };
}

test.each([
  ['csv', 'date,amount,region\n2026-01-01,5,e\tu\n', 'e\tu'],
  ['tsv', 'date\tamount\tregion\n2026-01-01\t5\te,u\n', 'e,u'],
  ['json', '[\n{"date":"2026-01-01","amount":5,"region":"eu"}]', 'eu'],
  ['ndjson', '{"date":"2026-01-01","amount":5,"region":"eu"}\n', 'eu'],
])('--format %s reads the file in that format', async (format, file, region) => {
  const { found } = await diff(file, '--format', format);
  expect(found).toEqual([`2026-01-01 5 ${region}`]);
});

test('a wrong --format is an error instead of a guess', async () => {
  expect((await diff(`${header}\n2026-01-01,5,eu\n`, '--format', 'json')).exitCode).toBe(10);
});

test.each([
  ['--map', 'date=Day', 'Day,amount,region\n2026-01-01,5,eu\n', '2026-01-01 5 eu'],
  ['--ignore-extra', '', 'date,amount,region,team\n2026-01-01,5,eu,a\n', '2026-01-01 5 eu'],
  ['--allow-missing-labels', '', 'date,amount,region\n2026-01-01,5,\n', '2026-01-01 5 undefined'],
  ['--trim', '', 'date,amount,region\n2026-01-01,5, eu \n', '2026-01-01 5 eu'],
  ['--duplicates', 'sum', `${header}\n2026-01-01,5,eu\n2026-01-01,6,eu\n`, '2026-01-01 11 eu'],
])('%s accepts a file that is refused without it', async (flag, value, file, row) => {
  expect((await diff(file)).exitCode).toBe(10);
  const { found } = await diff(file, flag, ...(value === '' ? [] : [value]));
  expect(found).toEqual([row]);
});

test('--skip-invalid skips bad rows, and --rejects writes them', async () => {
  const rejects = createFile('rejects.csv');
  const file = 'date,amount,region\n2026-01-01,5,eu\n2026-02-30,5,eu\n';
  const { exitCode, found } = await diff(file, '--skip-invalid', '--rejects', rejects);
  expect({ exitCode, found }).toEqual({ exitCode: 9, found: ['2026-01-01 5 eu'] });
  expect(readFileSync(rejects, 'utf8')).toContain('2026-02-30,5,eu');
});

test('a person reads what would change and the sums; what an import leaves has one line', async () => {
  const { stdout, stderr } = await succeed(diffing(file, ['-o', 'table']));
  expect(stdout).toMatchInlineSnapshot(`
    "change  date        labels     old  new
    update  2026-01-01  region=us    7    8
    create  2026-01-02  region=eu         1
    create  2026-03-01  region=eu         1
    "
  `);
  expect(stderr.split('\n').slice(1)).toEqual([
    'note: 2 values (2) to create, 1 value (7 → 8) to update',
    'note: 1 value (9) stored on these days, but not in the file (extra): an import leaves it; -o csv lists it',
    '',
  ]);
  const chosen = await succeed(diffing(file, ['-o', 'table', '--columns', 'change,old']));
  expect(chosen.stdout).toContain('extra');
  const same = await succeed(diffing('date,amount,region\n2026-01-01,5,eu\n', ['-o', 'markdown']));
  expect(same.stdout).toBe('An import would change nothing.\n');
});
