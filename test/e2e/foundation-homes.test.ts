import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { needs } from '../helpers/needs.ts';
import { openPlace, type Place } from './service.ts';

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

const add = ['profiles', 'add', 'work', '--base-url', 'https://a.test', '--no-verify'];
const withCommand = [...add, '--token-command', 'x'];

describe.each([
  ['/dev/null', /\/dev\/null\/.*: a part of the path is not a folder/],
  ['/proc/self', /\/proc\/self\/.*: not permitted/],
])('in the home %s', (home, reported) => {
  needs(home);

  test('reading a list works, and adding a profile fails', async () => {
    const env = { HOME: home };
    const listed = await place.costctl(undefined, ['--sandbox', 'users', 'list', '-ojson'], {
      env,
    });
    expect({ status: listed.status, stderr: listed.stderr }).toEqual({ status: 0, stderr: '' });
    const added = await place.costctl(undefined, withCommand, { env });
    expect(added.status).toBe(1);
    expect(added.stderr).toMatch(/^error: cannot write /);
    expect(added.stderr).toMatch(reported);
  });
});

describe('a result written to a pipe without a reader', () => {
  needs('mkfifo');

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s after profiles are written is reported and leaves no other files',
    async (signal) => {
      // Its result goes to a pipe that no one reads yet.
      const pipe = join(place.folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const config = join(place.folder, 'config');
      const heard = join(place.folder, 'heard');
      const preload = join(place.folder, 'listen.cjs');
      const listening = `require('node:fs').writeFileSync('${heard}', '')`;
      writeFileSync(preload, `process.once('${signal}', () => ${listening});`);
      let kill: (signal: NodeJS.Signals) => void = () => undefined;
      const ending = place.costctl(undefined, [...withCommand, '-O', pipe], {
        env: { COSTCTL_CONFIG_DIR: config, NODE_OPTIONS: `--require ${JSON.stringify(preload)}` },
        onStart: (send) => {
          kill = send;
        },
      });
      while (!existsSync(join(config, 'config.json'))) await pause(5);
      kill(signal);
      while (!existsSync(heard)) await pause(5);
      const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
      const ended = await ending;
      closeSync(reader);
      expect(ended).toMatchObject({
        status: signal === 'SIGINT' ? 130 : 143,
        signal: null,
        stdout: '',
        stderr: `error: interrupted by ${signal}\n`,
      });
      expect(readdirSync(config)).toEqual(['config.json']);
    },
  );
});

test('profiles remove has the alias rm, and -h works in combined options', async () => {
  await place.costctl(undefined, withCommand);
  const removed = await place.costctl(undefined, ['profiles', 'rm', 'work', '-y', '-ojson']);
  expect(removed.status).toBe(0);
  const listed = await place.costctl(undefined, ['profiles', 'ls', '-qojson']);
  expect(listed.stdout).toBe('[]\n');
  for (const line of [['-qh'], ['profiles', '-hq'], ['profiles', 'rm', '-yh']]) {
    const helped = await place.costctl(undefined, line);
    expect(helped).toMatchObject({ status: 0, stderr: '' });
    expect(helped.stdout).toMatch(/^Usage: costctl /);
  }
});

test('imports and forgets a document for an address longer than a file name', async () => {
  const address = `https://a.test/${'prefix/'.repeat(100)}`;
  const document = join(process.cwd(), 'test/openapi.yaml');
  const count = Object.keys(operations).length;
  const line = (...words: string[]) =>
    place.costctl(undefined, ['api', ...words, '--base-url', address, '-ojson']);
  const imported = await line('import', document, '--name', 'own');
  expect(JSON.parse(imported.stdout)).toMatchObject({ operations: count });
  expect(JSON.parse((await line('documents')).stdout)).toHaveLength(1);
  expect((await line('documents', '--forget', 'own')).stderr).toContain('forgot the document own');
  expect(readdirSync(join(place.folder, '.config', 'costctl'))).toEqual([]);
});
