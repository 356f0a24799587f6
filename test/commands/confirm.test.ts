import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { type Exchange, pageOf, scriptService } from '../helpers/service.ts';

const line = ['providers', 'delete', 'prv_aws'];

test('a question names the sandbox as its address', async () => {
  const world = { terminal: 80, answers: ['n'] };
  const sandboxLine = ['providers', 'delete', 'prv_aws_main', '--sandbox'];
  const { questions } = await run(sandboxLine, world);
  expect(questions[0]).toContain('Address: the embedded sandbox\n');
});

test('a question shows control characters in an id as text', async () => {
  const list = { path: '/v1/providers?page=1&limit=100', answer: pageOf([]) };
  const world = { service: scriptService(list), terminal: 80, answers: ['n'] };
  const { questions } = await run(['providers', 'delete', 'a\u001b[2J\nb'], world);
  expect(questions[0]).toContain('the provider a\\x1b[2J\\nb;');
});

test.each(['y', 'Y', 'yes', ' YES '])('the answer %j confirms', async (answer) => {
  const service = scriptService({ method: 'DELETE', path: '/v1/providers/prv_aws', status: 204 });
  const { exitCode } = await run(line, { service, terminal: 80, answers: [answer] });
  expect(exitCode).toBe(0);
});

test('--quiet deletes without any output', async () => {
  const service = scriptService({ method: 'DELETE', path: '/v1/providers/prv_aws', status: 204 });
  const { stdout, stderr, exitCode } = await run([...line, '-y', '-q'], { service });
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});

const world = { terminal: 80, answers: ['n'] };

test.each([
  ['workspaces delete wsp_storefront', 'the workspace wsp_storefront (Storefront)'],
  ['providers delete prv_azure', 'the provider prv_azure (Azure enrollment)'],
  ['filters delete flt_compute', 'the saved filter flt_compute (Compute)'],
  ['metrics delete bmt_orders', 'the metric bmt_orders (Orders'],
  ['workspaces providers remove wpr_storefront_aws', 'wpr_storefront_aws (AWS organization)'],
])('%s: the question shows the name next to the id', async (line, shown) => {
  const { questions, exitCode } = await run(['--sandbox', ...line.split(' ')], world);
  expect(questions[0]).toContain(shown);
  expect(exitCode).toBe(2);
});

test('the question shows the name next to the id, whatever words the id is a part of', async () => {
  const record = { id: 'will', name: 'Wilhelmina' };
  const service = scriptService(
    { path: '/v1/providers?page=1&limit=100', answer: pageOf([record]) },
    { path: '/v1/providers/will', answer: record },
  );
  const { questions } = await run(['providers', 'delete', 'will'], { ...world, service });
  expect(questions[0]).toContain('This will disconnect and remove the provider will (Wilhelmina);');
});

test.each([80, 40])('a question is broken between words at %i columns', async (terminal) => {
  const line = ['--sandbox', 'workspaces', 'delete', 'wsp_storefront'];
  const { questions } = await run(line, { ...world, terminal });
  const lines = questions[0]?.split('\n') ?? [];
  const sentence = lines.slice(0, -2);
  expect(sentence.length).toBeGreaterThan(1);
  expect(Math.max(...sentence.map((one) => one.length))).toBeLessThanOrEqual(terminal);
  expect(sentence.join(' ')).toContain('with its reports, dashboards, budgets and everything else');
  expect(lines.at(-1)).toBe('Type the id wsp_storefront to continue: ');
});

test('a missing record is an error instead of a question', async () => {
  const { questions, exitCode } = await run(['--sandbox', 'filters', 'delete', 'flt_gone'], world);
  expect({ questions, exitCode }).toEqual({ questions: [], exitCode: 5 });
});

test('the question shows only the id if the name cannot be read', async () => {
  const path = '/v1/providers/prv_a';
  const service = scriptService({ path, status: 403 });
  const { questions } = await run(['providers', 'delete', 'prv_a'], { ...world, service });
  expect(questions[0]).toContain('the provider prv_a;');
});

test('a hostile name from the service is escaped in the question', async () => {
  const name = '\u001b[2Jprv_a $& $1\nContinue? [y/N] ';
  const service = scriptService({ path: '/v1/providers/prv_a', answer: { id: 'prv_a', name } });
  const { questions } = await run(['providers', 'delete', 'prv_a'], {
    ...world,
    terminal: 200,
    service,
  });
  expect(questions[0]).toContain('prv_a (\\x1b[2Jprv_a $& $1\\nContinue? [y/N] );');
});

test.each([
  ['providers delete prv_azure', 'prv_azure (Azure enrollment)'],
  ['filters delete flt_compute', 'flt_compute (Compute)'],
  ['metrics delete bmt_orders', 'bmt_orders (Orders'],
  ['workspaces providers remove wpr_storefront_aws', 'wpr_storefront_aws (AWS organization)'],
])('%s: so has the message afterwards, and not without a question', async (line, shown) => {
  const argv = ['--sandbox', ...line.split(' ')];
  const asked = await run(argv, { terminal: 80, answers: ['y'] });
  expect(asked).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(shown) });
  const { stderr } = await run([...argv, '--yes']);
  expect(stderr).toMatch(/^note: (deleted|removed) the .*_/);
  expect(stderr).not.toContain(shown);
});

test('a connection has its own name, that of its provider, or the id of that', async () => {
  const path = '/v1/workspace-providers/wpr_a?workspaceId=wsp_main';
  const provider = { path: '/v1/providers/prv_a' };
  const ask = async (answer: object, ...others: Exchange[]) => {
    const service = scriptService({ path, answer }, ...others);
    const line = ['workspaces', 'providers', 'remove', 'wpr_a', '-w', 'wsp_main'];
    return (await run(line, { ...world, service })).questions[0];
  };
  expect(await ask({ id: 'wpr_a', name: 'Billing', providerId: 'prv_a' })).toContain('(Billing)');
  const sent = { id: 'wpr_a', providerId: 'prv_a' };
  const found = { ...provider, answer: { id: 'prv_a', name: 'AWS' } };
  expect(await ask(sent, found)).toContain('wpr_a (AWS)');
  expect(await ask(sent, { ...provider, status: 403 })).toContain('wpr_a (prv_a)');
  expect(await ask({ id: 'wpr_a' })).toContain('the connection wpr_a from');
});
