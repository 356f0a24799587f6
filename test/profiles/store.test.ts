import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Configuration, readConfiguration } from '../../src/profiles/configuration.ts';
import { changeConfiguration } from '../../src/profiles/write-profiles.ts';
import { createContext, createFolder } from '../settings/world.ts';

const secret = 'tok_secret_0123456789';

function stated(path: string) {
  return { path, isUsual: false };
}

function adding(name: string, profile = {}) {
  return (configuration: Configuration): Configuration => ({
    ...configuration,
    profiles: new Map(configuration.profiles).set(name, profile),
  });
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

test('no file means no profiles, and reading creates no folder', async () => {
  const folder = join(createFolder(), 'costctl');
  expect(await readConfiguration(folder, createContext())).toEqual({
    current: undefined,
    profiles: new Map(),
  });
  expect(existsSync(folder)).toBe(false);
});

test('a home that is not a folder has no profiles', async () => {
  const home = join(createFolder(), 'file');
  writeFileSync(home, '');
  const configuration = await readConfiguration(join(home, '.config', 'costctl'), createContext());
  expect(configuration).toEqual({ current: undefined, profiles: new Map() });
});

test('reads back names that are special in JavaScript, and values with dots', async () => {
  const folder = join(createFolder(), 'costctl');
  const profile = { baseUrl: 'https://a.b.example.com', token: 'a.b.c', maxWait: 0 };
  const names = ['__proto__', 'constructor', 'prototype', '__internal__', 'toString', 'work'];
  for (const name of names) {
    await changeConfiguration(
      stated(folder),
      createContext(),
      adding(name, { ...profile, workspace: name }),
    );
  }
  const { profiles } = await readConfiguration(folder, createContext());
  expect([...profiles]).toEqual(names.map((name) => [name, { ...profile, workspace: name }]));
});

test('a new folder has mode 0700, its file has mode 0600, and no other file remains', async () => {
  const folder = join(createFolder(), 'deep', 'costctl');
  await changeConfiguration(stated(folder), createContext(), adding('work'));
  expect(modeOf(folder)).toBe(0o700);
  expect(modeOf(join(folder, 'config.json'))).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['config.json']);
});

test('restricts an existing file with an open mode to its owner', async () => {
  const folder = createFolder();
  const path = join(folder, 'config.json');
  writeFileSync(path, '{"profiles":{"old":{}}}');
  chmodSync(path, 0o644);
  await changeConfiguration(stated(folder), createContext(), adding('work'));
  expect(modeOf(path)).toBe(0o600);
  expect([...(await readConfiguration(folder, createContext())).profiles.keys()]).toEqual([
    'old',
    'work',
  ]);
});

test('restricts an open default folder, but not a named folder in use', async () => {
  const ours = join(createFolder(), 'costctl');
  const theirs = join(createFolder(), 'shared');
  for (const folder of [ours, theirs]) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'other.txt'), '');
    chmodSync(folder, 0o755);
  }
  const usual = { path: ours, isUsual: true };
  await changeConfiguration(usual, createContext(), adding('work'));
  await changeConfiguration(stated(theirs), createContext(), adding('work'));
  expect([modeOf(ours), modeOf(theirs)]).toEqual([0o700, 0o755]);
});

test('restricts an open named folder if it is empty', async () => {
  const folder = createFolder();
  chmodSync(folder, 0o755);
  await changeConfiguration(stated(folder), createContext(), adding('work'));
  expect(modeOf(folder)).toBe(0o700);
});

test('a reader that opened the file before a change reads the complete old profiles', async () => {
  const folder = createFolder();
  await changeConfiguration(stated(folder), createContext(), adding('old'));
  const path = join(folder, 'config.json');
  const opened = openSync(path, 'r');
  const before = readFileSync(path, 'utf8');
  await changeConfiguration(stated(folder), createContext(), adding('new'));
  expect(readFileSync(opened, 'utf8')).toBe(before);
  closeSync(opened);
  expect(readFileSync(path, 'utf8')).not.toBe(before);
});

