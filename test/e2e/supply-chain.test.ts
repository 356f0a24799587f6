import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createFolder, removeFolder } from './program.ts';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
}

const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
interface Manifest {
  readonly files: string[];
  readonly scripts: Record<string, string>;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies: object;
  readonly peerDependenciesMeta: Record<string, { readonly optional?: boolean }>;
}

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));

test('THIRD-PARTY has the license of every bundled package and is published', async () => {
  await expect(
    promisify(execFile)(process.execPath, ['build/third-party.js', '--check']),
  ).resolves.toMatchObject({ stderr: '' });
  expect(manifest.files).toContain('THIRD-PARTY');
}, 60_000);

test('what is compiled to WebAssembly is compiled from the sources', async () => {
  await expect(
    promisify(execFile)(process.execPath, ['build/simd.js', '--check']),
  ).resolves.toMatchObject({ stderr: '' });
}, 60_000);

test.each([
  ['of severity high on what ships fails', 'high', 'node_modules/undici', 1],
  ['of severity moderate is let pass by', 'moderate', 'node_modules/undici', 0],
  ['on a tool that does not ship is let pass by', 'critical', 'node_modules/vitest', 0],
  ['on what ships and on a tool fails', 'critical', 'node_modules/vitest node_modules/undici', 1],
])('an advisory %s the audit', (_name, severity, nodes, status) => {
  const vulnerability = { name: 'x', severity, range: '*', nodes: nodes.split(' ') };
  expect(audit({ vulnerabilities: { x: vulnerability } })).toMatchObject({ status });
});

test('an unavailable registry does not fail the audit, and the audit reports it', () => {
  const { status, stdout } = audit({ message: '405 Method Not Allowed' });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^advisories: the registry could not be asked: 405 Method Not Allowed$/m);
});

function audit(report: unknown) {
  const folder = createFolder();
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  const { status, stdout } = spawnSync(process.execPath, ['build/audit.js', file], {
    encoding: 'utf8',
  });
  removeFolder(folder);
  return { status, stdout };
}

test('the lock file pins every package by its hash and names no registry', () => {
  // Optional ones are the tools' binaries for other systems.
  const pinned = packages.filter(([, { optional }]) => optional !== true);
  expect(pinned.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

/** Whether a range of `engines` includes Node 20.18, the oldest that is supported. */
function allowsOldest(range: string): boolean {
  return range.split('||').some((part) => {
    const [, sign = '', major = '0', minor = '0'] =
      /([\^>=~]*)\s*v?(\d+)(?:\.(\d+))?/.exec(part) ?? [];
    const [line, step] = [Number(major), Number(minor)];
    if (line === 20) return step <= 18;
    return line < 20 && sign.startsWith('>');
  });
}

// npm leaves an optional package out without an error if its engines exclude the Node that installs it.
// The builds of rolldown for each platform work on 20.18, but say otherwise: the lock file leaves that out.
test('npm ci on the oldest Node installs every optional package', () => {
  const left = packages.filter(
    ([, { optional, engines }]) => optional === true && !allowsOldest(engines?.node ?? '>=0'),
  );
  expect(left.map(([path, { engines }]) => `${path}: ${engines?.node}`)).toEqual([]);
});

test('no dependency has an install script, except esbuild and fsevents', () => {
  const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = running.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => !['esbuild', 'fsevents'].includes(name))).toEqual([]);
});

test('installing the package runs no scripts and adds no dependencies', () => {
  const scripts = ['preinstall', 'install', 'postinstall', 'prepare'];
  expect(scripts.filter((name) => Object.hasOwn(manifest.scripts, name))).toEqual([]);
  expect([manifest.dependencies, manifest.optionalDependencies]).toEqual([undefined, undefined]);
  const { peerDependencies, peerDependenciesMeta } = manifest;
  const added = Object.keys(peerDependencies).filter(
    (name) => peerDependenciesMeta[name]?.optional !== true,
  );
  expect(added).toEqual([]);
});

test('every bundled license only requires attribution', () => {
  const allowed = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];
  const titles = [...readFileSync('THIRD-PARTY', 'utf8').matchAll(/^\S+ \d\S* \((.+)\)$/gm)];
  expect(titles.length).toBeGreaterThan(10);
  expect(titles.filter(([, licence = '']) => !allowed.includes(licence))).toEqual([]);
});
