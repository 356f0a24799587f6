import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';
import { alpha, beta } from '../helpers/workspaces.ts';

const list = ['workspaces', 'list', '-o', 'csv'];
const listed = { path: '/v1/workspaces?page=1&limit=100', answer: pageOf([alpha, beta]) };

test('an invalid expression is refused before anything is sent', async () => {
  const service = scriptService({ method: 'POST', path: '/v1/workspaces', answer: {} });
  const unasked = { ...service, assertDone: () => undefined };
  const line = ['workspaces', 'create', '--set', 'name=Alpha', '--query', 'a['];
  const { stderr, exitCode } = await run(line, { service: unasked });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('error: --query is not a JMESPath expression: ');
  expect(service.received).toEqual([]);
});

test('--columns selects from the result of the expression', async () => {
  const words = ['--query', '[].{who: name, what: id}', '--columns', 'what'];
  const { stdout } = await run([...list, ...words], { service: scriptService(listed) });
  expect(stdout).toBe('what\nwsp_alpha\nwsp_beta\n');
});

test('--columns refuses a column that the expression left out', async () => {
  const words = ['--query', '[].{who: name}', '--columns', 'id'];
  const { stdout, stderr, exitCode } = await run([...list, ...words], {
    service: scriptService(listed),
  });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr).toContain('hint: known columns: who\n');
});
