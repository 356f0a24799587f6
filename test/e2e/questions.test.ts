import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlace, type Place } from './service.ts';

const person = {
  NODE_OPTIONS: `--require ${JSON.stringify(resolve('test/helpers/seen-as-terminal.cjs'))}`,
};
let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

test('a question is written to stderr, not to stdout', async () => {
  const line = ['workspaces', 'delete', 'wsp_platform', '--sandbox', '--no-color'];
  const refused = await place.costctl(undefined, line, { env: person, stdin: 'no\n' });
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toContain('Type the id wsp_platform to continue: ');
});

test('the token prompt is written to stderr, and the typed token is not shown', async () => {
  const typed = 'tok_typed_0123456789abcdef';
  const line = ['profiles', 'add', 'work', '--base-url', 'https://cost.example.com'];
  const added = await place.costctl(undefined, [...line, '--no-verify', '-o', 'json'], {
    env: person,
    stdin: `${typed}\n`,
  });
  expect(added.status).toBe(0);
  expect(added.stderr).toBe('API token: \n');
  expect(added.stdout + added.stderr).not.toContain(typed);
  expect(JSON.parse(added.stdout)).toMatchObject({ name: 'work' });
});
