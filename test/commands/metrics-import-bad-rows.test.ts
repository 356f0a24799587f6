import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createFile,
  header,
  importFile,
  importFrom,
  rowsOfDays,
  twoRows,
} from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { failWith } from '../helpers/screens.ts';

test('a bad row prevents sending the file, and every bad row is listed with its line', async () => {
  const service = createMetricService();
  const outcome = await importFrom(
    `${header}\n2026-02-30,1,eu\n2026-01-02,"1,234",\n2026-01-03,5,eu\n`,
    ['-o', 'table'],
    { service },
  );
  expect(outcome.exitCode).toBe(10);
  expect(service.posts).toEqual([]);
  expect(outcome.stdout).toBe('');
  expect(outcome.stderr).toMatchInlineSnapshot(`
    "warning: line 2: 2026-02-30 is not a valid date
    warning: line 3: the amount "1,234" has a thousands separator, or a decimal comma (then give --decimal-comma); the label region is missing
    error: 2 of 3 rows of stdin cannot be used; nothing was sent
    hint: correct them (--rejects FILE keeps them), or give --skip-invalid to import the others
    "
  `);
});

test('one bad row among many good ones prevents sending any', async () => {
  const service = createMetricService();
  const outcome = await importFrom(`${rowsOfDays(99)}2026-02-30,1,eu\n`, [], { service });
  expect([outcome.exitCode, service.posts]).toEqual([10, []]);
});

test('only the first 20 bad rows are reported, and all are in the rejects', async () => {
  const rejects = createFile('rejects.csv');
  const bad = Array.from({ length: 30 }, (_, at) => `2026-01-01,x${at},eu\n`).join('');
  const outcome = await importFrom(`${header}\n${bad}`, ['--rejects', rejects, '-o', 'table']);
  const lines = outcome.stderr.split('\n').filter((line) => line.startsWith('warning: '));
  expect(lines).toHaveLength(21);
  expect(lines[19]).toContain('line 21: ');
  expect(lines[20]).toBe('warning: and 10 more rows');
  expect(readFileSync(rejects, 'utf8').split('\n')).toHaveLength(32);
});

test('the rejects of a run can be imported as a file', async () => {
  const rejects = createFile('rejects.csv');
  await importFrom(`${header}\n2026-01-01,5,"a ""b"", c"\n2026-01-02,7,\n`, [
    '--skip-invalid',
    '--rejects',
    rejects,
  ]);
  expect(readFileSync(rejects, 'utf8')).toBe(
    'date,amount,region,_line,_reason\n2026-01-02,7,,3,the label region is missing\n',
  );
  const service = createMetricService();
  const again = await importFile(rejects, ['--allow-missing-labels'], { service });
  expect(again.exitCode).toBe(0);
  expect(service.posts).toEqual([[{ date: '2026-01-02', amount: '7', labels: {} }]]);
});

test('the rejects give the reason if a file cannot be read to its end', async () => {
  const rejects = createFile('rejects.csv', 'what an earlier run left\n');
  await failWith(
    10,
    importFrom(`${header}\n2026-01-01,x,eu\n2026-01-02,5,"eu\n`, ['--rejects', rejects]),
  );
  expect(readFileSync(rejects, 'utf8')).toBe(
    'date,amount,region,_line,_reason\n' +
      '2026-01-01,x,eu,2,"the amount ""x"" is not a decimal"\n' +
      ',,,3,"stdin, line 3: a quote is opened and never closed"\n',
  );
});

test('a rejects file in a missing folder is refused before anything is sent', async () => {
  const service = createMetricService();
  await failWith(1, importFrom(twoRows, ['--rejects', '/nowhere/rejects.csv'], { service }));
  expect(service.posts).toEqual([]);
});
