import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { october, twoRows } from '../helpers/cost-export.ts';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';

test('a column that first appears later is added to the earlier lines of a file', async () => {
  const path = join(createFolder(), 'costs.csv');
  const days = {
    '2026-10-01': [...rowsOf('2026-10-01', 4999), { date: '2026-10-01', note: 'two\nlines, "1"' }],
    '2026-10-02': rowsOf('2026-10-02', 2, { team: 'x' }),
  };
  const { stdout, exitCode } = await run([...october, '-O', path], { service: serveCosts(days) });
  expect([stdout, exitCode]).toEqual(['', 0]);
  const text = readFileSync(path, 'utf8');
  expect(text.slice(0, 120)).toBe(
    'date,service,cost,currency,note,team\n' +
      '2026-10-01,service 0,0,EUR,,\n2026-10-01,service 1,0.01,USD,,\n2026-10-01,service 2,0',
  );
  expect(text.slice(text.indexOf(',EUR,,\n2026-10-01,,,,'))).toBe(
    ',EUR,,\n2026-10-01,,,,"two\nlines, ""1""",\n' +
      '2026-10-02,service 0,0,EUR,,x\n2026-10-02,service 1,0.01,USD,,x\n',
  );
});

test('on stdout, a column that first appears later is an error before its window is written', async () => {
  const days = {
    '2026-10-01': rowsOf('2026-10-01', 5000),
    '2026-10-02': rowsOf('2026-10-02', 2, { team: 'x' }),
  };
  const { stdout, stderr, exitCode } = await run(october, { service: serveCosts(days) });
  expect([stdout, exitCode]).toEqual(['', 9]);
  expect(stderr).toMatchInlineSnapshot(`
    "error: the column team first appears on a later page, and the header has left
    hint: name the columns with --columns, or write to a file with -O
    "
  `);
});

test('--columns accepts a column that appears later and refuses one that never appears', async () => {
  const days = {
    '2026-10-01': rowsOf('2026-10-01', 5000),
    '2026-10-02': rowsOf('2026-10-02', 1, { team: 'x' }),
  };
  const named = await run([...october, '--columns', 'team,date', '-q'], {
    service: serveCosts(days),
  });
  expect(named.stdout.slice(0, 30)).toBe('team,date\n,2026-10-01\n,2026-10');
  expect(named.stdout.endsWith('\n,2026-10-01\nx,2026-10-02\n')).toBe(true);
  const path = join(createFolder(), 'costs.csv');
  const mistaken = await run([...october, '--columns', 'date,tema', '-O', path], {
    service: serveCosts(days),
  });
  expect(mistaken.stderr).toMatchInlineSnapshot(`
    "error: --columns: no row has the column 'tema'
    hint: costctl costs columns shows the columns
    "
  `);
  expect(mistaken.exitCode).toBe(2);
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.part`)).toBe(false);
});

test('--columns keeps only those properties of ndjson, with their nesting', async () => {
  const days = { '2026-10-02': twoRows['2026-10-02'] };
  const { stdout } = await run([...october, '-o', 'ndjson', '--columns', 'cost,tags.team', '-q'], {
    service: serveCosts(days),
  });
  expect(stdout).toBe('{"cost":2,"tags":{"team":"x"}}\n');
});
