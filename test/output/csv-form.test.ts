import { expect, test } from 'vitest';
import { ExactNumber } from '../../src/json/number.ts';
import { run } from '../helpers/run.ts';
import { openOutput } from './open-output.ts';

const records = [
  {
    service: 'EC2; "east"',
    total: '1234.50',
    version: '1.10',
    rows: 12,
    cost: new ExactNumber('0.10'),
  },
  { service: 'ärger', total: '-0.5', version: '2.0', rows: 3, cost: 7.25 },
];

const view = {
  columns: [{ path: 'service' }, { path: 'total', kind: 'money' as const }],
  fields: ['service', 'total', 'version', 'rows', 'cost'],
};

test('csv with decimal commas changes numbers and no other text', async () => {
  const { output, stdout } = openOutput({
    format: 'csv',
    delimiter: ';',
    decimalComma: true,
    byteOrderMark: true,
  });
  await output.list(records, view);
  expect(stdout.text).toBe(
    '\ufeffservice;total;version;rows;cost\n"EC2; ""east""";1234,50;1.10;12;0,10\närger;-0,5;2.0;3;7,25\n',
  );
});

test('quotes a decimal comma if commas separate the cells', async () => {
  const { output, stdout } = openOutput({ format: 'csv', decimalComma: true });
  await output.list(records, { ...view, fields: ['total', 'cost'], columns: view.columns });
  expect(stdout.text).toContain('"1234,50"');
});

test.each([
  [['--delimiter', ';'], '--delimiter is for csv, and the result is json'],
  [['--decimal-comma'], '--decimal-comma is for csv, and the result is json'],
  [['--bom'], '--bom is for csv, and the result is json'],
  [['--no-header'], '--no-header is for csv, tsv, xlsx, and the result is json'],
  [['--spreadsheet-safe'], '--spreadsheet-safe is for csv, tsv, and the result is json'],
])('%j with another format is a usage error', async (options, message) => {
  const { stderr, exitCode } = await run([
    '--sandbox',
    'filters',
    'list',
    '-o',
    'json',
    ...options,
  ]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});

test.each(['', ';;', 'a', '"', '.', '§'])('--delimiter %j is a usage error', async (delimiter) => {
  const { exitCode } = await run([
    '--sandbox',
    'filters',
    'list',
    '-o',
    'csv',
    `--delimiter=${delimiter}`,
  ]);
  expect(exitCode).toBe(2);
});

test('writes a list for a German Excel', async () => {
  const { stdout, exitCode } = await run([
    ...['--sandbox', 'metrics', 'values', 'bmt_orders', '--max', '2', '-o', 'csv'],
    ...['--delimiter', ';', '--decimal-comma', '--bom'],
  ]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^\ufeffdate;amount;/);
});
