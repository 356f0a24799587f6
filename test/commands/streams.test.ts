import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';
import { alpha } from '../helpers/workspaces.ts';

const path = '/v1/workspaces/wsp_alpha';
const get = ['workspaces', 'get', 'wsp_alpha'];
const result = `${JSON.stringify(alpha)}\n`;

test('a result is a table by default', async () => {
  const { stdout } = await run(get, { service: scriptService({ path, answer: alpha }) });
  expect(stdout).toBe('id      wsp_alpha\nname    Alpha\nbudget  1200.5\n');
});

test('a result goes to stdout, and stderr stays empty', async () => {
  const service = scriptService({ path, answer: alpha });
  const { stdout, stderr } = await run([...get, '-o', 'json'], { service });
  expect({ stdout, stderr }).toEqual({ stdout: result, stderr: '' });
});

test('--debug output goes to stderr', async () => {
  const service = scriptService({ path, answer: alpha });
  const { stdout, stderr } = await run([...get, '-o', 'json', '--debug'], { service });
  expect(stdout).toBe(result);
  expect(stderr).toMatch(/^debug: > GET \/v1\/workspaces\/wsp_alpha/);
});

test('a note goes to stderr', async () => {
  const line = ['workspaces', 'delete', 'wsp_alpha', '--confirm', 'wsp_alpha'];
  const service = scriptService({ method: 'DELETE', path, status: 204 });
  const { stdout, stderr } = await run(line, { service });
  expect({ stdout, stderr }).toEqual({
    stdout: '',
    stderr: 'note: deleted the workspace wsp_alpha\n',
  });
});

test('a warning goes to stderr', async () => {
  const provider = '/v1/providers/prv_a';
  const service = scriptService({ path: provider, answer: { id: 'prv_a' } });
  const { stdout, stderr } = await run(['providers', 'get', 'prv_a', '-o', 'json'], { service });
  expect(stdout).toBe('{"id":"prv_a"}\n');
  expect(stderr).toMatch(/^warning: the service left out /);
});

test.each(['table', 'json'])('an error goes to stderr with -o %s', async (format) => {
  const service = scriptService({ path, status: 404, answer: {} });
  const { stdout, stderr, exitCode } = await run([...get, '-o', format], { service });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 5 });
  expect(stderr).toContain('the service answered 404');
});
