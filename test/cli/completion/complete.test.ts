import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addWork } from '../../helpers/profiles.ts';
import { createFolder, run, testToken } from '../../helpers/run.ts';
import { pageOf, scriptService } from '../../helpers/service.ts';

const workspaces = pageOf([{ id: 'wsp_one', name: 'The first' }, { id: 'wsp_two' }]);
const request = { path: '/v1/workspaces?page=1&limit=100' };
const silent = { stderr: '', exitCode: 0 };

test('live values come from the service, with their names', async () => {
  const service = scriptService({ ...request, answer: workspaces });
  const outcome = await run(['__complete', 'workspaces', '=wsp', 'workspaces', 'get'], { service });
  expect(outcome).toMatchObject({ ...silent, stdout: 'wsp_one\tThe first\nwsp_two\t\n' });
});

test('a recent answer is cached, and the service is not asked again', async () => {
  const folder = createFolder();
  const line = ['__complete', 'workspaces', '=', 'workspaces', 'get'];
  const now = new Date().toISOString();
  const first = await run(line, {
    folder,
    now,
    service: scriptService({ ...request, answer: workspaces }),
  });
  const second = await run(line, { folder, now, service: scriptService() });
  expect(second.stdout).toBe(first.stdout);
  expect(second).toMatchObject(silent);
});

test.each([
  ['after some minutes', 6 * 60_000],
  ['after the clock was set back by a year', -365 * 86_400_000],
])('%s the service is asked again', async (_name, passed) => {
  const folder = createFolder();
  const line = ['__complete', 'workspaces', '=', 'workspaces', 'get'];
  const later = new Date(Date.now() + passed).toISOString();
  const now = new Date().toISOString();
  await run(line, { folder, now, service: scriptService({ ...request, answer: workspaces }) });
  const service = scriptService({ ...request, answer: pageOf([{ id: 'wsp_new', name: 'New' }]) });
  const outcome = await run(line, { folder, now: later, service });
  expect(outcome.stdout).toBe('wsp_new\tNew\n');
});

test('a second token does not see the cached values of the first', async () => {
  const folder = createFolder();
  const line = ['__complete', 'workspaces', '=', 'workspaces', 'get'];
  const now = new Date().toISOString();
  await run(line, { folder, now, service: scriptService({ ...request, answer: workspaces }) });
  const service = scriptService({ ...request, answer: pageOf([{ id: 'wsp_other', name: '' }]) });
  const env = { COSTCTL_TOKEN: 'tok_another_0123456789' };
  expect(await run(line, { folder, now, service, env })).toMatchObject({ stdout: 'wsp_other\t\n' });
});

test('the cache is private and contains no token', async () => {
  const folder = createFolder();
  const service = scriptService({ ...request, answer: workspaces });
  await run(['__complete', 'workspaces', '=', 'workspaces', 'get'], { folder, service });
  const memory = join(folder, '.cache', 'costctl', 'completion');
  expect(statSync(memory).mode & 0o777).toBe(0o700);
  const [file = ''] = readdirSync(memory);
  expect(statSync(join(memory, file)).mode & 0o777).toBe(0o600);
  expect(file + readFileSync(join(memory, file), 'utf8')).not.toContain(testToken);
});

test('a cache that another user can change is neither believed nor written', async () => {
  const folder = createFolder();
  const line = ['__complete', 'workspaces', '=', 'workspaces', 'get'];
  const now = new Date().toISOString();
  const ask = () =>
    run(line, { folder, now, service: scriptService({ ...request, answer: workspaces }) });
  const { stdout } = await ask();
  const memory = join(folder, '.cache', 'costctl', 'completion');
  const [file = ''] = readdirSync(memory);
  const planted = '[["wsp_planted","Storefront"]]';
  writeFileSync(join(memory, file), planted);
  chmodSync(memory, 0o777);
  expect(await ask()).toMatchObject({ ...silent, stdout });
  expect(readFileSync(join(memory, file), 'utf8')).toBe(planted);
});

test('the cache is under XDG_CACHE_HOME if that is set', async () => {
  const folder = createFolder();
  const service = scriptService({ ...request, answer: workspaces });
  const env = { XDG_CACHE_HOME: folder };
  await run(['__complete', 'workspaces', '=', 'workspaces', 'get'], { service, env });
  expect(readdirSync(join(folder, 'costctl', 'completion'))).toHaveLength(1);
});

test.each([
  ['a refusal', { ...request, status: 401, answer: { title: 'no' } }],
  ['a fault', { ...request, status: 503, answer: 'down' }],
  ['HTML', { ...request, answer: '<html>' }],
  ['a lost connection', { ...request, failure: new Error('gone') }],
])('after %s nothing is offered and no error is shown', async (_name, exchange) => {
  const service = scriptService(exchange);
  const outcome = await run(['__complete', 'workspaces', '=', 'workspaces', 'get'], { service });
  expect(outcome).toMatchObject({ ...silent, stdout: '', waits: [] });
});

test.each([
  [['__complete']],
  [['__complete', 'nonsense', '=', 'x']],
  [['__complete', 'metrics', '=', 'metrics', 'get']],
  [['__complete', 'workspaces', '=', '-o', 'nonsense']],
  [['__complete', 'profiles', '=', '--profile']],
])('%j prints no error without settings', async (line) => {
  expect(await run(line)).toMatchObject(silent);
});

