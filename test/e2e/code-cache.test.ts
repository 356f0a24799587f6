import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { needs } from '../helpers/needs.ts';
import { runProgram } from './program.ts';

function createHome(): string {
  return mkdtempSync(join(tmpdir(), 'costctl-cache-'));
}

const runIn = (home: string, env: Readonly<Record<string, string>> = {}, shell?: string) =>
  runProgram(['--sandbox', 'workspaces', 'list', '-o', 'csv'], {
    env: { HOME: home, XDG_CACHE_HOME: '', ...env },
    ...(shell === undefined ? {} : { shell }),
  });

const cacheOf = (home: string) => join(home, '.cache', 'costctl');

/** The files of the cache, with the time of their last change. */
function filesOf(home: string): Map<string, number> {
  const top = cacheOf(home);
  if (!existsSync(top)) return new Map();
  return new Map(
    readdirSync(top, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '.tidied')
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, statSync(path).mtimeMs]),
  );
}

/** A run slow enough for its watchdog to start adds the code of that, so new files do not count. */
function changedSince(stored: ReadonlyMap<string, number>, home: string): string[] {
  const now = filesOf(home);
  return [...stored.keys()].filter((path) => now.get(path) !== stored.get(path));
}

/** Newer versions of Node store compiled code themselves, in files of their own form. */
describe('the cache of compiled code', () => {
  needs('Node 20');

  test('the first run stores compiled code in a private folder, and later ones use it', async () => {
    const home = createHome();
    const first = await runIn(home);
    const stored = filesOf(home);
    expect(stored.size).toBeGreaterThan(0);
    expect(statSync(cacheOf(home)).mode & 0o777).toBe(0o700);
    for (const path of stored.keys()) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await runIn(home)).toMatchObject({ status: 0, stdout: first.stdout, stderr: '' });
    expect(changedSince(stored, home)).toEqual([]);
  });

  test.each([
    ['another option', ['workspaces', 'list', '--columns=id,name', '-o', 'table'], 0],
    ['another action', ['filters', 'list'], 0],
    ['another exit code', ['workspaces', 'list', '-o', 'csw'], 2],
  ])(
    'however many runs came before, the first with %s stores its code, once',
    async (_what, words, status) => {
      const home = createHome();
      for (let run = 1; run <= 5; run += 1) await runIn(home);
      const size = () =>
        [...filesOf(home).keys()].reduce((sum, path) => sum + statSync(path).size, 0);
      const before = size();
      const env = { HOME: home, XDG_CACHE_HOME: '' };
      expect(await runProgram(['--sandbox', ...words], { env })).toMatchObject({ status });
      expect(size()).toBeGreaterThan(before);
      const stored = filesOf(home);
      await runProgram(['--sandbox', ...words], { env });
      expect(changedSince(stored, home)).toEqual([]);
    },
  );

  test('a damaged cache file is recompiled and has no other effect', async () => {
    const home = createHome();
    const { stdout } = await runIn(home);
    const damages: ((bytes: Buffer) => Buffer)[] = [
      (bytes) => bytes.subarray(0, bytes.length / 3),
      () => Buffer.alloc(0),
      (bytes) => Buffer.alloc(bytes.length),
      (bytes) => Buffer.from('not code '.repeat(bytes.length / 9)),
      (bytes) => {
        // What only a slow run adds may still be empty from the damage before: nothing is written there.
        const third = Math.floor(bytes.length / 3);
        bytes[third] = ~(bytes[third] ?? 0);
        return bytes;
      },
    ];
    for (const damage of damages) {
      const before = [...filesOf(home).keys()];
      for (const path of before) writeFileSync(path, damage(readFileSync(path)));
      expect(await runIn(home)).toMatchObject({ status: 0, stdout, stderr: '' });
      expect([...filesOf(home).keys()]).toEqual(expect.arrayContaining(before));
    }
  });

  test('code that does not fit on the disk leaves nothing there', async () => {
    const home = createHome();
    // A file size limit replaces a full disk, which would need a mount.
    const shell = `trap '' XFSZ; ulimit -f 8; exec "$@"`;
    expect(await runIn(home, {}, shell)).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(cacheOf(home))).toBe(true);
    expect([...filesOf(home).keys()]).toEqual([]);
  });

  test('other Node flags use separate compiled code', async () => {
    const home = createHome();
    await runIn(home);
    const { size } = filesOf(home);
    const env = { ...process.env, HOME: home, COSTCTL_CONFIG_DIR: home };
    const line = ['--max-lazy', 'bin/costctl.js', '--sandbox', 'workspaces', 'list'];
    execFileSync(process.execPath, line, { env, stdio: 'pipe' });
    expect(filesOf(home).size).toBeGreaterThan(size);
  });
});

test('old code is removed, and all of it takes at most 20 MB', async () => {
  const home = createHome();
  const top = cacheOf(home);
  const folders: [string, number, number][] = [
    ['0.0.1-20.18.1-x64-0', 40, 10],
    ['v22.8.0-x64-9de703df-0', 3, 9_000_000],
    ['0.0.2-22.8.0-x64-0', 2, 9_000_000],
    ['0.0.3-24.0.0-x64-0', 1, 9_000_000],
    ['completion', 40, 10],
  ];
  for (const [name, days, size] of folders) {
    mkdirSync(join(top, name, 'v22'), { recursive: true, mode: 0o700 });
    const time = new Date(Date.now() - days * 86_400_000);
    for (const file of [join(top, name, 'v22', 'code'), join(top, name, 'code')]) {
      writeFileSync(file, Buffer.alloc(file.includes('v22/') ? size : 0));
      utimesSync(file, time, time);
    }
    utimesSync(join(top, name), time, time);
  }
  chmodSync(top, 0o700);
  // Node's own cache is written when the process is over, and looked at by the next one.
  for (let run = 1; run <= 2; run += 1) expect(await runIn(home)).toMatchObject({ status: 0 });
  const left = readdirSync(top).filter((name) => folders.some(([one]) => one === name));
  expect(left).toEqual(['0.0.2-22.8.0-x64-0', '0.0.3-24.0.0-x64-0', 'completion']);
});

