import { describe, expect, test } from 'vitest';
import {
  available,
  aws,
  cluster,
  datadog,
  firstPage,
  kubernetes,
  wrapped,
} from '../helpers/providers.ts';
import { run } from '../helpers/run.ts';
import { readJson, refuse, showScreens } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

describe('providers list', () => {
  test('shows the connected providers with unwrapped ids', async () => {
    const { table, json } = await showScreens('providers list', {
      path: firstPage,
      answer: pageOf([wrapped(aws), wrapped(cluster)]),
    });
    expect(table).toMatchInlineSnapshot(`
      "id        name              type       status     last sync             result
      prv_aws   AWS organization  cloud      connected  2026-11-15T09:00:00Z  succeeded
      prv_blue  Cluster blue      container  error
      "
    `);
    expect(json).toEqual([aws, cluster]);
  });

  test('shows control characters as text', async () => {
    const service = scriptService({
      path: firstPage,
      answer: pageOf([{ ...wrapped(cluster), name: 'Cluster\u001b[31m red' }]),
    });
    const { stdout } = await run('providers list', { service, terminal: 80 });
    expect(stdout).toContain('Cluster\\x1b[31m red');
    expect(stdout).not.toContain('\u001b[31m red');
  });

  test('requests one type', async () => {
    const { json } = await showScreens('providers ls --type cloud', {
      path: '/v1/providers?type=cloud&page=1&limit=100',
      answer: pageOf([]),
    });
    expect(json).toEqual([]);
  });
});

describe('providers get', () => {
  test('shows all fields of one provider', async () => {
    const { table, json } = await showScreens('providers get prv_aws', {
      path: '/v1/providers/prv_aws',
      answer: wrapped(aws),
    });
    expect(table).toMatchInlineSnapshot(`
      "id                     prv_aws
      name                   AWS organization
      type                   cloud
      status                 connected
      last sync              2026-11-15T09:00:00Z
      result                 succeeded
      last error
      next sync              2026-11-15T15:00:00Z
      minutes between syncs  360
      key                    aws
      description
      parent
      external id            104729385610
      created                2025-01-01T00:00:00Z
      updated
      "
    `);
    expect(json).toEqual(aws);
  });

  test('takes what the list has as an id for one', async () => {
    const [id, path] = ['東京 1', '/v1/providers/%E6%9D%B1%E4%BA%AC%201'];
    const service = scriptService(
      { path: '/v1/providers?page=1&limit=100', answer: pageOf([{ id, name: 'a' }]) },
      { path, answer: wrapped(aws) },
    );
    expect(await readJson(run(['providers', 'get', id, '-o', 'json'], { service }))).toEqual(aws);
  });

  test.each(['', '.', '..'])('refuses the id %j', async (id) => {
    expect(await refuse(['providers', 'get', id])).toMatch(/^error: .*must not be/);
  });
});

describe('providers available', () => {
  test('shows the available providers and the credentials they need', async () => {
    const { table, json } = await showScreens('providers available', available);
    expect(table).toMatchInlineSnapshot(`
      "key         name        kind   credentials             settings  needs parent
      datadog     Datadog     api    apiKey, applicationKey  site      false
      kubernetes  Kubernetes  agent  agentToken                        true
      "
    `);
    expect(json).toEqual([datadog, kubernetes]);
  });
});

describe('providers history', () => {
  test('shows the requested number of runs', async () => {
    const entry = {
      startedAt: '2026-11-15T09:00:00Z',
      completedAt: '2026-11-15T09:04:00Z',
      status: 'failed',
      recordsIngested: 0,
      errorMessage: 'key refused',
    };
    const { table, json } = await showScreens('providers history prv_aws --limit 5', {
      path: '/v1/providers/prv_aws/sync-history?limit=5',
      answer: { entries: [entry] },
    });
    expect(table).toMatchInlineSnapshot(`
      "started               completed             status  records  error
      2026-11-15T09:00:00Z  2026-11-15T09:04:00Z  failed        0  key refused
      "
    `);
    expect(json).toEqual([entry]);
  });

  test('lets the service choose the number of runs if no limit is given', async () => {
    const path = '/v1/providers/prv_aws/sync-history';
    const { json } = await showScreens('providers history prv_aws', {
      path,
      answer: { entries: [] },
    });
    expect(json).toEqual([]);
  });
});

