import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Manifest } from '../../src/mirror/manifest.ts';
import { manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { run } from '../helpers/run.ts';

const days = { '2026-11-14': [{ date: '2026-11-14', cost: '1', currency: 'USD' }] };
const outside = ['/etc/hostname', '../victim', 'a/../../victim', '..\\victim', 'a//b', '.', ''];

const old = '2020-01-01T00:00:00.000Z';

/** The ways in which a manifest names files. */
const places: readonly [string, (manifest: Manifest, path: string) => object][] = [
  ['files', ({ files }, path) => ({ files: files.map((file) => ({ ...file, path })) })],
  ['retired', (_manifest, path) => ({ retired: [{ path, at: old }] })],
  ['past', (_manifest, path) => ({ past: [{ since: old, until: old, path }] })],
];

test('a mirror of another version is neither read nor changed', async () => {
  const folder = newFolder();
  await runMirror(folder, days);
  const file = join(folder, '_manifest.json');
  const older = JSON.stringify({ ...manifestOf(folder), version: 1 });
  writeFileSync(file, older);
  const now = '2026-11-15T12:00:00Z';
  for (const { exitCode, stderr } of [
    await run(['costs', 'verify', file]),
    await run(['costs', 'summary', '--mirror', folder, '--last', '1d'], { now }),
    await runMirror(folder, days),
  ]) {
    expect([exitCode, stderr]).toEqual([10, expect.stringContaining('another version of costctl')]);
  }
  expect(readFileSync(file, 'utf8')).toBe(older);
});

test.each(places)(
  'a path in %s that leaves the folder is neither read nor removed',
  async (_name, change) => {
    const folder = newFolder();
    await runMirror(folder, days);
    const victim = join(folder, '../victim');
    writeFileSync(victim, 'mine');
    const manifest = manifestOf(folder);
    const file = join(folder, '_manifest.json');
    for (const path of outside) {
      writeFileSync(file, JSON.stringify({ ...manifest, ...change(manifest, path) }));
      const ended = [
        await run(['costs', 'verify', file]),
        await run(['costs', 'summary', '--mirror', folder, '--last', '1d'], {
          now: '2026-11-15T12:00:00Z',
        }),
        await runMirror(folder, days),
      ];
      for (const { exitCode, stderr } of ended) {
        expect([path, exitCode]).not.toEqual([path, 0]);
        expect(stderr).toContain('is not the manifest of a mirror');
      }
      expect(existsSync(victim) && readFileSync(victim, 'utf8')).toBe('mine');
    }
  },
);

test.each([
  ['the time of a state', (path: string) => ({ written: path })],
  ['a day', (path: string, { days }: Manifest) => ({ days: [{ ...days[0], date: path }] })],
])('%s that is a path names no other file', async (_name, change) => {
  const folder = newFolder();
  await runMirror(folder, days, ['--history', '13m']);
  const file = join(folder, '_manifest.json');
  for (const path of ['../../victim', '2026-11-14/../../../victim']) {
    const manifest = manifestOf(folder);
    writeFileSync(file, JSON.stringify({ ...manifest, ...change(path, manifest) }));
    const changed = { '2026-11-14': [{ date: '2026-11-14', cost: path.length, currency: 'USD' }] };
    const { exitCode, stderr } = await runMirror(folder, changed);
    expect([exitCode, stderr]).toEqual([
      10,
      expect.stringContaining('is not the manifest of a mirror'),
    ]);
    expect(readdirSync(join(folder, '..'))).toEqual(['costs']);
    writeFileSync(file, JSON.stringify(manifest));
  }
});

test.each([
  ['restate', { restate: 1e9 }],
  ['restate', { restate: -1 }],
  ['keep', { keep: 0.5 }],
  ['keep', { keep: Number.MAX_SAFE_INTEGER }],
  ['historyBytes', { historyBytes: -1 }],
  ['since', { since: 'yesterday' }],
  ['files', { files: [] }],
  ['files', { days: [] }],
])('a manifest is refused if it was edited by hand, and the error names %s', async (name, edit) => {
  const folder = newFolder();
  await runMirror(folder, days);
  const file = join(folder, '_manifest.json');
  writeFileSync(file, JSON.stringify({ ...manifestOf(folder), ...edit }));
  const { exitCode, stderr } = await runMirror(folder, days);
  expect([exitCode, stderr]).toEqual([
    10,
    expect.stringContaining(`is not the manifest of a mirror: ${name}`),
  ]);
});
