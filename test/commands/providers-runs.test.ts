import { describe, expect, test } from 'vitest';
import { aws, cluster, firstPage, wrapped } from '../helpers/providers.ts';
import { run } from '../helpers/run.ts';
import { readJson, refuse, showScreens } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const passes = { success: true, message: null, metadata: { accounts: 3 } };
const fails = { success: false, message: 'key refused', metadata: null };
const testing = (id: string, answer: unknown, status = 200) => ({
  method: 'POST',
  path: `/v1/providers/${id}/test`,
  answer,
  status,
});

describe('providers test', () => {
  test('shows one row per provider in the given order', async () => {
    const { table, json } = await showScreens(
      'providers test prv_aws prv_blue prv_aws',
      testing('prv_blue', passes),
      testing('prv_aws', passes),
      { path: '/v1/providers/prv_aws', answer: wrapped(aws) },
      { path: '/v1/providers/prv_blue', answer: {}, status: 403 },
    );
    expect(table).toMatchInlineSnapshot(`
      "id        name              success  message
      prv_aws   AWS organization  true
      prv_blue                    true
      "
    `);
    expect(json).toEqual([
      { id: 'prv_aws', name: 'AWS organization', ...passes },
      { id: 'prv_blue', name: null, ...passes },
    ]);
  });

  test('tests every provider with --all, and exits 11 if one fails', async () => {
    const service = scriptService(
      { path: firstPage, answer: pageOf([wrapped(aws), wrapped(cluster)]) },
      testing('prv_aws', passes),
      testing('prv_blue', fails),
    );
    const { stdout, stderr, exitCode } = await run('providers test --all', { service });
    expect(exitCode).toBe(11);
    expect(stdout).toMatchInlineSnapshot(`
      "id        name              success  message
      prv_aws   AWS organization  true
      prv_blue  Cluster blue      false    key refused
      "
    `);
    expect(stderr).toMatchInlineSnapshot(`
      "error: 1 of 2 providers failed their test
      hint: costctl providers update ID --credential name=@file --test
      "
    `);
  });

  test.each<[number, unknown]>([
    [500, {}],
    [503, {}],
    [200, '<p>hello'],
  ])('does not call a test applied that ends with %i', async (status, answer) => {
    const service = scriptService(testing('prv_aws', answer, status));
    const { stderr, exitCode } = await run('providers test prv_aws', { service });
    expect(exitCode).toBe(1);
    expect(stderr).not.toContain('applied');
  });

  test('tests a provider once with --all, even if the list has it twice', async () => {
    const service = scriptService(
      { path: firstPage, answer: pageOf([wrapped(aws), wrapped(aws)]) },
      testing('prv_aws', passes),
    );
    expect(await readJson(run('providers test --all -o json', { service }))).toHaveLength(1);
  });

  test('shows all rows if a provider cannot be tested, and exits 9', async () => {
    const service = scriptService(testing('prv_aws', fails), testing('prv_none', {}, 404), {
      path: '/v1/providers/prv_aws',
      answer: wrapped(aws),
    });
    const line = ['providers', 'test', 'prv_none', 'prv_aws', '-o', 'csv'];
    const { stdout, exitCode } = await run(line, { service });
    expect(exitCode).toBe(9);
    expect(stdout).toMatchInlineSnapshot(`
      "id,name,success,message,metadata
      prv_none,,,the service answered 404 to POST /v1/providers/prv_none/test: {},
      prv_aws,AWS organization,false,key refused,
      "
    `);
  });

  test.each([400, 403, 404, 409, 429, 503])(
    'a provider that answers %i leaves the others their rows, and is an error in CI',
    async (status) => {
      const exchanges = () =>
        scriptService(
          { path: firstPage, answer: pageOf([wrapped(aws), wrapped(cluster)]) },
          testing('prv_aws', passes),
          { ...testing('prv_blue', {}, status), headers: { 'retry-after': '900' } },
        );
      const line = 'providers test --all --max-wait 1 --concurrency 1';
      const { stdout, exitCode } = await run(`${line} -o json`, { service: exchanges() });
      expect(exitCode).toBe(9);
      expect(JSON.parse(stdout)).toMatchObject([
        { id: 'prv_aws', ...passes },
        { id: 'prv_blue', success: null },
      ]);
      const report = await run(`${line} -o junit`, { service: exchanges() });
      expect(report.stdout).toContain('tests="2" failures="0" errors="1" skipped="0"');
    },
  );

  test.each([
    [401, 3],
    [403, 4],
  ])('stops at a %i, which the next provider would get too', async (status, exit) => {
    const service = scriptService(
      { path: firstPage, answer: pageOf([wrapped(aws), wrapped(cluster)]) },
      testing('prv_aws', {}, status),
      testing('prv_blue', {}, status),
    );
    const { stdout, exitCode } = await run('providers test --all', { service });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: exit });
  });

  test('exits 5 if the only provider does not exist', async () => {
    const list = { path: '/v1/providers?page=1&limit=100', answer: pageOf([]) };
    const service = scriptService(testing('prv_none', {}, 404), list);
    expect((await run('providers test prv_none', { service })).exitCode).toBe(5);
  });

  test('is never retried if it may have been carried out', async () => {
    const service = scriptService(testing('prv_aws', {}, 503));
    const { exitCode, waits } = await run('providers test prv_aws', { service });
    expect({ exitCode, waits }).toEqual({ exitCode: 1, waits: [] });
  });

  test.each([
    [[], 'no provider is named'],
    [['prv_aws', '--all'], '--all and ids cannot be used together'],
    [['prv_aws', ''], '<providers>: must not be empty'],
  ])('refuses %j', async (words, message) => {
    expect(await refuse(['providers', 'test', ...words])).toContain(message);
  });
});