describe('providers delete', () => {
  const exchange = { method: 'DELETE', path: '/v1/providers/prv_aws', status: 204 };
  const workspaces = { path: '/v1/workspaces?page=1&limit=100' };
  const unread = { ...workspaces, status: 403, answer: {} };

  test('asks on a terminal, naming the data that stays and the address', async () => {
    const world = { service: scriptService(unread, exchange), terminal: 80, answers: ['y'] };
    const { questions, stderr, exitCode } = await run('providers rm prv_aws', world);
    expect({ stderr, exitCode }).toEqual({
      stderr: 'note: removed the provider prv_aws\n',
      exitCode: 0,
    });
    expect(questions).toMatchInlineSnapshot(`
      [
        "This will disconnect and remove the provider prv_aws; the service may retain its
      cost data; which workspaces read it is not known.
      Address: https://api.example.test
      Continue? [y/N] ",
      ]
    `);
  });

  test.each(['n', '', 'yess'])('does nothing if the answer is %j', async (answer) => {
    const world = { service: scriptService(unread), terminal: 80, answers: [answer] };
    expect((await run('providers delete prv_aws', world)).exitCode).toBe(2);
  });

  test('names with --dry-run the workspaces that read it', async () => {
    const { exitCode, stderr } = await run('providers delete prv_gcp --dry-run --sandbox');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('note: This will');
    expect(stderr).toContain(
      '2 workspaces read it: Platform & Data (wsp_platform), Forschung, Europa (wsp_forschung-eu)',
    );
  });

  test('reads nothing for a note that --quiet leaves out', async () => {
    const world = { service: scriptService() };
    const quiet = await run('providers delete prv_gcp --dry-run -q -o json', world);
    expect(quiet).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(quiet.stdout)).toMatchObject({ method: 'DELETE' });
  });

  test.each([
    [401, 3, 'costctl doctor'],
    [403, 0, 'which workspaces read it is not known'],
    [500, 0, 'which workspaces read it is not known'],
  ])('says what it could not read because of a %s', async (status, exitCode, said) => {
    const service = scriptService({ ...workspaces, status, answer: {} });
    const line = 'providers delete prv_gcp --dry-run --retries 0';
    const outcome = await run(line, { service });
    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.stderr).toContain(said);
  });

  test('sends nothing if nobody can be asked', async () => {
    const { exitCode, stderr } = await run('providers delete prv_aws', {
      service: scriptService(),
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('error: not confirmed: this will disconnect');
  });

  test('reads nothing more if it is confirmed already', async () => {
    const service = scriptService(exchange);
    expect((await run('providers delete prv_aws --yes', { service })).exitCode).toBe(0);
  });

  test('asks no question if no address is set', async () => {
    const world = { terminal: 80, answers: ['y'] };
    const { questions, exitCode } = await run('providers delete prv_aws', world);
    expect({ questions, exitCode }).toEqual({ questions: [], exitCode: 3 });
  });
});

test.each([
  ['list', '--page', '2147483648'],
  ['history', 'prv_aws', '--limit', '0'],
])('providers %s refuses %j', async (...words) => {
  const option = words.find((word) => word.startsWith('--')) ?? '';
  expect(await refuse(['providers', ...words])).toContain(`error: ${option}`);
});

test('providers connect sends exactly the kind that --key names, even if another is similar', async () => {
  const answer = [datadog, { ...datadog, key: 'datadog-eu' }];
  const service = scriptService({ path: '/v1/providers/available', answer });
  const credentials = ['--credential', 'apiKey=a', '--credential', 'applicationKey=b'];
  const argv = ['providers', 'connect', '--key', 'datadog', ...credentials, '--dry-run'];
  const { stdout } = await run([...argv, '-o', 'json'], { service });
  expect(JSON.parse(stdout)).toMatchObject({ body: { key: 'datadog' } });
});

test('providers sync --wait waits an hour by default', async () => {
  const history = { path: '/v1/providers/prv_aws/sync-history', answer: { entries: [] } };
  const service = scriptService(
    { ...history, times: 10_000 },
    { method: 'POST', path: '/v1/providers/prv_aws/sync', answer: { triggered: true } },
  );
  const world = { service: { ...service, assertDone: () => undefined } };
  const { stderr, exitCode } = await run('providers sync prv_aws --wait -q', world);
  expect(exitCode).toBe(11);
  expect(stderr).toContain('the sync did not end within 3600 s');
});