test('completion does not run a token command', async () => {
  const folder = createFolder();
  const add = ['profiles', 'add', 'vault', '--base-url', 'https://api.example.test'];
  await run([...add, '--token-command', 'ask-me', '--no-verify'], { folder });
  const started: unknown[] = [];
  const outcome = await run(['__complete', 'workspaces', '=', '-p', 'vault', 'workspaces', 'get'], {
    folder,
    runProgram: (program) => {
      started.push(program);
      return Promise.resolve({ status: 0, stdout: testToken });
    },
  });
  expect(outcome).toMatchObject({ ...silent, stdout: '' });
  expect(started).toEqual([]);
});

test('profiles are offered with their address, and the sandbox is offered too', async () => {
  const folder = createFolder();
  await run([...addWork, '--no-verify'], { folder, stdin: testToken });
  const { stdout } = await run(['__complete', 'profiles', '=', '-p'], { folder });
  expect(stdout).toBe(
    'work\thttps://api.example.test\nsandbox\tthe embedded emulation of the service\n',
  );
});

test('control characters and line breaks in a name from the service are escaped', async () => {
  const name = 'a\u001b[31m\nb\tc';
  const service = scriptService({ ...request, answer: pageOf([{ id: 'wsp_one', name }]) });
  const { stdout } = await run(['__complete', 'workspaces', '=', 'workspaces', 'get'], { service });
  expect(stdout).toBe('wsp_one\ta\\x1b[31m\\nb\\tc\n');
});

test('the sandbox offers its own values without a network', async () => {
  const { stdout } = await run(['__complete', 'metrics', '=', '--sandbox', 'metrics', 'get']);
  expect(stdout).toContain('bmt_orders\tOrders\n');
});

test('words added by an imported document are offered from the command tree', async () => {
  const folder = createFolder();
  await run(['--sandbox', 'api', 'import', join(process.cwd(), 'test/openapi.yaml')], { folder });
  const groups = await run(['__complete', 'line', '=', '--sandbox'], { folder });
  expect(groups.stdout).toContain('workspaces\t');
  const options = await run(['__complete', 'line', '=--pa', '--sandbox', 'workspaces', 'list'], {
    folder,
  });
  expect(options.stdout).toContain('--page\t');
});

test('columns of recent cost rows and currencies come from the service', async () => {
  const columns = await run([
    '__complete',
    'columns',
    '=',
    '--sandbox',
    'costs',
    'summary',
    '--by',
  ]);
  expect(columns.stdout.split('\n')).toEqual(
    expect.arrayContaining(['service\t', 'tags.team\t', 'currency\t']),
  );
  const currencies = await run(['__complete', 'currencies', '=', '--sandbox', 'costs', 'summary']);
  expect(currencies.stdout.split('\n')).toEqual(expect.arrayContaining(['EUR\t', 'USD\t']));
});

test.each([
  ['columns', 'provider,ser', ['--by'], ['provider,service']],
  ['columns', 'provider,service,tags.t', ['--by'], ['provider,service,tags.team']],
  ['line', '--by=provider,ser', [], ['--by=provider,service']],
  ['line', '--by=ser', [], ['--by=service']],
])('the last part of a list is completed: %s %s', async (kind, current, more, expected) => {
  const words = ['--sandbox', 'costs', 'summary', ...more];
  const { stdout } = await run(['__complete', kind, `=${current}`, ...words]);
  const offers = stdout.split('\n').map((line) => line.split('\t')[0] ?? '');
  expect(offers.filter((one) => one.startsWith(current))).toEqual(expected);
});

test('what a list has is not offered again, and a comma of a condition begins no list', async () => {
  const ask = (current: string) =>
    run(['__complete', 'columns', `=${current}`, '--sandbox', 'costs', 'summary', '--by']);
  const { stdout } = await ask('provider,');
  expect(stdout).toContain('provider,service\t');
  expect(stdout).not.toContain('provider,provider\t');
  expect((await ask('service in a,')).stdout).toContain('\nservice\t');
});

test.each([
  ['compare', '--by'],
  ['compare', '--where'],
  ['compare', '--convert-to'],
  ['compare', '--against'],
  ['unit', '--metric'],
])('costs %s: the value of %s is offered', async (action, option) => {
  const { stdout } = await run([
    ...['__complete', 'line', '='],
    ...['--sandbox', '-w', 'wsp_storefront', 'costs', action, option],
  ]);
  expect(stdout).not.toBe('');
});

test.each([
  ['=', ['total', 'changes', 'by']],
  ['=total,ch', ['total,changes']],
  ['=total,changes,', ['total,changes,by']],
  ['=nothing,', ['total', 'changes', 'by']],
])('words with commas between them continue after each comma: %s', async (current, expected) => {
  const { stdout } = await run(['__complete', '=total,changes,by', current, 'costs', 'report']);
  const offers = stdout.split('\n').flatMap((line) => line.split('\t')[0] || []);
  const isAsked = current.endsWith(',') || current === '=';
  expect(isAsked ? offers : offers.filter((one) => one.startsWith(current.slice(1)))).toEqual(
    expected,
  );
});

test('an option that takes a list of words is continued on any line', async () => {
  const words = ['--sandbox', 'costs', 'report', '--sections'];
  const { stdout } = await run(['__complete', 'line', '=total,ch', ...words]);
  expect(stdout).toBe('total,changes\t\n');
});
