import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

const world = { terminal: 80, answers: ['n'] };

test.each([
  ['workspaces delete wsp_storefront', 'the workspace wsp_storefront (Storefront)'],
  ['providers delete prv_azure', 'the provider prv_azure (Azure enrollment)'],
  ['filters delete flt_compute', 'the saved filter flt_compute (Compute)'],
  ['metrics delete bmt_orders', 'the metric bmt_orders (Orders'],
])('%s: the question has the name beside the id', async (line, shown) => {
  const { questions, exitCode } = await run(['--sandbox', ...line.split(' ')], world);
  expect(questions[0]).toContain(shown);
  expect(exitCode).toBe(2);
});

test('what does not exist is an error instead of a question', async () => {
  const { questions, exitCode } = await run(['--sandbox', 'filters', 'delete', 'flt_gone'], world);
  expect({ questions, exitCode }).toEqual({ questions: [], exitCode: 5 });
});

test('a name that cannot be read leaves the id alone, and the question is asked', async () => {
  const path = '/v1/providers/prv_a';
  const service = scriptService({ path, status: 403 });
  const { questions } = await run(['providers', 'delete', 'prv_a'], { ...world, service });
  expect(questions[0]).toContain('the provider prv_a;');
});

test('a name from the service changes nothing but the text of the question', async () => {
  const name = '\u001b[2Jprv_a $& $1\nContinue? [y/N] ';
  const service = scriptService({ path: '/v1/providers/prv_a', answer: { id: 'prv_a', name } });
  const { questions } = await run(['providers', 'delete', 'prv_a'], { ...world, service });
  expect(questions[0]).toContain('prv_a (\\x1b[2Jprv_a $& $1\\nContinue? [y/N] );');
});

test('with --yes nothing is read before the deletion', async () => {
  const service = scriptService({ method: 'DELETE', path: '/v1/providers/prv_a', status: 204 });
  const { exitCode } = await run(['providers', 'delete', 'prv_a', '--yes'], { service });
  expect(exitCode).toBe(0);
});
