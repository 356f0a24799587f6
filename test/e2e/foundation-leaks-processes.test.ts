import { randomUUID } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { actionsOf, describeWhole } from '../helpers/actions.ts';
import { answer } from '../helpers/loopback.ts';
import { needs } from '../helpers/needs.ts';
import { secretToken } from './program.ts';
import { listed, openPlace, type Place } from './service.ts';

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

test('an editor does not get the token in its arguments or environment', async () => {
  const service = await place.serve(answer(200, { id: 'wsp_a', name: 'a' }));
  const editor = createProgram('editor', 'true');
  const ended = await place.costctl(service, ['workspaces', 'edit', 'wsp_a'], {
    env: { EDITOR: editor },
  });
  expect(ended.status).toBe(0);
  expect(reported('editor')).toContain('PATH=');
  expect(reported('editor')).not.toContain(secretToken);
});

test('a token command does not get the token in its arguments or environment', async () => {
  const service = await place.serve(listed());
  const command = createProgram('vault', `echo ${secretToken}`);
  const add = ['profiles', 'add', 'work', '--base-url', service.url.href, '--no-verify'];
  await place.costctl(undefined, [...add, '--token-command', command]);
  const ended = await place.costctl(undefined, ['workspaces', 'list']);
  expect(ended.status).toBe(0);
  expect(service.requests[0]?.headers['authorization']).toBe(`Bearer ${secretToken}`);
  expect(reported('vault')).not.toContain(secretToken);
});

describe('during a request', () => {
  needs('/proc/self/cmdline');

  test.each([
    ['the environment', (token: string) => ({ COSTCTL_TOKEN: token })],
    ['a file', () => ({ COSTCTL_TOKEN: '', COSTCTL_TOKEN_FILE: 'token' })],
  ])('no argument list contains the token from %s', async (_name, envOf) => {
    // Others on this machine run the same tests with the same words.
    const [token, mark] = [`tok_${randomUUID()}`, `mark=${randomUUID()}`];
    writeFileSync(join(place.folder, 'token'), token);
    let seen: string[] = [];
    const service = await place.serve((socket, request) => {
      seen = listArguments();
      listed()(socket, request);
    });
    const line = ['workspaces', 'list', '--param', mark];
    const ended = await place.costctl(service, line, { env: envOf(token) });
    expect(ended.status).toBe(0);
    expect(service.requests[0]?.headers['authorization']).toBe(`Bearer ${token}`);
    expect(seen.filter((words) => words.includes(mark))).not.toEqual([]);
    expect(seen.filter((words) => words.includes(token))).toEqual([]);
  });
});

test('no option takes a token', async () => {
  const options = actionsOf(await describeWhole()).flatMap(({ command }) => command.options);
  const named = options.map(({ long }) => long).filter((long) => /token|secret/.test(long));
  expect(new Set(named)).toEqual(new Set(['--token-stdin', '--token-file', '--token-command']));
});

/** The argument list of every process of this machine, as other users may read it. */
function listArguments(): string[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'latin1');
    } catch {
      // It has ended since.
      return '';
    }
  });
}

/** A program that writes down what it was started with before it does its work. */
function createProgram(name: string, work: string): string {
  const path = join(place.folder, name);
  writeFileSync(path, `#!/bin/sh\n{ echo "$0" "$@"; env; } > '${path}.reported'\n${work}\n`);
  chmodSync(path, 0o700);
  return path;
}

function reported(name: string): string {
  return readFileSync(join(place.folder, `${name}.reported`), 'utf8');
}