test('keeps data that another version stored in the file', async () => {
  const folder = createFolder();
  const before = { later: [1], current: 'a', profiles: { a: { later: true } } };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(before));
  await changeConfiguration(stated(folder), createContext(), adding('b', { timeout: 5 }));
  expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toEqual({
    ...before,
    profiles: { a: { later: true }, b: { timeout: 5 } },
  });
});

test('removes the temporary file of a killed writer', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'config.json.tmp-1234567890abcdef'), secret);
  await changeConfiguration(stated(folder), createContext(), adding('work'));
  expect(readdirSync(folder)).toEqual(['config.json']);
});

test('accepts a byte order mark', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'config.json'), '\uFEFF{"current":"a","profiles":{"a":{}}}');
  expect((await readConfiguration(folder, createContext())).current).toBe('a');
  await changeConfiguration(stated(folder), createContext(), adding('b'));
  const { profiles } = await readConfiguration(folder, createContext());
  expect([...profiles.keys()]).toEqual(['a', 'b']);
});

test.each([
  ['', 'it is not JSON'],
  [`{"profiles":{"a":{"token":"${secret}"`, 'it is not JSON'],
  [`{"profiles":{"a":{"token":"${secret}" oops}}}`, 'it is not JSON'],
  ['[]', 'it must contain a JSON object'],
  ['null', 'it must contain a JSON object'],
  ['{"current":1}', '"current" must be the name of a profile'],
  ['{"profiles":[]}', '"profiles" must be an object'],
  ['{"profiles":{"a":null}}', 'profile a must be an object'],
  ['{"profiles":{"a":{"timeout":[1]}}}', '"timeout" of profile a must be text or a number'],
  ['{"profiles":{"a":{"token":12345678901234567890}}}', '"token" of profile a must be text'],
  ['{"profiles":{"a b":{}}}', 'a profile name is 1 to 64 letters, digits, _ or -'],
])(
  'the broken file %j is a file error with its path, and is never overwritten',
  async (text, words) => {
    const folder = createFolder();
    const path = join(folder, 'config.json');
    writeFileSync(path, text);
    const expected = {
      code: 'file',
      message: `cannot read the configuration ${path}: ${words}`,
      details: { hint: 'repair the file or move it away; costctl leaves it as it is' },
    };
    await expect(readConfiguration(folder, createContext())).rejects.toMatchObject(expected);
    const change = changeConfiguration(stated(folder), createContext(), adding('work'));
    await expect(change).rejects.toMatchObject(expected);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['config.json']);
  },
);

test('an error about a broken file shows none of its content', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'config.json'), `{"a":"${secret}" oops`);
  const error: unknown = await readConfiguration(folder, createContext()).catch(
    (thrown: unknown) => thrown,
  );
  expect(JSON.stringify(error) + String(error)).not.toContain(secret);
});

test('a folder in place of the file is a file error', async () => {
  const folder = createFolder();
  mkdirSync(join(folder, 'config.json'));
  await expect(readConfiguration(folder, createContext())).rejects.toMatchObject({ code: 'file' });
});

test('a file in place of the folder is a file error', async () => {
  const path = join(createFolder(), 'file');
  writeFileSync(path, '');
  const change = changeConfiguration(stated(path), createContext(), adding('work'));
  await expect(change).rejects.toMatchObject({ code: 'file' });
  expect(readFileSync(path, 'utf8')).toBe('');
});

test('a failed change creates no folder', async () => {
  const folder = join(createFolder(), 'costctl');
  const change = changeConfiguration(stated(folder), createContext(), () => {
    throw new Error('no');
  });
  await expect(change).rejects.toThrow('no');
  expect(existsSync(folder)).toBe(false);
});

test('concurrent writers lose no profile', async () => {
  const folder = join(createFolder(), 'costctl');
  const names = ['a', 'b', 'c', 'd', 'e'];
  const clock = {
    now: Date.now,
    sleep: (milliseconds: number) =>
      new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  };
  await Promise.all(
    names.map((name) =>
      changeConfiguration(stated(folder), createContext({ clock }), adding(name)),
    ),
  );
  expect([...(await readConfiguration(folder, createContext())).profiles.keys()].sort()).toEqual(
    names,
  );
});
