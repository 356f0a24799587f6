import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metricFiles } from '../helpers/metric-files.ts';
import {
  createFile,
  header,
  importFile,
  importFrom,
  rowsOfDays,
} from '../helpers/metric-import.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { needs } from '../helpers/needs.ts';
import { createFolder } from '../helpers/run.ts';
import { runs } from '../helpers/runs.ts';
import { failWith, succeed } from '../helpers/screens.ts';

const stale = 'what an earlier run left\n';
const heading = 'date,amount,region,_line,_reason\n';

test('the rejects give the reason if the file cannot be opened', async () => {
  const rejects = createFile('rejects.csv', stale);
  const missing = join(dirname(rejects), 'orders.csv');
  await failWith(1, importFile(missing, ['--rejects', rejects]));
  expect(readFileSync(rejects, 'utf8')).toBe(
    `${heading},,,,cannot read ${missing}: no such file or folder\n`,
  );
});

test.each([
  ['--dry-run', ['--dry-run']],
  ['--zero-extra', ['--zero-extra']],
])('the rejects give the reason if stored values cannot be read, with %s', async (_, flags) => {
  const rejects = createFile('rejects.csv', stale);
  const service = createMetricService({ unreadable: true });
  const world = { service };
  const all = ['--retries', '0', '--rejects', rejects, ...flags];
  await failWith(1, importFrom(rowsOfDays(3), all, world));
  expect(service.posts).toEqual([]);
  expect(readFileSync(rejects, 'utf8')).toContain(`${heading},,,,the service answered 500`);
});

test('rejects can be written next to the imported file', async () => {
  const file = createFile('orders.csv', rowsOfDays(2));
  const rejects = join(dirname(file), 'rejects.csv');
  writeFileSync(rejects, stale);
  await succeed(importFile(file, ['--rejects', rejects]));
  expect(readFileSync(rejects, 'utf8')).toBe(heading);
});

test('formulas are written to the rejects unchanged', async () => {
  const rejects = createFile('rejects.csv');
  await importFrom(`${header}\n2026-01-01,+x,=1+1\n`, ['--rejects', rejects]);
  expect(readFileSync(rejects, 'utf8')).toContain('\n2026-01-01,+x,=1+1,2,');
});

/** As another reader has them, but for the line, which is another in another file. */
function rowsOf(path: string): Record<string, string>[] {
  const rows: Record<string, string>[] = parse(readFileSync(path), { columns: true });
  return rows.map((row) => ({ ...row, _line: '' }));
}

test('rejects with any content are read back as the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(metricFiles, async ({ content, format, rows, good }) => {
      fc.pre(good.length < rows);
      const folder = createFolder();
      const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv')];
      await importFrom(content, ['--format', format, '--rejects', first]);
      await failWith(10, importFile(first, ['--rejects', second]));
      expect(rowsOf(second)).toEqual(rowsOf(first));
      expect(rowsOf(first)).toHaveLength(rows - good.length);
    }),
    { numRuns: runs(40) },
  );
});

describe('a full disk while writing rejects', () => {
  needs('/dev/full');

  test('is reported after the result', async () => {
    const { stdout, stderr, exitCode } = await importFrom(
      `${header}\n2026-01-01,5,eu\n2026-01-02,x,eu\n`,
      ['--skip-invalid', '--rejects', '/dev/full'],
    );
    expect(JSON.parse(stdout)).toMatchObject({ created: 1, invalid: 1 });
    expect(stderr).toContain(
      '1 of 2 rows cannot be used; cannot write /dev/full: no space left on the disk',
    );
    expect(exitCode).toBe(9);
  });

  test('does not hide why nothing was sent', async () => {
    const missing = join(createFolder(), 'orders.csv');
    const stderr = await failWith(1, importFile(missing, ['--rejects', '/dev/full']));
    expect(stderr).toContain('warning: cannot write /dev/full: no space left on the disk\n');
    expect(stderr).toContain(`error: cannot read ${missing}: no such file or folder\n`);
  });
});

test('bad rows before an unreadable part are reported too', async () => {
  const file = `${header}\n2026-01-01,x,eu\n2026-01-02,5,"eu\n`;
  expect(await failWith(10, importFrom(file, ['-o', 'table']))).toContain(
    'warning: line 2: the amount "x" is not a decimal\nerror: stdin, line 3: ',
  );
});
