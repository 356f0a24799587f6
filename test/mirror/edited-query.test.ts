import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Manifest, MirrorQuery } from '../../src/mirror/manifest.ts';
import { rowsOf } from '../helpers/costs.ts';
import { linesOf, manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const rows = (day: string) =>
  ['a', 'b'].flatMap((service) =>
    rowsOf(day, 2, { service, cost: 1.5, other: 2, currency: 'USD' }),
  );
const days = { '2026-11-13': rows('2026-11-13'), '2026-11-14': rows('2026-11-14') };

/** Makes a mirror, writes another query in its manifest, and asks verify. */
async function verifyEdited(edit: Partial<MirrorQuery>, given: readonly string[] = []) {
  const folder = newFolder();
  await succeed(runMirror(folder, days, [...given]));
  const manifest = manifestOf(folder);
  const query = { ...manifest.query, ...edit };
  writeFileSync(join(folder, '_manifest.json'), JSON.stringify({ ...manifest, query }));
  const { exitCode, stdout, stderr } = await run(['costs', 'verify', folder, '-o', 'ndjson']);
  const differs = linesOf(stdout).filter(({ result }) => result === 'differs');
  const found = differs.map(({ subject, what, receipt, now }) => [subject, what, receipt, now]);
  return { exitCode, found, stderr };
}

const both = (of: (day: string) => readonly unknown[][]) => Object.keys(days).flatMap(of);

test.each<[string, Partial<MirrorQuery>, string[], unknown[][]]>([
  [
    'a condition that some rows do not meet',
    { where: ['service=a'] },
    [],
    both((day) => [
      [`${day} USD`, 'rows', '4', '2'],
      [`${day} USD`, 'sum', '6.0', '3.0'],
    ]),
  ],
  [
    'no condition, although rows were left out',
    { where: [] },
    ['--where', 'service=a'],
    both((day) => [[day, 'rows', '4', '2']]),
  ],
  [
    'another column of days',
    { dateColumn: 'service' },
    [],
    [['dateColumn', 'schema', 'service', "a row has 'a', which is not a day, in service"]],
  ],
  ['no such column of days', { dateColumn: 'day' }, [], [['dateColumn', 'schema', 'day', null]]],
  [
    'no such column of amounts',
    { amountColumn: 'price' },
    [],
    [['amountColumn', 'schema', 'price', null]],
  ],
  [
    'no such column of currencies',
    { currencyColumn: 'cur' },
    [],
    [['currencyColumn', 'schema', 'cur', null]],
  ],
  [
    'another column of amounts',
    { amountColumn: 'other' },
    [],
    both((day) => [[`${day} USD`, 'sum', '6.0', '8']]),
  ],
  [
    'no column of amounts',
    { amountColumn: null },
    [],
    both((day) => [[`${day} USD`, 'sum', '6.0', '0']]),
  ],
  [
    'a first day before the first that is held',
    { from: '2026-08-01' },
    [],
    [['from', 'schema', '2026-08-01', '2026-09-01']],
  ],
  [
    'a first day after it',
    { from: '2026-11-14' },
    [],
    [['from', 'schema', '2026-11-14', '2026-09-01']],
  ],
])('verify finds %s in the query of a manifest', async (_, edit, given, expected) => {
  const { exitCode, found } = await verifyEdited(edit, given);
  expect([exitCode, found]).toEqual([11, expected]);
});

test.each([
  { where: ['service=a'], given: ['--where', 'service=a'] },
  { where: ['service~A', 'cost>1.25'], given: ['--where', 'service~A', '--where', 'cost>1.25'] },
  { where: ['currency=usd'], given: ['--where', 'currency=usd'] },
  { where: ['other=2'], given: ['--where', 'other=2', '--types', 'other=double'] },
])(
  'verify accepts the conditions $where that the mirror was made with',
  async ({ where, given }) => {
    const { exitCode, found, stderr } = await verifyEdited({ where }, given);
    expect([exitCode, found, stderr]).toEqual([
      0,
      [],
      expect.stringContaining('everything matches'),
    ]);
  },
);

test('a condition that cannot be read is named', async () => {
  const { exitCode, stderr } = await verifyEdited({ where: ['service'] });
  expect(exitCode).toBe(10);
  expect(stderr).toContain('is not the manifest of a mirror: query.where.0');
});

test.each([[[]], [['--currency-column', 'ccy']]])(
  'every run compares the currencies of a condition in the same way: %s',
  async (words) => {
    const folder = newFolder();
    const priced = (date: string) => ({ [date]: [{ date, cost: 1, ccy: 'USD' }] });
    await succeed(runMirror(folder, priced('2026-11-13'), ['--where', 'ccy=usd', ...words]));
    const more = { ...priced('2026-11-13'), ...priced('2026-11-14') };
    await succeed(runMirror(folder, more));
    expect(manifestOf(folder).days.flatMap(({ rows }) => rows || [])).toEqual([1, 1]);
    await succeed(run(['costs', 'verify', folder]));
  },
);

test.each([
  ['csv', []],
  ['csv', ['--currency-column', 'ccy']],
  ['ndjson', []],
  ['ndjson', ['--currency-column', 'ccy']],
])('so does every run over files: %s %s', async (ending, words) => {
  const folder = createFolder();
  const write = (name: string, days: readonly string[]) => {
    const lines = days.map((day) =>
      ending === 'csv' ? `${day},1,USD\n` : `{"day":"${day}","cost":1,"ccy":"USD"}\n`,
    );
    const header = ending === 'csv' ? 'day,cost,ccy\n' : '';
    writeFileSync(join(folder, `${name}.${ending}`), header + lines.join(''));
  };
  const mirror = (more: readonly string[]) =>
    succeed(run(['costs', 'mirror', 'm', '-o', 'ndjson', ...more], { folder }));
  write('a', ['2026-10-01']);
  await mirror(['--files', `*.${ending}`, '--where', 'ccy=usd', ...words]);
  write('b', ['2026-10-02']);
  await mirror([]);
  expect(manifestOf(join(folder, 'm')).days.map(({ rows }) => rows)).toEqual([1, 1]);
  await succeed(run(['costs', 'verify', join(folder, 'm')], { folder }));
});

test.each<[string, (manifest: Manifest) => object]>([
  ['months as days', ({ query }) => ({ query: { ...query, partitionBy: 'day' } })],
  ['names', ({ files }) => ({ files: files.map((file) => ({ ...file, partition: 'x' })) })],
  [
    'one name for all',
    ({ files }) => ({ files: files.map((file) => ({ ...file, partition: 'month=2026-11' })) }),
  ],
])('a mirror whose partitions were edited, %s, keeps its rows', async (_, edit) => {
  const folder = newFolder();
  const service = { '2026-09-03': rows('2026-09-03'), ...days };
  const ask = ['costs', 'export', '--mirror', folder, '--from', '2026-09-01', '--to', '2026-11-14'];
  await succeed(runMirror(folder, service));
  const before = await succeed(run(ask));
  const manifest = manifestOf(folder);
  writeFileSync(
    join(folder, '_manifest.json'),
    JSON.stringify({ ...manifest, ...edit(manifest), keep: 0 }),
  );
  for (const _run of [1, 2]) {
    const { stdout } = await succeed(runMirror(folder, service));
    expect(stdout).toBe('');
    expect((await succeed(run(ask))).stdout).toBe(before.stdout);
    await succeed(run(['costs', 'verify', folder]));
  }
});
