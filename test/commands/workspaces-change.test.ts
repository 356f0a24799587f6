import { describe, expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { refuse, showScreens, succeed } from '../helpers/screens.ts';
import { scriptService } from '../helpers/service.ts';
import { alpha } from '../helpers/workspaces.ts';

describe('workspaces update', () => {
  const line = ['workspaces', 'update', 'wsp_alpha'];

  test('sends only the given fields without --merge and shows the record', async () => {
    const { table, json } = await showScreens([...line, '--set', 'name=Alpha'], {
      method: 'PUT',
      path: '/v1/workspaces/wsp_alpha',
      body: { name: 'Alpha' },
      answer: alpha,
    });
    expect(table).toBe('id      wsp_alpha\nname    Alpha\nbudget  1,200.5\n');
    expect(json).toEqual(alpha);
  });

  test('a dry run with --merge reads the record and sends nothing', async () => {
    const service = scriptService({ path: '/v1/workspaces/wsp_alpha', answer: alpha });
    const dry = [...line, '--merge', '--set-json', 'budget=1.50', '--dry-run', '-o', 'json'];
    const { stdout } = await run(dry, { service });
    expect(stdout).toBe(
      '{"method":"PUT","path":"/v1/workspaces/wsp_alpha","body":{"id":"wsp_alpha","name":"Alpha","budget":1.50}}\n',
    );
  });

  test('--merge does not send back the mask of a secret, but takes the secret', async () => {
    const hook = { kind: 'slack', secret: '****1f3c' };
    const read = { path: '/v1/workspaces/wsp_alpha', answer: { ...alpha, hooks: [hook] } };
    const masked = await run([...line, '--merge', '--set', 'name=B'], {
      service: scriptService(read),
    });
    expect(masked.stderr).toContain('error: hooks[0].secret: the service shows this secret masked');
    expect(masked.exitCode).toBe(2);
    const given = ['--set-json', 'hooks=[{"kind":"slack","secret":"new"}]'];
    const body = { ...alpha, hooks: [{ ...hook, secret: 'new' }] };
    const write = { method: 'PUT', path: '/v1/workspaces/wsp_alpha', body, answer: alpha };
    const service = scriptService(read, write);
    expect((await run([...line, '--merge', ...given], { service })).exitCode).toBe(0);
  });

  test('rejects an update without changes', async () => {
    expect(await refuse([...line, '--merge'])).toContain('there is nothing to send');
  });
});

describe('workspaces delete', () => {
  const exchange = { method: 'DELETE', path: '/v1/workspaces/wsp_alpha', status: 204 };

  test.each([[[]], [['--dry-run']]])(
    'rejects the --confirm of another id with %j',
    async (words) => {
      await refuse(['workspaces', 'delete', 'wsp_alpha', '--confirm', 'wsp_beta', ...words]);
    },
  );

  test('deletes if --confirm repeats the id', async () => {
    const service = scriptService(exchange);
    const line = ['workspaces', 'rm', 'wsp_alpha', '--confirm', 'wsp_alpha'];
    const { stdout, stderr, exitCode } = await run(line, { service });
    expect([stdout, stderr, exitCode]).toEqual(['', 'note: deleted the workspace wsp_alpha\n', 0]);
  });

  test('asks for the id on a terminal and names what is deleted and the address', async () => {
    const service = scriptService(exchange);
    const world = { service, terminal: 80, answers: ['wsp_alpha'] };
    const { questions } = await succeed(run('workspaces delete wsp_alpha', world));
    expect(questions).toMatchInlineSnapshot(`
      [
        "This will delete the workspace wsp_alpha with its reports, dashboards, budgets
      and everything else in it, irrecoverably; the provider connections it used
      belong to the organization and keep their cost data.
      Address: https://api.example.test
      Type the id wsp_alpha to continue: ",
      ]
    `);
  });
});
