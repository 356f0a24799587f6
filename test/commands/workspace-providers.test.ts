import { describe, expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { refuse, showScreens, succeed } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const sent = {
  id: { Value: 'wpr_1' },
  providerId: { Value: 'prv_aws' },
  enabled: true,
  accounts: ['111', '222'],
};
const shown = { ...sent, id: 'wpr_1', providerId: 'prv_aws' };
const path = '/v1/workspace-providers/wpr_1?workspaceId=wsp_main';
const env = { COSTCTL_WORKSPACE: 'wsp_main' };
const group = ['workspaces', 'providers'];

describe('workspaces providers list', () => {
  const list = '/v1/workspace-providers?workspaceId=wsp_main&page=1&limit=100';

  test('shows every field of the connections, with plain ids', async () => {
    const { table, json } = await showScreens([...group, 'list'], {
      path: list,
      answer: pageOf([sent]),
    });
    expect(table).toMatchInlineSnapshot(`
      "id     providerId  enabled  accounts
      wpr_1  prv_aws     true     111, 222
      "
    `);
    expect(json).toEqual([shown]);
  });

  test('notes that the columns of a csv without records are unknown', async () => {
    const service = scriptService({ path: list, answer: pageOf([]) });
    const { stdout, stderr } = await run([...group, 'ls', '-o', 'csv'], { service, env });
    expect({ stdout, stderr }).toEqual({
      stdout: '',
      stderr: 'note: no records, so no columns are known\n',
    });
  });
});

describe('workspaces providers get', () => {
  test('shows one connection and its accounts', async () => {
    const { table, json } = await showScreens([...group, 'get', 'wpr_1'], { path, answer: sent });
    expect(table).toMatchInlineSnapshot(`
      "id          wpr_1
      providerId  prv_aws
      enabled     true
      accounts    111, 222
      "
    `);
    expect(json).toEqual(shown);
  });
});

describe('workspaces providers enable', () => {
  const exchange = { method: 'POST', path: '/v1/workspace-providers', status: 201, answer: sent };

  test('sends exactly the given body, including typed ids', async () => {
    const data = '{"workspaceId":"wsp_main","providerId":{"Value":"prv_aws"}}';
    const { table, json } = await showScreens(
      [...group, 'enable', '--data', data, '--set-json', 'accounts=["111"]'],
      {
        ...exchange,
        body: {
          workspaceId: 'wsp_main',
          providerId: { Value: 'prv_aws' },
          accounts: ['111'],
        },
      },
    );
    expect(table).toContain('prv_aws');
    expect(json).toEqual(shown);
  });

  test('reads the body from stdin', async () => {
    const service = scriptService({ ...exchange, body: { providerId: 'prv_aws' } });
    const line = [...group, 'enable', '--data', '-'];
    await succeed(run(line, { service, env, stdin: '{"providerId":"prv_aws"}' }));
  });

  test.each([[[], 'there is nothing to send']])('refuses %j', async (options, message) => {
    expect(await refuse([...group, 'enable', ...options])).toContain(message);
  });
});

describe('workspaces providers update', () => {
  const exchange = { method: 'PUT', path: '/v1/workspace-providers/wpr_1', answer: sent };
  const line = [...group, 'update', 'wpr_1', '--set-json', 'enabled=false'];

  test('sends exactly the body given', async () => {
    const { table, json } = await showScreens(line, { ...exchange, body: { enabled: false } });
    expect(table).toContain('wpr_1');
    expect(json).toEqual(shown);
  });

  test('--merge applies the body to the unchanged record', async () => {
    const { json } = await showScreens(
      [...line, '--merge'],
      { path, answer: sent },
      { ...exchange, body: { ...sent, enabled: false } },
    );
    expect(json).toEqual(shown);
  });

  test('rejects -w without --merge, because it has no effect', async () => {
    expect(await refuse([...line, '-w', 'wsp_other'])).toContain(
      '--workspace has no effect without --merge',
    );
    const service = scriptService(
      { path: '/v1/workspace-providers/wpr_1?workspaceId=wsp_other', answer: sent },
      exchange,
    );
    expect((await run([...line, '--merge', '-w', 'wsp_other'], { service })).exitCode).toBe(0);
  });
});

describe('workspaces providers remove', () => {
  const exchange = { method: 'DELETE', path, status: 204 };

  test('asks on a terminal and names what stays unaffected', async () => {
    const world = { service: scriptService(exchange), env, terminal: 80, answers: ['y'] };
    const { questions, stderr } = await run([...group, 'rm', 'wpr_1'], world);
    expect(stderr).toBe('note: removed the connection wpr_1 from wsp_main\n');
    expect(questions).toMatchInlineSnapshot(`
      [
        "This will stop the connection wpr_1 from being read by the workspace wsp_main;
      the connection, its cost and other workspaces are unaffected.
      Address: https://api.example.test
      Continue? [y/N] ",
      ]
    `);
  });
});
