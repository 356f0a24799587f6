import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const manifest: { files: string[]; scripts: Record<string, string>; dependencies?: object } =
  JSON.parse(readFileSync('package.json', 'utf8'));

test('THIRD-PARTY has the licence of every package in the bundle, and is part of the package', async () => {
  await expect(
    promisify(execFile)(process.execPath, ['build/third-party.js', '--check']),
  ).resolves.toMatchObject({ stderr: '' });
  expect(manifest.files).toContain('THIRD-PARTY');
}, 60_000);

test('the lock file pins every package by its content, and names no registry', () => {
  // Optional ones are the tools' binaries for other systems.
  const pinned = packages.filter(([, { optional }]) => optional !== true);
  expect(pinned.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('no package runs a script when it is installed, but the bundler of benches and a watcher', () => {
  const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = running.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => !['esbuild', 'fsevents'].includes(name))).toEqual([]);
});

test('who installs the package runs none of its scripts and gets nothing else with it', () => {
  const scripts = ['preinstall', 'install', 'postinstall', 'prepare'];
  expect(scripts.filter((name) => Object.hasOwn(manifest.scripts, name))).toEqual([]);
  expect(manifest.dependencies).toBeUndefined();
});

test('no licence in the bundle asks more than to be named', () => {
  const allowed = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];
  const titles = [...readFileSync('THIRD-PARTY', 'utf8').matchAll(/^\S+ \d\S* \((.+)\)$/gm)];
  expect(titles.length).toBeGreaterThan(10);
  expect(titles.filter(([, licence = '']) => !allowed.includes(licence))).toEqual([]);
});
