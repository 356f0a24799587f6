import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createFolder, type Outcome, run } from '../helpers/run.ts';

interface Serving {
  readonly url: string;
  readonly organizationToken: string;
  readonly workspaceToken: string;
  readonly workspaceId: string;
  readonly state: string | null;
}

/** Serves while the work is done, then interrupts. */
async function serveWhile(
  options: readonly string[],
  work: (serving: Serving) => Promise<void>,
  folder = createFolder(),
): Promise<Outcome> {
  const interruption = new AbortController();
  const file = join(folder, 'serving.json');
  const line = ['sandbox', 'serve', '-O', file, ...options];
  const ended = run(line, { folder, signal: interruption.signal });
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!existsSync(file) && !isOver) await setTimeout(5);
  await work(JSON.parse(readFileSync(file, 'utf8')));
  interruption.abort();
  return ended;
}

function get({ url, organizationToken }: Serving, target: string): Promise<Response> {
  return fetch(url + target, { headers: { authorization: `Bearer ${organizationToken}` } });
}

interface Page {
  readonly data: readonly unknown[];
  readonly meta?: { readonly totalRecords: number };
}

async function getPage(serving: Serving, target: string): Promise<Page> {
  return JSON.parse(await (await get(serving, target)).text());
}

const workspaces = '/v1/workspaces?page=1&limit=2';

