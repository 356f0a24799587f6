import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFile } from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { createFolder, run } from '../helpers/run.ts';

const content = 'date,amount,region\n2026-01-01,1,eu\n2026-01-02,x,eu\n';

/** A folder with a file of values in it, one of them bad. */
function createFile(): { folder: string; file: string } {
  const folder = createFolder();
  const file = join(folder, 'orders.csv');
  writeFileSync(file, content);
  return { folder, file };
}

test.each(['', '-'])('--rejects %j is a usage error', async (path) => {
  const { exitCode, stderr } = await importFile(createFile().file, [`--rejects=${path}`]);
  expect(stderr).toContain('error: --rejects: must name a file\n');
  expect(exitCode).toBe(2);
});

test('the rejects file does not exist while values are sent', async () => {
  const { folder, file } = createFile();
  const seen: string[][] = [];
  const service = createMetricService({
    refuse: () => {
      seen.push(readdirSync(folder));
      return undefined;
    },
  });
  const flags = ['--rejects', join(folder, 'rejects.csv'), '--skip-invalid'];
  await importFile(file, flags, { service });
  expect(seen).toEqual([['orders.csv']]);
  expect(readFileSync(join(folder, 'rejects.csv'), 'utf8')).toContain('2026-01-02,x,eu,3,');
});

test('the rejects of an earlier run do not outlast one that stores every value', async () => {
  const { folder, file } = createFile();
  const rejects = join(folder, 'rejects.csv');
  expect((await importFile(file, ['--rejects', rejects])).exitCode).toBe(10);
  writeFileSync(file, content.replace('x', '2'));
  expect((await importFile(file, ['--rejects', rejects])).exitCode).toBe(0);
  expect(readFileSync(rejects, 'utf8')).toBe('date,amount,region,_line,_reason\n');
});

test('more rejects than fit into the memory limit are all written', async () => {
  const { folder, file } = createFile();
  const long = 'x'.repeat(200);
  const rows = Array.from({ length: 12_000 }, (_, at) => `2026-01-01,,"${at}\n${long}"\n`);
  writeFileSync(file, `date,amount,region\n${rows.join('')}`);
  const rejects = join(folder, 'rejects.csv');
  expect((await importFile(file, ['--rejects', rejects])).exitCode).toBe(10);
  expect(readFileSync(rejects, 'utf8')).toBe(
    `date,amount,region,_line,_reason\n${rows
      .map((row, at) => `${row.slice(0, -1)},${at * 2 + 2},the amount is empty\n`)
      .join('')}`,
  );
});

test('the result is reported even if the rejects can no longer be written', async () => {
  const { folder, file } = createFile();
  const rejects = join(folder, 'rejects.csv');
  const service = createMetricService({
    refuse: () => {
      symlinkSync('/nowhere/at/all.csv', rejects);
      return undefined;
    },
  });
  const flags = ['--rejects', rejects, '--skip-invalid', '-o', 'json'];
  const outcome = await importFile(file, flags, { service });
  expect(JSON.parse(outcome.stdout)).toMatchObject({ created: 1 });
  expect(outcome.stderr).toMatch(/rows cannot be used; cannot write /);
  expect(outcome.exitCode).toBe(9);
});

test('the hint names the rejects that were kept although the result cannot be shown', async () => {
  const { folder, file } = createFile();
  const rejects = join(folder, 'rejects.csv');
  const flags = ['--rejects', rejects, '--skip-invalid', '--columns', 'nope'];
  const { stderr, exitCode } = await importFile(file, flags);
  expect(exitCode).toBe(9);
  expect(stderr).toMatch(/rows cannot be used; --columns: no record has the column "nope"\n/);
  expect(stderr).toContain(`hint: the rows left out are in ${rejects}, which import reads\n`);
  expect(readFileSync(rejects, 'utf8')).toContain('_reason');
});

test('labels with reserved names are read back from the rejects and the metric values', async () => {
  const labelColumns = ['date', 'amount', '_line', '_reason'];
  const labels = { date: 'a', amount: 'b', _line: 'c', _reason: 'd' };
  const { folder, file } = createFile();
  writeFileSync(file, `${JSON.stringify({ date: '2026-01-01', amount: '5', labels })}\n`);
  const rejects = join(folder, 'rejects.csv');
  const failing = createMetricService({ labelColumns, refuse: () => ({ status: 400 }) });
  const flags = ['--format', 'ndjson', '--rejects', rejects];
  expect((await importFile(file, flags, { service: failing })).exitCode).toBe(9);
  expect(readFileSync(rejects, 'utf8')).toMatch(
    /^date,amount,labels\.date,labels\.amount,labels\._line,labels\._reason,_line,_reason\n/,
  );
  const service = createMetricService({ labelColumns });
  expect((await importFile(rejects, [], { service })).exitCode).toBe(0);
  expect(service.posts).toEqual([[{ date: '2026-01-01', amount: '5', labels }]]);
  const line = ['metrics', 'values', 'bmt_orders', '-w', 'wsp_main', '-o', 'csv'];
  writeFileSync(file, (await run(line, { service })).stdout);
  const again = await importFile(file, ['-o', 'json'], { service });
  expect(JSON.parse(again.stdout)).toMatchObject({ values: 1, unchanged: 1 });
});
