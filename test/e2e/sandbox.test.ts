import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, test } from 'vitest';
import { createFolder, type Ended, removeFolder, runProgram } from './program.ts';

const folder = createFolder();
const env = { COSTCTL_CONFIG_DIR: join(folder, 'config'), TMPDIR: folder };
afterAll(() => removeFolder(folder));

const commands = 12;
const rowsEach = 25;

/** Rows that no other command has. */
function writeRows(command: number): string {
  const path = join(folder, `rows-${command}.csv`);
  const rows = Array.from(
    { length: rowsEach },
    (_, row) => `2020-02-29,${row}.5,c${command}r${row}`,
  );
  writeFileSync(path, `date,amount,region\n${rows.join('\n')}\n`);
  return path;
}

function importFile(path: string, ...flags: readonly string[]): Promise<Ended> {
  const line = ['--sandbox', 'metrics', 'import', 'bmt_orders', path, '-o', 'json', ...flags];
  return runProgram(line, { env });
}

test('parallel imports into one state file lose no values', async () => {
  const files = Array.from({ length: commands }, (_, command) => writeRows(command));
  const ended = await Promise.all(files.map((file) => importFile(file, '--batch-size', '13')));
  for (const { status, stderr } of ended) {
    expect(status).toBe(0);
    // Reading the stored values may take more requests than sending: the other imports add to them.
    expect(stderr).toMatch(
      /^(warning: 25 labels that the metric has not had before|note: labels were not checked): .*\n$/,
    );
  }
  expect(ended.map(({ stdout }) => JSON.parse(stdout).created)).toEqual(files.map(() => rowsEach));
  const again = await importFile(files[3] ?? '');
  expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, updated: 0, unchanged: rowsEach });
  const values = [
    '--sandbox',
    'metrics',
    'values',
    'bmt_orders',
    '--to',
    '2020-02-29',
    '-o',
    'csv',
  ];
  const { stdout } = await runProgram(values, { env });
  expect(new Set(stdout.trim().split('\n').slice(1)).size).toBe(commands * rowsEach);
}, 300_000);

test('a value too large for one request is reported as failed, exit 9', async () => {
  const path = join(folder, 'large.csv');
  writeFileSync(path, `date,amount,region\n2020-03-01,1,${'x'.repeat(11 * 1024 * 1024)}\n`);
  const { status, stdout, stderr } = await importFile(path);
  expect(JSON.parse(stdout)).toMatchObject({ values: 1, failed: 1 });
  expect(stderr).toContain('the service answered 413');
  expect(status).toBe(9);
}, 60_000);

describe.skipIf(process.platform !== 'linux')('with little address space', () => {
  const limit = (kilobytes: number) => `ulimit -v ${kilobytes}; exec "$@"`;
  /** Less than Node itself needs is not this program's to report. */
  const suffices = async (kilobytes: number) => {
    const program = [process.execPath, '-e', 'new Array(1e6)'];
    const { status } = await runProgram([], { program, shell: limit(kilobytes - 400_000) });
    return status === 0;
  };

  const bytesOf = (path: string) => Uint8Array.from(readFileSync(path)).buffer;

  test.each([1_500_000, 2_500_000])(
    'of %i kB, the program does without what needs more, or reports it in one line',
    async (kilobytes) => {
      if (!(await suffices(kilobytes))) return;
      const little = join(folder, `little-${kilobytes}.parquet`);
      const start = { env, shell: limit(kilobytes) };
      const sandbox = (...words: string[]) => runProgram(['--sandbox', ...words], start);
      for (const words of [
        ['workspaces', 'list'],
        ['costs', 'summary', '--last', '2d'],
        ['costs', 'export', '--last', '9d', '-O', little],
      ]) {
        const { status, stderr } = await sandbox(...words);
        expect([status, stderr]).toEqual([0, expect.not.stringMatching(/fault|#|Abort/)]);
      }
      const ample = join(folder, `ample-${kilobytes}.parquet`);
      const exported = ['costs', 'export', '--last', '9d', '-O', ample];
      await runProgram(['--sandbox', ...exported], { env });
      const [rows, others] = [little, ample].map((path) =>
        parquetReadObjects({ file: bytesOf(path) }),
      );
      expect(await rows).toEqual(await others);
      const mirror = join(folder, `little-${kilobytes}`);
      await runProgram(['--sandbox', 'costs', 'mirror', mirror, '--from', '2026-10-01'], { env });
      const summary = ['costs', 'summary', '--mirror', mirror, '--month', '2026-10'];
      const read = await sandbox(...summary);
      // Newer versions of Node reserve less.
      if (read.status === 0) {
        const { stdout } = await runProgram(['--sandbox', ...summary], { env });
        return expect(read.stdout).toBe(stdout);
      }
      expect(read).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^error: the system reserves no memory for this program\nhint: .* ulimit -v 16000000\n$/m,
        ),
      });
    },
    60_000,
  );
});