describe('sandbox serve', () => {
  test('serves until interrupted, logs one line per request, and exits with 0', async () => {
    const { exitCode, stderr } = await serveWhile(['--memory'], async (serving) => {
      expect(serving).toMatchObject({ workspaceId: 'wsp_storefront', state: null });
      expect((await get(serving, workspaces)).status).toBe(200);
      expect((await get(serving, '/v1/%1B[2J')).status).toBe(404);
    });
    expect(exitCode).toBe(0);
    expect(stderr).toBe(
      '2026-11-15T12:00:00.000Z GET /v1/workspaces?page=1&limit=2 200 0 ms\n' +
        '2026-11-15T12:00:00.000Z GET /v1/%1B[2J 404 0 ms\n',
    );
  });

  test('logs nothing with --quiet', async () => {
    const { stderr } = await serveWhile(['--memory', '-q'], async (serving) => {
      await get(serving, workspaces);
    });
    expect(stderr).toBe('');
  });

  test('applies --rows-per-day and --rate-limit', async () => {
    const options = ['--memory', '--rows-per-day', '250000', '--rate-limit', '2/60'];
    await serveWhile(options, async (serving) => {
      const costs = '/v1/costs?startDate=2026-10-01&endDate=2026-10-02&limit=1';
      expect((await getPage(serving, costs)).meta?.totalRecords).toBe(500_000);
      await get(serving, costs);
      const refused = await get(serving, costs);
      expect([refused.status, refused.headers.get('ratelimit-limit')]).toEqual([429, '2']);
    });
  });

  test('--fail and --seed decide which requests fail', async () => {
    const outcomes = (seed: string) => async (serving: Serving) => {
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const answer = await get(serving, workspaces).catch(() => undefined);
        await answer?.text().catch(() => undefined);
        reported.push(`${seed} ${answer?.status}`);
      }
    };
    const reported: string[] = [];
    for (const seed of ['3', '3', '4']) {
      await serveWhile(['--memory', '--fail', '0.5', '--seed', seed], outcomes(seed));
    }
    await serveWhile(['--memory', '--fail', '0.5', '--seed', '1'], outcomes('1'));
    await serveWhile(['--memory', '--fail', '0.5'], outcomes('1'));
    const ofOne = reported.splice(60);
    expect(ofOne.slice(20)).toEqual(ofOne.slice(0, 20));
    expect(reported.slice(20, 40)).toEqual(reported.slice(0, 20));
    expect(reported.slice(40)).not.toEqual(
      reported.slice(0, 20).map((one) => one.replace('3', '4')),
    );
  });

  test('waits for the --latency before each response', async () => {
    const { stderr } = await serveWhile(['--memory', '--latency', '250'], async (serving) => {
      await get(serving, workspaces);
    });
    expect(stderr).toMatch(/^2026-11-15T12:00:00\.250Z GET /);
  });

  test('listens on the given --host and --port', async () => {
    let port = '';
    const folder = createFolder();
    await serveWhile(['--memory', '--host', '127.0.0.2'], async ({ url }) => {
      expect(new URL(url).hostname).toBe('127.0.0.2');
      ({ port } = new URL(url));
    });
    await serveWhile(
      ['--memory', '--port', port],
      async ({ url }) => expect(url).toBe(`http://127.0.0.1:${port}`),
      folder,
    );
  });

  test('warns if other computers can reach it', async () => {
    const local = await serveWhile(['--memory', '--host', '127.0.0.2'], async () => undefined);
    expect(local.stderr).not.toContain('warning');
    const open = await serveWhile(['--memory', '--host', '0.0.0.0'], async () => undefined);
    expect(open.stderr).toContain('warning: the sandbox listens on 0.0.0.0: anyone who reaches it');
  });

  test('the tokens never change, and the workspace token reaches only its workspace', async () => {
    await serveWhile(['--memory'], async (serving) => {
      expect(serving.organizationToken).toBe('sandbox-organization-token');
      expect(serving.workspaceToken).toBe('sandbox-workspace-token');
      const workspace = { ...serving, organizationToken: serving.workspaceToken };
      expect((await get(workspace, '/v1/workspaces/wsp_platform')).status).toBe(403);
      expect((await get(workspace, '/v1/workspaces/wsp_storefront')).status).toBe(200);
    });
  });

  test('serves the changes that --sandbox stored', async () => {
    const folder = createFolder();
    const created = await run(['--sandbox', 'workspaces', 'create', '--set', 'name=Mine'], {
      folder,
    });
    expect(created.exitCode).toBe(0);
    await serveWhile(
      [],
      async (serving) => {
        const { data } = await getPage(serving, '/v1/workspaces?page=1&limit=9');
        expect(data).toHaveLength(4);
        expect(data[3]).toMatchObject({ name: 'Mine' });
      },
      folder,
    );
  });

  test('--state stores changes in its own file and creates no other', async () => {
    const folder = createFolder();
    await serveWhile(
      ['--state', 'own.jsonl'],
      async ({ url, organizationToken, state }) => {
        expect(state).toBe(join(folder, 'own.jsonl'));
        const headers = { authorization: `Bearer ${organizationToken}` };
        const body = '{"name":"x"}';
        await fetch(`${url}/v1/workspaces`, { method: 'POST', headers, body });
      },
      folder,
    );
    expect(existsSync(join(folder, 'own.jsonl'))).toBe(true);
    expect(existsSync(join(folder, 'config'))).toBe(false);
  });

  test.each([
    [['--port', 'eighty'], '--port: must be a whole number from 0 to 65535'],
    [['--port', '65536'], '--port: must be a whole number from 0 to 65535'],
    [['--rate-limit', '100'], '--rate-limit: must be N/S'],
    [['--rate-limit', '0/60'], '--rate-limit: must be N/S'],
    [['--latency', '-1'], '--latency: must be a whole number'],
    [['--rows-per-day', '1000001'], '--rows-per-day: must be a whole number from 0 to 1000000'],
    [['--fail', '1.5'], '--fail: must be a share from 0 to 1'],
    [['--fail', '0.'], '--fail: must be a share from 0 to 1'],
    [['--fail', 'often'], '--fail: must be a share from 0 to 1'],
    [['--seed', 'x'], '--seed: must be a whole number'],
    [['--state', 'f', '--memory'], '--state and --memory cannot be used together'],
  ])('%j is a usage error', async (options, message) => {
    const { exitCode, stderr } = await run(['sandbox', 'serve', ...options]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  test('refuses a file that is not a state file before serving', async () => {
    const folder = createFolder();
    writeFileSync(join(folder, 'notes'), 'mine');
    const { exitCode, stderr, stdout } = await run(['sandbox', 'serve', '--state', 'notes'], {
      folder,
    });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('is not a state file of the sandbox');
    expect(readFileSync(join(folder, 'notes'), 'utf8')).toBe('mine');
  });
});

describe('--sandbox', () => {
  test('works in a fresh home folder without a token, and reading creates nothing there', async () => {
    const { stdout, exitCode, folder } = await run([
      '--sandbox',
      'workspaces',
      'list',
      '-o',
      'json',
    ]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).map((one: { name: string }) => one.name)).toEqual([
      'Storefront',
      'Platform & Data',
      'Forschung, Europa',
    ]);
    expect(existsSync(join(folder, 'config'))).toBe(false);
  });

  test('keeps changes for the next command until a reset', async () => {
    const folder = createFolder();
    const list = async () =>
      JSON.parse((await run(['--sandbox', 'filters', 'list', '-o', 'json'], { folder })).stdout);
    const before = await list();
    const create = ['--sandbox', 'filters', 'create', '--title', 'Mine', '--filter', 'x'];
    await run(create, { folder });
    expect((await list()).at(-1)).toMatchObject({ title: 'Mine' });
    const reset = await run(['sandbox', 'reset'], { folder });
    expect(reset).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await list()).toEqual(before);
  });
});