test('a folder that others can write to is not used', async () => {
  const home = createHome();
  mkdirSync(cacheOf(home), { recursive: true });
  chmodSync(cacheOf(home), 0o777);
  expect(await runIn(home)).toMatchObject({ status: 0, stderr: '' });
  expect(filesOf(home).size).toBe(0);
});

test('nor is one inside it, which dates from a time when they could', async () => {
  const home = createHome();
  await runIn(home);
  const inside = new Set(
    [...filesOf(home).keys()].map((path) => relative(cacheOf(home), path).split(sep)[0] ?? ''),
  );
  for (const name of inside) {
    rmSync(join(cacheOf(home), name), { recursive: true });
    mkdirSync(join(cacheOf(home), name));
    chmodSync(join(cacheOf(home), name), 0o777);
  }
  expect(inside.size).toBeGreaterThan(0);
  expect(await runIn(home)).toMatchObject({ status: 0, stderr: '' });
  expect(filesOf(home).size).toBe(0);
});

describe('forged code is not run', () => {
  needs('Node 20');

  /** Code that was stored often enough is not stored again, and ours here ends the process. */
  const forge = (home: string) => {
    for (const path of filesOf(home).keys()) {
      const filename = join(resolve('dist'), basename(path));
      const { length } = readFileSync(filename, 'utf8');
      const source = 'process.reallyExit(66);'.padEnd(length);
      const form = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
      const data = new Script(form, { filename }).createCachedData();
      writeFileSync(path, Buffer.concat([data, data, Buffer.alloc(32, 255)]));
    }
    const [folder = ''] = [...filesOf(home).keys()].map((path) => dirname(path));
    return folder;
  };

  test('but in files of our own, where nobody else could write it', async () => {
    const home = createHome();
    await runIn(home);
    forge(home);
    expect(await runIn(home)).toMatchObject({ status: 66 });
  });

  test('in a file that others can write to', async () => {
    const home = createHome();
    await runIn(home);
    forge(home);
    for (const path of filesOf(home).keys()) chmodSync(path, 0o666);
    expect(await runIn(home)).toMatchObject({ status: 0, stderr: '' });
  });

  test.each([
    ['others can write to the cache', (home: string) => chmodSync(cacheOf(home), 0o777)],
    ['there is no home', (home: string) => rmSync(home, { recursive: true })],
  ])('in the working directory, where %s', async (_where, spoil) => {
    const home = createHome();
    await runIn(home);
    const cwd = createHome();
    cpSync(forge(home), cwd, { recursive: true });
    spoil(home);
    const line = ['--sandbox', 'workspaces', 'list', '-o', 'csv'];
    const env = { HOME: join(home, 'none'), XDG_CACHE_HOME: '' };
    for (const place of [home, env.HOME]) {
      const ended = await runProgram(line, { cwd, env: { ...env, HOME: place } });
      expect(ended).toMatchObject({ status: 0, stderr: '' });
    }
  });
});

/** Node 22 and newer store compiled code themselves, and say so for each file that they find. */
const suite = process.versions.node.startsWith('20.') ? undefined : describe;

suite?.('the code that Node stored itself', () => {
  const found = async (home: string) => {
    const { status, stderr } = await runIn(home, { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
    expect(status).toBe(0);
    return stderr.match(/reading cache from .*success/g)?.length ?? 0;
  };

  test('is used in a private folder, whatever the umask leaves inside', async () => {
    const home = createHome();
    expect(await found(home)).toBe(0);
    for (const path of filesOf(home).keys()) chmodSync(dirname(path), 0o775);
    expect(await found(home)).toBeGreaterThan(0);
  });

  // Only root can give a file away.
  const givenAway: [string, (path: string) => void][] = [
    ['another user wrote it', (path) => chownSync(path, 1, 1)],
    ['another user made its folder', (path) => chownSync(dirname(path), 1, 1)],
  ];

  test.each([
    ['others can write to it', (path: string) => chmodSync(path, 0o666)],
    [
      'it is a link',
      (path: string) => {
        renameSync(path, `${path}.other`);
        symlinkSync(`${path}.other`, path);
      },
    ],
    ...(process.getuid?.() === 0 ? givenAway : []),
  ])('is not used if %s', async (_why, spoil) => {
    const home = createHome();
    await found(home);
    const [path = ''] = filesOf(home).keys();
    spoil(path);
    expect(await found(home)).toBe(0);
  });
});

test('the program works without a cache if it is switched off or cannot be written', async () => {
  const home = createHome();
  expect(await runIn(home, { COSTCTL_NO_CODE_CACHE: '1' })).toMatchObject({
    status: 0,
    stderr: '',
  });
  expect(existsSync(cacheOf(home))).toBe(false);
  writeFileSync(join(home, '.cache'), '');
  expect(await runIn(home)).toMatchObject({ status: 0, stderr: '' });
});
