import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFile } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { needs } from '../helpers/needs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson } from '../helpers/screens.ts';
import { createWorkbook, number } from '../helpers/workbook.ts';

function importing(file: string, flags: readonly string[], service = createMetricService()) {
  return run(['metrics', 'import', 'bmt_orders', file, '-w', 'wsp_main', ...flags], { service });
}

function createBinary(name: string, bytes: Buffer): string {
  const path = join(createFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

/** As Excel saves "CSV UTF-8" on a computer set to German. */
const german =
  '\ufeffDatum;Menge;REGION\r\n01.10.2026;"1.234,50";Süd\r\n02.10.2026;-7,25;Süd\r\n;;\r\n';
const germanFlags = [
  ...['--map', 'date=Datum,amount=Menge', '--decimal-comma'],
  ...['--date-format', 'DD.MM.YYYY'],
];

test('the result starts with a one-line summary', async () => {
  const service = createMetricService({
    stored: [{ date: '2026-10-02', amount: '-7.250', labels: { region: 'Süd' } }],
  });
  const outcome = await importing(createFile('orders.csv', german), germanFlags, service);
  expect(outcome.stdout.split('\n')[0]).toBe('1 created, 0 updated, 1 unchanged');
  expect(service.posts).toEqual([
    [{ date: '2026-10-01', amount: '1234.50', labels: { region: 'Süd' } }],
  ]);
  const json = await importing(createFile('orders.csv', german), [...germanFlags, '-o', 'csv']);
  expect(json.stdout).toMatch(/^metric,rows,/);
});

test('rejects use the format of the file, so the same options read them back', async () => {
  const rejects = createFile('rejects.csv');
  const content = `${german}03.10.2026;1,5;\r\n`;
  const refusing = createMetricService({ refuse: () => ({ status: 400 }) });
  const flags = [...germanFlags, '--delimiter', ';', '--skip-invalid', '--rejects', rejects];
  expect((await importing(createFile('orders.csv', content), flags, refusing)).exitCode).toBe(9);
  expect(readFileSync(rejects, 'utf8').replace(/the service [^;\n]*/g, 'why')).toBe(
    'date;amount;region;_line;_reason\n03.10.2026;1,5;;5;the label region is missing\n01.10.2026;1234,50;Süd;2;why\n02.10.2026;-7,25;Süd;3;why\n',
  );
  const service = createMetricService();
  await failWith(2, importing(rejects, [...flags, '--allow-missing-labels'], service));
  const next = flags.slice(0, -2);
  expect((await importing(rejects, [...next, '--allow-missing-labels'], service)).exitCode).toBe(0);
  expect(service.posts.flat().map(({ amount }) => amount)).toEqual(['1.5', '1234.50', '-7.25']);
});

test('a workbook is recognized by its name, with notes on other sheets and hidden digits', async () => {
  const rows = [
    ['Date', 'Amount', 'Region'],
    [number('46023', 1), number('1.1000000000000001'), 'eu'],
  ];
  const bytes = createWorkbook([
    { name: 'Orders', rows },
    { name: 'Notes', rows: [] },
  ]);
  const service = createMetricService();
  const outcome = await importing(createBinary('orders.xlsx', bytes), [], service);
  expect(outcome.stderr).toBe(
    'note: reading the first sheet of "Orders", "Notes"; --sheet NAME reads another\n' +
      'note: 1 number stored with more digits than a spreadsheet shows (B2 is 1.1000000000000001, shown as 1.1); --excel-precision reads them as shown\n',
  );
  expect(service.posts.flat()).toEqual([
    { date: '2026-01-01', amount: '1.1000000000000001', labels: { region: 'eu' } },
  ]);
  const shown = createMetricService();
  await importing(createBinary('x', bytes), ['--sheet', 'orders', '--excel-precision'], shown);
  expect(shown.posts.flat().map(({ amount }) => amount)).toEqual(['1.1']);
});

test.each([
  ['orders.csv', ['--sheet', 'A'], '--sheet is for workbooks, not for csv'],
  ['orders.json', ['--delimiter', ';'], '--delimiter is for CSV files, not for json'],
  ['orders.xlsx', ['--delimiter', ';'], '--delimiter is for CSV files, not for xlsx'],
  ['orders.csv', ['--delimiter', 'ab'], "--delimiter: must be one character, such as ';', or tab"],
  ['orders.csv', ['--delimiter', '"'], "--delimiter: must be one character, such as ';', or tab"],
  ['orders.csv', ['--date-format', 'D.M.Y'], '--date-format: must have YYYY, MM and DD'],
])('%s with %j is a usage error', async (name, flags, message) => {
  expect(await failWith(2, importing(createFile(name, 'x'), flags))).toContain(`error: ${message}`);
});

test.each([
  ['tab', 'date\tamount\tregion\n2026-01-01\t5\teu\n'],
  ['\\t', 'date\tamount\tregion\n2026-01-01\t5\t"eu"\n'],
  [';', 'date;amount;region\n2026-01-01;5;eu\n'],
  ['|', 'date|amount|region\n2026-01-01|5|eu\n'],
])('a .csv file can have the delimiter %j', async (delimiter, content) => {
  const service = createMetricService();
  await importing(createFile('orders.csv', content), ['--delimiter', delimiter], service);
  if (delimiter !== '|') await importing(createFile('orders.csv', content), [], service);
  expect(service.posts).toEqual([[{ date: '2026-01-01', amount: '5', labels: { region: 'eu' } }]]);
});

test.each([
  [',', 'date\tamount\tregion\n', 'cells are separated by tabs', '--delimiter tab'],
  [',', 'date;amount;region\n', 'cells are separated by semicolons', "--delimiter ';'"],
])(
  'with the wrong delimiter %j the error names the right one',
  async (given, content, words, hint) => {
    const path = createFile('orders.csv', content);
    const stderr = await failWith(10, importing(path, ['--delimiter', given]));
    expect(stderr).toBe(`error: ${path}, line 1: ${words}\nhint: give ${hint}\n`);
  },
);

describe('LibreOffice', () => {
  needs('soffice');

  // On a busy machine, one of some hundred conversions went wrong: what LibreOffice writes is not ours to test.
  test('writes workbooks that can be imported', { timeout: 60_000, retry: 2 }, async () => {
    const csv = createFile(
      'orders.csv',
      'Date;Amount;Region\n2026-01-01;1234.56;eu\n2026-01-02;0.1;us\n',
    );
    const folder = dirname(csv);
    const { status } = spawnSync('soffice', [
      ...['--headless', `-env:UserInstallation=file://${folder}/profile`],
      ...['--convert-to', 'xlsx', '--infilter=CSV:59,34,76,1', '--outdir', folder, csv],
    ]);
    const service = createMetricService();
    const { stderr, exitCode } = await importing(join(folder, 'orders.xlsx'), [], service);
    expect({ status, stderr, exitCode }).toMatchObject({ status: 0, exitCode: 0 });
    expect(service.posts.flat()).toEqual([
      { date: '2026-01-01', amount: '1234.56', labels: { region: 'eu' } },
      { date: '2026-01-02', amount: '0.1', labels: { region: 'us' } },
    ]);
  });
});

const values = ['--sandbox', 'metrics', 'values', 'bmt_orders'];
const days = ['--from', '2026-11-02', '--to', '2026-11-05'];

test.each([
  ['orders.xlsx', [], []],
  ['orders.csv', ['--delimiter', ';', '--decimal-comma', '--bom'], ['--decimal-comma']],
])('values written to %s with %j are read back as unchanged', async (name, form, reading) => {
  const file = join(createFolder(), name);
  expect((await run([...values, ...days, '-O', file, ...form])).exitCode).toBe(0);
  const line = ['--sandbox', 'metrics', 'import', 'bmt_orders', file, '--dry-run', '-o', 'json'];
  const report = await readJson(run([...line, ...reading]));
  expect(report).toMatchObject({ created: 0, updated: 0, unchanged: report.values });
  expect(report.values).toBeGreaterThan(5);
});
