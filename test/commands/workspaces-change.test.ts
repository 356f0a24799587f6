import { describe, expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { refuse, showScreens } from '../helpers/screens.ts';
import { scriptService } from '../helpers/service.ts';
import { alpha, beta } from '../helpers/workspaces.ts';

describe('workspaces create', () => {
  test('sends the body built from --data, --set and --set-json', async () => {
    const service = scriptService({
      method: 'POST',
      path: '/v1/workspaces',
      body: { name: 'Beta', limits: { a: 1, b: [2] } },
      status: 201,
      answer: beta,
    });
    const line = ['workspaces', 'create', '--data', '{"name":"x","limits":{"a":1}}'];
    const sets = ['--set', 'name=Beta', '--set-json', 'limits.b=[2]', '-o', 'json'];
    const { stdout, exitCode } = await run([...line, ...sets], { service });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(beta);
  });

  test('a dry run shows the request and sends nothing', async () => {
    const service = scriptService();
    const line = ['workspaces', 'create', '--set', 'name=Beta', '--dry-run', '-o', 'json'];
    const { stdout } = await run(line, { service });
    expect(JSON.parse(stdout)).toEqual({
      method: 'POST',
      path: '/v1/workspaces',
      body: { name: 'Beta' },
    });
    expect(service.received).toEqual([]);
  });

  test.each([
    [['--data', '[1]'], '--data: must be a JSON object'],
    [['--data', '{'], '--data: is not JSON'],
    [['--set', 'x'], '--set: must have the form key=value'],
    [[], 'nothing was given to send'],
  ])('refuses the body %j', async (options, message) => {
    const { stderr, exitCode } = await run(['workspaces', 'create', ...options]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('workspaces update', () => {
  const line = ['workspaces', 'update', 'wsp_alpha'];

  test('sends only the given fields without --merge and shows the record', async () => {
    const { table, json } = await showScreens([...line, '--set', 'name=Alpha'], {
      method: 'PUT',
      path: '/v1/workspaces/wsp_alpha',
      body: { name: 'Alpha' },
      answer: alpha,
    });
    expect(table).toBe('id      wsp_alpha\nname    Alpha\nbudget  1200.5\n');
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

  test('rejects an update without changes', async () => {
    expect(await refuse([...line, '--merge'])).toContain('nothing was given to send');
  });

  test('--merge keeps the digits and typed ids of the record', async () => {
    const service = scriptService(
      {
        path: '/v1/workspaces/wsp_alpha',
        answer: '{"id":{"Value":"wsp_alpha"},"budget":0.1000,"tags":{"a":"1","b":"2"}}',
      },
      { method: 'PUT', path: '/v1/workspaces/wsp_alpha', answer: alpha },
    );
    const line = ['workspaces', 'update', 'wsp_alpha', '--merge', '--set', 'tags.b=3'];
    const { exitCode } = await run(line, { service });
    expect(exitCode).toBe(0);
    expect(service.received[1]?.body).toBe(
      '{"id":{"Value":"wsp_alpha"},"budget":0.1000,"tags":{"a":"1","b":"3"}}',
    );
  });
});

describe('workspaces delete', () => {
  const exchange = { method: 'DELETE', path: '/v1/workspaces/wsp_alpha', status: 204 };

  test('requires --confirm with the id without a terminal', async () => {
    const { stderr, exitCode } = await run(['workspaces', 'delete', 'wsp_alpha']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('hint: add --confirm wsp_alpha');
  });

  test('rejects a --confirm id that differs from the workspace', async () => {
    const line = ['workspaces', 'delete', 'wsp_alpha', '--confirm', 'wsp_beta'];
    expect((await run(line)).exitCode).toBe(2);
  });

  test('a dry run asks and sends nothing, but rejects a different --confirm id', async () => {
    const world = { service: scriptService(), terminal: 80 };
    const line = ['workspaces', 'delete', 'wsp_alpha', '--dry-run', '-o', 'json'];
    const { stdout, questions } = await run(line, world);
    expect(questions).toEqual([]);
    expect(JSON.parse(stdout)).toEqual({ method: 'DELETE', path: '/v1/workspaces/wsp_alpha' });
    expect((await run([...line, '--confirm', 'wsp_beta'])).exitCode).toBe(2);
  });

  test('deletes if --confirm repeats the id', async () => {
    const service = scriptService(exchange);
    const line = ['workspaces', 'rm', 'wsp_alpha', '--confirm', 'wsp_alpha'];
    const { stdout, stderr, exitCode } = await run(line, { service });
    expect([stdout, stderr, exitCode]).toEqual(['', 'note: deleted the workspace wsp_alpha\n', 0]);
  });

  test('asks for the id on a terminal and names what is deleted and the address', async () => {
    const service = scriptService(exchange);
    const world = { service, terminal: 80, answers: ['wsp_alpha'] };
    const { questions, exitCode } = await run(['workspaces', 'delete', 'wsp_alpha'], world);
    expect(exitCode).toBe(0);
    expect(questions).toMatchInlineSnapshot(`
      [
        "This will delete the workspace wsp_alpha with its reports, dashboards, budgets and everything else in it, irrecoverably; the provider connections it used belong to the organization and keep their cost data.
      Address: https://api.example.test
      Type the id wsp_alpha to continue: ",
      ]
    `);
  });

  test('changes nothing if the answer is not the id', async () => {
    const world = { service: scriptService(), terminal: 80, answers: ['y'] };
    const line = ['workspaces', 'delete', 'wsp_alpha', '--no-color'];
    const { stderr, exitCode } = await run(line, world);
    expect([stderr, exitCode]).toEqual(['error: cancelled: nothing was changed\n', 2]);
  });
});
