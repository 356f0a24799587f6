import { afterEach, describe, expect, test } from 'vitest';
import { answer, type Loopback, openLoopback, type Reply, stall } from '../helpers/loopback.ts';
import { withProfiles } from '../helpers/profiles.ts';
import { run, testToken } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const opened: Loopback[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function serve(...replies: Reply[]): Promise<Loopback> {
  const server = await openLoopback(...replies);
  opened.push(server);
  return server;
}

const path = '/v1/workspaces?page=1&limit=100';
const list = ['workspaces', 'list', '-o', 'json'];
const listed = { path, answer: pageOf([{ id: 'wsp_a' }]) };
const refused = { path, status: 429, headers: { 'retry-after': '5' } };

test.each<[string[], Record<string, string>, number]>([
  [[], {}, 5],
  [['--retries', '2'], {}, 3],
  [['--retries', '0'], {}, 1],
  [[], { COSTCTL_RETRIES: '1' }, 2],
])('%j with %j tries a request %i times', async (words, env, times) => {
  const service = scriptService({ path, status: 503, times });
  const { exitCode, stderr } = await run([...list, ...words], { service, env });
  expect({ exitCode, code: JSON.parse(stderr).error.code }).toEqual({
    ...{ exitCode: 1, code: 'server_error' },
  });
});

test.each<[string[], Record<string, string>, unknown]>([
  [['--max-wait', '5'], {}, undefined],
  [[], { COSTCTL_MAX_WAIT: '5' }, undefined],
  [[], {}, { maxWait: 5 }],
])('%j with %j and %j waits 5 s for the rate limit', async (words, env, work) => {
  const folder = withProfiles({ current: 'work', profiles: { work: work ?? {} } });
  const service = scriptService(refused, listed);
  const ended = await run([...list, ...words], { service, env, folder });
  expect(ended).toMatchObject({ exitCode: 0, waits: [5000] });
});

test.each<[string[], Record<string, string>, string]>([
  [['--max-wait', '4'], {}, 'waits at most 4 s'],
  [['--max-wait', '0'], {}, 'never waits'],
  [[], { COSTCTL_MAX_WAIT: '4' }, 'waits at most 4 s'],
])('%j with %j fails at once if a wait of 5 s is requested', async (words, env, said) => {
  const ended = await run([...list, '-o', 'table', ...words], {
    service: scriptService(refused),
    env,
  });
  expect(ended).toMatchObject({ exitCode: 7, waits: [] });
  expect(ended.stderr).toContain(`the rate limit asks to wait 5 s, and this run ${said}`);
});

test('a wait of hours says when it ends, and how to allow it', async () => {
  const headers = { 'retry-after': '7200' };
  const line = (...words: string[]) =>
    run([...list, '-o', 'table', ...words], {
      service: scriptService({ ...refused, headers }, ...(words.length === 0 ? [] : [listed])),
    });
  const { exitCode, stderr } = await line();
  expect(exitCode).toBe(7);
  expect(stderr).toContain(
    'the rate limit asks to wait 7200 s, until 2026-11-15T14:00:00Z, and this run waits at most 300 s\nhint: wait 7200 s, or allow a longer wait with --max-wait 7200\n',
  );
  expect(await line('--max-wait', '7200')).toMatchObject({ exitCode: 0 });
  const endless = { ...refused, headers: { 'retry-after': '99999999999999' } };
  const never = await run([...list, '-o', 'table'], { service: scriptService(endless) });
  expect(never).toMatchObject({ exitCode: 7, stderr: expect.not.stringContaining('until') });
});

test('a wait of 300 s is accepted by default, and a longer one is not', async () => {
  const after = (seconds: string) => ({ ...refused, headers: { 'retry-after': seconds } });
  const within = await run(list, { service: scriptService(after('300'), listed) });
  expect(within).toMatchObject({ exitCode: 0, waits: [300_000] });
  const past = await run(list, { service: scriptService(after('301')) });
  expect(past).toMatchObject({ exitCode: 7, waits: [] });
});

test.each<[string[], Record<string, string>]>([
  [['--timeout', '0.05'], {}],
  [[], { COSTCTL_TIMEOUT: '0.05' }],
])('%j with %j limits how long the service may take to answer', async (words, more) => {
  const { url } = await serve(stall);
  const env = { COSTCTL_BASE_URL: url.href, COSTCTL_TOKEN: testToken, ...more };
  const { exitCode, stderr } = await run(['workspaces', 'list', '--retries', '0', ...words], {
    env,
  });
  expect(exitCode).toBe(8);
  expect(stderr).toMatch(/^error: no (answer|connection) .*within 0\.05 s\n/);
});

test.each<[string[], Record<string, string>, number]>([
  [['--concurrency', '3'], {}, 3],
  [[], { COSTCTL_CONCURRENCY: '3' }, 3],
  [[], {}, 4],
])('with %j and %j at most %i requests run at once', async (words, more, wanted) => {
  const ids = Array.from({ length: 2 * wanted }, (_, number) => `prv_${number}`);
  let most = 0;
  let held: (() => void)[] = [];
  const release = () => {
    for (const one of held.splice(0)) one();
  };
  const hold: Reply = (socket, request) => {
    held = [...held, () => answer(200, { success: true })(socket, request)];
    most = Math.max(most, held.length);
    // Time for one that must not come.
    if (held.length === wanted) setTimeout(release, 30);
  };
  const providers = pageOf(ids.map((id) => ({ id, type: 'a', key: 'a', name: 'a', status: 'a' })));
  const { url } = await serve(answer(200, providers), hold);
  const env = { COSTCTL_BASE_URL: url.href, COSTCTL_TOKEN: testToken, ...more };
  const line = ['providers', 'test', '--all', ...words, '-o', 'json'];
  const { exitCode, stdout } = await run([...line, '--timeout', '50', '--retries', '0'], { env });
  expect({ exitCode, count: JSON.parse(stdout).length, most }).toEqual({
    ...{ exitCode: 0, count: 2 * wanted, most: wanted },
  });
});

test('a path prefix of the base address precedes every path', async () => {
  const { url, requests } = await serve(answer(200, pageOf([])));
  const env = { COSTCTL_BASE_URL: `${url.href}gateway/cost/`, COSTCTL_TOKEN: testToken };
  await run(list, { env });
  expect(requests.map((request) => request.path)).toEqual([`/gateway/cost${path}`]);
});

test('a request goes through the proxy set in the environment', async () => {
  const { url, requests } = await serve(answer(403));
  const env = {
    COSTCTL_BASE_URL: 'https://cost.example.com',
    COSTCTL_TOKEN: testToken,
    HTTPS_PROXY: url.href,
  };
  const { exitCode } = await run([...list, '--retries', '0'], { env });
  expect({ exitCode, asked: requests.map((one) => `${one.method} ${one.path}`) }).toEqual({
    ...{ exitCode: 8, asked: ['CONNECT cost.example.com:443'] },
  });
});

describe('debugging', () => {
  test.each<[string[], Record<string, string>]>([
    [['--debug'], {}],
    [[], { COSTCTL_DEBUG: '1' }],
  ])('%j with %j reports each request and each response on one line', async (words, env) => {
    const service = scriptService({ ...listed, status: 503 }, listed);
    const { stdout, stderr } = await run([...list, ...words], { service, env });
    expect(stdout).toBe('[{"id":"wsp_a"}]\n');
    expect(stderr.replaceAll(/\d+ bytes/g, 'N bytes')).toBe(
      [
        `debug: > GET ${path}, attempt 1`,
        `debug: < 503 to GET ${path}, N bytes in 0 ms`,
        // What the service says about an error is shown too.
        `debug: < ${JSON.stringify(listed.answer)}`,
        `debug: > GET ${path}, attempt 2`,
        `debug: < 200 to GET ${path}, N bytes in 0 ms`,
        '',
      ].join('\n'),
    );
  });

  test('shows no secret', async () => {
    const service = scriptService({ ...listed, path: `${path}&a=${testToken}` });
    const { stderr } = await run([...list, '--debug', '--param', `a=${testToken}`], { service });
    expect(stderr).toContain('&a=****');
    expect(stderr).not.toContain(testToken);
  });

  test('is off with COSTCTL_DEBUG=0', async () => {
    const service = scriptService(listed);
    const { stderr } = await run(list, { service, env: { COSTCTL_DEBUG: '0' } });
    expect(stderr).toBe('');
  });
});

test.each(['-q', '--quiet'])('%s hides notes but not errors', async (word) => {
  const empty = { path, answer: pageOf([]) };
  const line = ['workspaces', 'list', '-o', 'csv'];
  const usual = await run(line, { service: scriptService(empty) });
  expect(usual.stderr).toBe('note: no records, so no columns are known\n');
  const quiet = await run([...line, word], { service: scriptService(empty) });
  expect(quiet).toMatchObject({ stderr: '', exitCode: 0 });
  const failed = await run([...line, word], { service: scriptService({ path, status: 404 }) });
  expect(failed.stderr).toMatch(/^error: /);
});

describe.each<[string, string[], Record<string, string>]>([
  ['--no-input', ['--no-input'], {}],
  ['COSTCTL_NO_INPUT=1', [], { COSTCTL_NO_INPUT: '1' }],
])('%s asks nothing on a terminal', (_name, words, env) => {
  test.each([
    ['profiles add work', '--base-url URL'],
    ['providers connect --key datadog', '--credential apiKey=@file'],
  ])('%s', async (line, hint) => {
    const { questions, exitCode, stderr } = await run(
      ['--sandbox', ...line.split(' '), ...words, '--no-color'],
      { terminal: 80, answers: ['y', 'y'], env },
    );
    expect({ questions, exitCode }).toEqual({ questions: [], exitCode: 2 });
    expect(stderr).toContain(hint);
  });
});

test('COSTCTL_NO_INPUT=0 asks on a terminal', async () => {
  const line = ['--sandbox', 'providers', 'delete', 'prv_azure'];
  const { questions, exitCode } = await run(line, {
    ...{ terminal: 80, answers: ['n'], env: { COSTCTL_NO_INPUT: '0' } },
  });
  expect({ count: questions.length, exitCode }).toEqual({ count: 1, exitCode: 2 });
});
