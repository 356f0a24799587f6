import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSharedLog, nameBudget } from '../../src/http/shared-log.ts';
import { needs } from '../helpers/needs.ts';

const userId = process.getuid?.();

function place() {
  return join(mkdtempSync(join(tmpdir(), 'costctl-shared-')), 'state', 'log');
}

test('each process reads every line of the others once', () => {
  const path = place();
  const [one, two] = [
    createSharedLog({ path: () => path, userId }),
    createSharedLog({ path: () => path, userId }),
  ];
  expect([one.isOpen(), two.read(Date.now())]).toEqual([false, []]);
  one.create(Date.now());
  one.append('a');
  const later = Date.now() + 1000;
  expect(two.read(later)).toEqual(['a']);
  two.append('b');
  expect([two.read(later), one.read(later)]).toEqual([['b'], ['a', 'b']]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  one.close();
  two.close();
});

test('no file is created before a refusal', () => {
  const path = place();
  const log = createSharedLog({ path: () => path, userId });
  log.append('a');
  log.read(Date.now());
  expect(readdirSync(join(path, '..', '..'))).toEqual([]);
});

test('a log of another user, an old log and a link are not used', () => {
  const path = place();
  createSharedLog({ path: () => path, userId }).create(Date.now());
  writeFileSync(path, 'trap\n');
  expect(createSharedLog({ path: () => path, userId: (userId ?? 0) + 1 }).read(Date.now())).toEqual(
    [],
  );
  const link = `${path}-link`;
  symlinkSync(path, link);
  expect(createSharedLog({ path: () => link, userId }).read(Date.now())).toEqual([]);
  utimesSync(path, 0, 0);
  const log = createSharedLog({ path: () => path, userId });
  expect(log.read(Date.now())).toEqual([]);
  log.create(Date.now());
  log.append('new');
  expect(log.read(Date.now())).toEqual(['new']);
});

test('processes do not share a log if the folder cannot be written', () => {
  const path = place();
  writeFileSync(join(path, '..', '..', 'state'), '');
  chmodSync(join(path, '..', '..', 'state'), 0o400);
  const log = createSharedLog({ path: () => path, userId });
  log.create(Date.now());
  log.append('a');
  expect([log.isOpen(), log.read(Date.now())]).toEqual([false, []]);
});

test('a long log is replaced, and other processes read the new one', () => {
  const path = place();
  const [one, two] = [
    createSharedLog({ path: () => path, userId }),
    createSharedLog({ path: () => path, userId }),
  ];
  one.create(Date.now());
  two.read(Date.now() + 1000);
  for (let line = 0; line < 1100; line += 1) one.append('x'.repeat(1000));
  one.append('new');
  expect(two.read(Date.now() + 2000).at(-1)).toBe('new');
  expect(statSync(path).size).toBeLessThan(200_000);
});

test('the name of a budget reveals nothing about the token', () => {
  const name = nameBudget('https://a.example.com', 'tok_secret');
  expect(name).toMatch(/^[\da-f]{16}$/);
  expect(nameBudget('https://b.example.com', 'tok_secret')).not.toBe(name);
  expect(nameBudget('https://a.example.com', 'tok_other')).not.toBe(name);
});

describe('below a folder in which nothing can be created', () => {
  needs('/proc/self');

  test('there is no log', () => {
    const log = createSharedLog({ path: () => '/proc/self/.local/state/log', userId });
    log.create(Date.now());
    expect(log.isOpen()).toBe(false);
  });
});