const old = {
  startedAt: '2026-11-15T09:00:00Z',
  completedAt: '2026-11-15T09:04:00Z',
  status: 'succeeded',
  recordsIngested: 10,
  errorMessage: null,
};
const running = {
  ...old,
  startedAt: '2026-11-15T12:00:01Z',
  completedAt: null,
  status: 'running',
};
const done = { ...running, completedAt: '2026-11-15T12:00:05Z', status: 'succeeded' };
const failed = { ...done, status: 'failed', errorMessage: 'key refused' };
const history = (...entries: unknown[]) => ({
  path: '/v1/providers/prv_aws/sync-history',
  answer: { entries },
});
const triggered = { triggered: true, message: null };
const sync = (fullSync: boolean, answer: unknown = triggered) => ({
  method: 'POST',
  path: '/v1/providers/prv_aws/sync',
  body: { fullSync },
  answer,
});

describe('providers sync', () => {
  test.each([
    [[], false],
    [['--full'], true],
  ])('starts a run with %j and shows the answer', async (options, fullSync) => {
    const { table, json } = await showScreens(
      ['providers', 'sync', 'prv_aws', ...options],
      sync(fullSync, { triggered: true, message: 'queued' }),
    );
    expect(table).toBe('triggered  true\nmessage    queued\n');
    expect(json).toEqual({ triggered: true, message: 'queued' });
  });

  test('waits with --wait for the new run and shows it', async () => {
    const service = scriptService(
      history(old),
      sync(false),
      history(old),
      history(running, old),
      history(done, old),
    );
    const line = ['providers', 'sync', 'prv_aws', '--wait'];
    const { stdout, exitCode, waits } = await run(line, { service });
    expect({ exitCode, waits }).toEqual({ exitCode: 0, waits: [2000, 2000] });
    expect(stdout).toMatchInlineSnapshot(`
      "started    2026-11-15T12:00:01Z
      completed  2026-11-15T12:00:05Z
      status     succeeded
      records    10
      error
      "
    `);
  });

  test('a message of spaces only is no failure', async () => {
    const service = scriptService(history(), sync(false), history({ ...done, errorMessage: '  ' }));
    const line = ['providers', 'sync', 'prv_aws', '--wait', '-o', 'json'];
    expect(await run(line, { service })).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('exits 11 if the run failed, and still shows it', async () => {
    const service = scriptService(history(), sync(false), history(failed));
    const line = ['providers', 'sync', 'prv_aws', '--wait', '-o', 'json'];
    const { stdout, stderr, exitCode } = await run(line, { service });
    expect(exitCode).toBe(11);
    expect(JSON.parse(stdout)).toEqual(failed);
    expect(stderr).toContain('the sync failed: key refused');
  });

  test('stops waiting after --wait-timeout, with one last check', async () => {
    const looks = [history(running), history(running), history(running)];
    const service = scriptService(history(old), sync(false), ...looks);
    const line = ['providers', 'sync', 'prv_aws', '--wait', '--wait-timeout', '3'];
    const { stdout, stderr, exitCode, waits } = await run(line, { service });
    expect({ stdout, exitCode, waits }).toEqual({ stdout: '', exitCode: 11, waits: [2000, 1000] });
    expect(stderr).toMatchInlineSnapshot(`
      "error: the sync did not end within 3 s
      hint: it continues at the service: costctl providers history prv_aws
      "
    `);
  });

  test('a wait that ends says which error the service gave meanwhile', async () => {
    const looks = [history({ ...running, errorMessage: 'key refused' })];
    const service = scriptService(history(old), sync(false), ...looks, ...looks);
    const line = 'providers sync prv_aws --wait --wait-timeout 1';
    const { stderr, exitCode } = await run(line, { service });
    expect(exitCode).toBe(11);
    expect(stderr).toContain(
      'error: the sync did not end within 1 s; its error so far: key refused\n',
    );
  });

  test.each([
    [401, 3],
    [403, 4],
    [500, 1],
  ])('a wait that answers %i says that the sync started', async (status, expected) => {
    const service = scriptService(history(old), sync(false), { ...history(), status });
    const line = 'providers sync prv_aws --wait --retries 0';
    const { stderr, exitCode } = await run(line, { service });
    expect(exitCode).toBe(expected);
    expect(stderr).toContain(
      'hint: the sync started, and it continues at the service: costctl providers history prv_aws\n',
    );
  });

  test('exits 11 if the service starts no run', async () => {
    const service = scriptService(sync(false, { triggered: false, message: 'one is running' }));
    const { stdout, exitCode } = await run('providers sync prv_aws', { service });
    expect(exitCode).toBe(11);
    expect(stdout).toContain('one is running');
  });

  const nothing = { ...running, status: null };
  test.each([
    [[history(failed)], {}, 'the sync failed: key refused'],
    [[history(nothing), history(nothing)], {}, 'the sync did not end within 1 s'],
    [[], { triggered: false }, 'the service did not start a sync'],
  ])(
    'a sync that fails is a failed case of a report for CI: %#',
    async (looks, answer, message) => {
      const started = sync(false, { triggered: true, ...answer });
      const service = scriptService(history(old), started, ...looks);
      const line = 'providers sync prv_aws --wait --wait-timeout 1 -o junit';
      const { stdout, stderr, exitCode } = await run(line, { service });
      expect(exitCode).toBe(11);
      expect(stderr).toContain(`error: ${message}\n`);
      expect(stdout).toContain(`name="sync of prv_aws"><failure message="${message}">`);
    },
  );

  test.each([
    [['--wait-timeout', '5'], '--wait-timeout needs --wait'],
    [['--wait', '--wait-timeout', '0'], '--wait-timeout: must be a whole number of at least 1'],
  ])('refuses %j', async (options, message) => {
    expect(await refuse(['providers', 'sync', 'prv_aws', ...options])).toContain(message);
  });
});

describe('providers status', () => {
  const list = { path: firstPage, answer: pageOf([wrapped(aws), wrapped(cluster)]) };

  test('shows when each provider was last synced', async () => {
    const { table, json } = await showScreens('providers status', list);
    expect(table).toMatchInlineSnapshot(`
      "id        name              verdict  status     last sync             next sync             last error
      prv_aws   AWS organization  ok       connected  2026-11-15T09:00:00Z  2026-11-15T15:00:00Z
      prv_blue  Cluster blue      failing  error      never                                       token expired
      "
    `);
    expect(json).toMatchObject([
      { id: 'prv_aws', ageSeconds: 10_800, nextSyncAt: '2026-11-15T15:00:00Z' },
      { id: 'prv_blue', ageSeconds: null, lastSyncAt: null, lastSyncError: 'token expired' },
    ]);
  });

  test('a window has the ages of the last syncs, or that there was none', async () => {
    const { stdout } = await run('providers status', {
      service: scriptService(list),
      terminal: 60,
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toMatch(/^prv_aws .* 3 h ago/m);
    expect(stdout).toMatch(/^prv_blue .* never /m);
  });

  test.each([
    ['failing', { lastSyncError: 'token expired' }, true],
    ['ok', { status: 'error', lastSyncStatus: 'failed' }, false],
    ['ok', { nextSyncAt: '2026-11-15T11:00:00Z' }, false],
    ['overdue', { nextSyncAt: '2026-11-15T10:59:59Z' }, true],
    ['ok', { nextSyncAt: null, syncFrequencyMinutes: 120 }, false],
    ['overdue', { nextSyncAt: null, syncFrequencyMinutes: 119 }, true],
    ['ok', { nextSyncAt: null, syncFrequencyMinutes: null }, false],
    ['never synced', { lastSyncAt: null }, false],
    ['never synced', { lastSyncAt: null, nextSyncAt: '2026-11-15T11:59:59Z' }, true],
  ])('the verdict %s follows from %j', async (verdict, more, fails) => {
    const answer = pageOf([{ ...wrapped(aws), ...more }]);
    const service = () => scriptService({ path: firstPage, answer });
    const listed = await run('providers status -o json', { service: service() });
    expect(JSON.parse(listed.stdout)).toMatchObject([{ verdict }]);
    const checked = await run('providers status --check -q', { service: service() });
    expect([checked.exitCode, checked.stdout === '']).toEqual([fails ? 11 : 0, !fails]);
  });

  test.each([
    ['unknown', { lastSyncAt: 'yesterday' }, 9, 'cannot read lastSyncAt "yesterday"'],
    ['unknown', { lastSyncAt: 'sync 1' }, 9, 'cannot read lastSyncAt "sync 1"'],
    ['unknown', { lastSyncAt: '' }, 9, 'cannot read lastSyncAt ""'],
    ['unknown', { nextSyncAt: '2026-99-01T00:00:00Z' }, 9, 'cannot read nextSyncAt "2026-99-01'],
    ['unknown', { lastSyncAt: null, nextSyncAt: 'soon' }, 9, 'cannot read nextSyncAt "soon"'],
    ['overdue', { lastSyncAt: '?', nextSyncAt: '2026-11-15T10:00:00Z' }, 11, 'overdue: next sync'],
    ['failing', { lastSyncAt: '?', lastSyncError: 'token expired' }, 11, 'failing: token expired'],
  ])('the verdict is %s for %j, and a check exits %i', async (verdict, more, exit, problem) => {
    const answer = pageOf([{ ...wrapped(aws), ...more }]);
    const ask = (line: string) =>
      run(line, { service: scriptService({ path: firstPage, answer }) });
    expect(await readJson(ask('providers status -o json'))).toMatchObject([{ verdict }]);
    for (const option of ['--check', '--stale 2400']) {
      const { exitCode, stderr } = await ask(`providers status ${option} -q`);
      expect(exitCode).toBe(exit);
      expect(stderr).toContain(problem);
    }
    const { stdout } = await ask('providers status --check -o junit');
    expect(stdout).toContain(exit === 9 ? 'failures="0"' : 'failures="1"');
    expect(stdout).toContain(`skipped="${exit === 9 ? 1 : 0}"`);
  });

  test('an unreadable time is shown as it is, and hides no failure of another provider', async () => {
    const odd = { ...wrapped(aws), lastSyncAt: 'yesterday' };
    const list = { path: firstPage, answer: pageOf([odd, wrapped(cluster)]) };
    const { table } = await showScreens('providers status', list);
    expect(table).toMatch(/prv_aws.* unknown .* yesterday /);
    const { exitCode, stderr } = await run('providers status --check -q', {
      service: scriptService(list),
    });
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 11,
      stderr: expect.stringContaining('1 of 2 providers needs attention: Cluster blue'),
    });
  });

  test('--stale checks the same, and how old a sync may be', async () => {
    const ask = (hours: string, ...providers: readonly object[]) =>
      run(['providers', 'status', '--stale', hours, '-q'], {
        service: scriptService({ path: firstPage, answer: pageOf(providers) }),
      });
    expect((await ask('3', wrapped(aws))).exitCode).toBe(0);
    expect((await ask('2', wrapped(aws))).exitCode).toBe(11);
    const odd = { ...wrapped(aws), nextSyncAt: 'soon' };
    expect((await ask('3', odd)).exitCode).toBe(9);
    expect((await ask('2', odd)).exitCode).toBe(11);
    const { stderr } = await ask('240', wrapped(aws), wrapped(cluster));
    expect(stderr).toMatchInlineSnapshot(`
      "error: 1 of 2 providers needs attention: Cluster blue (failing: token expired)
      hint: costctl providers test ID, then costctl providers sync ID --wait
      "
    `);
  });

  test.each(['providers status --check', 'providers status --stale 48 -q', 'providers test --all'])(
    '%s of no provider is no passed check',
    async (line) => {
      const none = () => scriptService({ path: firstPage, answer: pageOf([]) });
      const { exitCode, stderr } = await run(line, { service: none() });
      expect(exitCode).toBe(9);
      expect(stderr).toContain('error: this token sees no provider, so nothing could be checked\n');
      const { stdout } = await run(`${line} -o junit`, { service: none() });
      expect(stdout).toContain('errors="1"');
      const json = await run(`${line} -o json`, { service: none() });
      expect([json.stdout, json.exitCode]).toEqual(['[]\n', 9]);
    },
  );

  test('a provider with an empty name is called by its id', async () => {
    const unnamed = { ...wrapped(cluster), name: '' };
    const ask = (line: string, ...more: readonly ReturnType<typeof testing>[]) =>
      run(line, {
        service: scriptService({ path: firstPage, answer: pageOf([unnamed]) }, ...more),
      });
    const checked = await ask('providers status --check -q');
    expect(checked.stderr).toContain('needs attention: prv_blue (failing: token expired)');
    const tested = await ask('providers test --all -o junit', testing('prv_blue', fails));
    expect(tested.stdout).toContain('name="prv_blue"><failure');
  });

  test('refuses --stale 0', async () => {
    expect(await refuse('providers status --stale 0')).toContain('--stale');
  });
});
