import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';

const october = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-02'];
const twoRows = {
  '2026-10-01': [{ date: '2026-10-01', cost: 1.5, name: 'a,b' }],
  '2026-10-02': [{ date: '2026-10-02', cost: 2, name: 'c "d"', tags: { team: 'x', n: [1, 2] } }],
};

test('csv is the default, and has every column of the first page', async () => {
  const { stdout, stderr, exitCode } = await run(october, { service: serveCosts(twoRows) });
  expect(stdout).toBe(
    'date,cost,name,tags\n' +
      '2026-10-01,1.5,"a,b",\n' +
      '2026-10-02,2,"c ""d""","{""team"":""x"",""n"":[1,2]}"\n',
  );
  expect(stderr).toMatchInlineSnapshot(`
    "note: 1 window, 1 request, 2 rows written, 2 read of the service's 2: complete
    "
  `);
  expect(exitCode).toBe(0);
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

test('a file has every row of every window, and leaves nothing else behind', async () => {
  const folder = createFolder();
  const service = serveCosts({
    '2026-10-01': rowsOf('2026-10-01', 60_000),
    '2026-10-02': rowsOf('2026-10-02', 50_000),
  });
  const path = join(folder, 'costs.ndjson');
  const { stdout, stderr, exitCode } = await run([...october, '-O', path], { service });
  expect(stdout).toBe('');
  expect(stderr).toMatchInlineSnapshot(`
    "note: 2 windows, 25 requests, 110000 rows written, 110000 read of the service's 110000: complete
    "
  `);
  expect(exitCode).toBe(0);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(110_000);
  expect(lines[60_000]).toBe(
    '{"date":"2026-10-02","service":"service 0","cost":0,"currency":"EUR"}',
  );
  expect(existsSync(`${path}.part`)).toBe(false);
  expect(existsSync(`${path}.part.journal`)).toBe(false);
});
