import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Row, serveCosts } from '../helpers/costs.ts';
import { needs } from '../helpers/needs.ts';
import { daysOf } from '../helpers/report.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

const names = ['=1+1', '@SUM(A1)', 'a;b', '-2.5'];
const days = daysOf(
  '2026-09-01',
  '2026-11-14',
  names.length,
  (day, number): Row => ({
    date: day,
    service: names[number],
    cost: -1.5,
    currency: 'USD',
  }),
);

async function close(words: readonly string[] = []) {
  const pack = join(createFolder(), 'pack');
  const line = ['costs', 'close', '--month', '2026-10', '--by', 'service', '-O', pack, ...words];
  await succeed(run(line, { service: serveCosts(days) }));
  return pack;
}

describe('a manifest is not trusted', () => {
  let original = '';
  beforeAll(async () => {
    original = await close();
  });

  /** A copy of a pack, its report moved out of it. */
  function copy() {
    const folder = createFolder();
    const pack = join(folder, 'pack');
    cpSync(original, pack, { recursive: true });
    renameSync(join(pack, 'report.md'), join(folder, 'report.md'));
    return { pack, outside: join(folder, 'report.md') };
  }

  async function verify(pack: string) {
    const { exitCode, stdout } = await run(['costs', 'verify', pack, '-o', 'json'], {});
    const rows: { subject: string; result: string; now: string | null }[] = JSON.parse(stdout);
    return { exitCode, different: rows.filter(({ result }) => result === 'differs') };
  }

  test.each([['../report.md'], ['./../report.md'], ['sub/../../report.md']])(
    'a file named %s is not read',
    async (path) => {
      const { pack } = copy();
      const manifest = join(pack, 'manifest.json');
      const text = readFileSync(manifest, 'utf8').replace('"report.md"', JSON.stringify(path));
      writeFileSync(manifest, text);
      const { exitCode, different } = await verify(pack);
      expect(exitCode).toBe(11);
      // The list of checksums was made of the manifest before.
      const files = different.filter(({ subject }) => subject !== 'SHA256SUMS');
      expect(files.map(({ subject, now }) => [subject, now])).toEqual([
        [path, null],
        [path, null],
      ]);
    },
  );

  async function expectRejected(replace: (one: ReturnType<typeof copy>) => void): Promise<void> {
    const places = copy();
    replace(places);
    const { exitCode, different } = await verify(places.pack);
    expect(exitCode).toBe(11);
    expect(different).toMatchObject([{ subject: 'report.md', now: 'not a plain file' }]);
  }

  test('a link is rejected as a file of a pack', () =>
    expectRejected(({ pack, outside }) => symlinkSync(outside, join(pack, 'report.md'))));

  test('a link is rejected as the list of hashes, whatever it leads to', async () => {
    const { pack, outside } = copy();
    renameSync(outside, join(pack, 'report.md'));
    renameSync(join(pack, 'SHA256SUMS'), outside);
    symlinkSync(outside, join(pack, 'SHA256SUMS'));
    const { exitCode, different } = await verify(pack);
    expect(exitCode).toBe(11);
    expect(different).toMatchObject([{ subject: 'SHA256SUMS', now: 'not a plain file' }]);
  });

  test('a folder is rejected as a file of a pack', () =>
    expectRejected(({ pack }) => mkdirSync(join(pack, 'report.md'))));

  describe('with pipes', () => {
    needs('mkfifo');

    test('a pipe is rejected as a file of a pack', () =>
      expectRejected(({ pack }) => execFileSync('mkfifo', [join(pack, 'report.md')])));
  });

  test('a folder without a manifest is neither a pack nor a mirror', async () => {
    const { pack } = copy();
    rmSync(join(pack, 'manifest.json'));
    const stderr = await failWith(1, run(['costs', 'verify', pack], {}));
    expect(stderr).toContain('has no manifest.json of a close pack and no _manifest.json');
  });
});

describe('the csv options apply to every csv file of a pack', () => {
  test('--spreadsheet-safe guards names and leaves amounts unchanged', async () => {
    const pack = await close(['--spreadsheet-safe']);
    for (const text of textsOf(pack)) {
      expect(text).toContain("'=1+1");
      expect(text).toContain("'@SUM(A1)");
      expect(text).toContain(',-');
      expect(text).not.toMatch(/'-\d+\.\d+,(?!USD)/);
    }
    await succeed(run(['costs', 'verify', pack], {}));
  });

  test('--delimiter, --decimal-comma and --no-header', async () => {
    const pack = await close(['--delimiter', ';', '--decimal-comma', '--no-header']);
    const [rows = '', summary = ''] = textsOf(pack);
    expect(rows).toMatch(/;-1,5;/);
    expect(summary.split('\n')[0]).toBe(';;USD;124;-186,0;100,00');
    expect(summary).toContain('service;"a;b";USD;31;-46,5;');
    // The name of a service is not a number.
    expect(summary).toContain('service;-2.5;USD;31;-46,5;');
  });

  test('--bom', async () => {
    for (const text of textsOf(await close(['--bom'])))
      expect(text.startsWith('\ufeff')).toBe(true);
  });
});

function textsOf(pack: string): string[] {
  return [
    gunzipSync(readFileSync(join(pack, 'costs.csv.gz'))).toString(),
    readFileSync(join(pack, 'summary.csv'), 'utf8'),
  ];
}

test.each([
  ['report.html', '--bom'],
  ['report.md', '--decimal-comma'],
  ['report.xlsx', '--delimiter'],
])('%s rejects %s', async (name, option) => {
  const path = join(createFolder(), name);
  const line = ['costs', 'report', '--month', '2026-10', '-O', path, option];
  const words = option === '--delimiter' ? [...line, ';'] : line;
  const stderr = await failWith(2, run(words, { service: serveCosts(days) }));
  expect(stderr).toContain(`${option} is for csv`);
});
