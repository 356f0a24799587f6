import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { available, datadog } from '../helpers/providers.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson, refuse } from '../helpers/screens.ts';
import { scriptService } from '../helpers/service.ts';

describe('providers connect', () => {
  const connected = { id: { Value: 'prv_dd' }, type: 'saas', key: 'datadog', name: 'Metrics' };

  test('sends every option, reads secrets from a file or variable, and wraps the parent id', async () => {
    const folder = createFolder();
    writeFileSync(join(folder, 'key'), 'k3y\n');
    const connect = {
      method: 'POST',
      path: '/v1/providers',
      body: {
        key: 'datadog',
        credentials: { apiKey: 'k3y', applicationKey: 'v4r' },
        name: 'Metrics',
        parentProviderId: { Value: 'prv_aws' },
        description: 'ours',
        externalId: '77',
        settings: { site: 'eu', mode: 'a=b' },
        syncFrequencyMinutes: 60,
      },
      answer: connected,
    };
    const line = [
      ...['providers', 'connect', '--key', 'datadog', '--credential', `apiKey=@${folder}/key`],
      ...['--credential', 'applicationKey=env:APP_KEY', '--name', 'Metrics'],
      ...['--description', 'ours', '--parent', 'prv_aws', '--external-id', '77'],
      ...['--setting', 'site=eu', '--setting', 'mode=a=b', '--sync-every', '60'],
    ];
    const env = { APP_KEY: 'v4r' };
    const table = await run(line, { service: scriptService(available, connect), env });
    expect(table).toMatchObject({ exitCode: 0, stderr: '' });
    expect(table.stdout).toMatchInlineSnapshot(`
      "id    prv_dd
      name  Metrics
      type  saas
      key   datadog
      "
    `);
    const json = await run([...line, '-o', 'json'], {
      service: scriptService(available, connect),
      env,
    });
    expect(JSON.parse(json.stdout)).toEqual({ ...connected, id: 'prv_dd' });
  });

  test('takes credentials as JSON from stdin or a file, overridden by single ones', async () => {
    const body = { key: 'datadog', credentials: { apiKey: 'a', applicationKey: 'c' } };
    const exchange = { method: 'POST', path: '/v1/providers', body, answer: connected };
    const line = 'providers connect --key datadog --credential applicationKey=env:B'.split(' ');
    const world = { stdin: '{"apiKey":"a","applicationKey":"b"}', env: { B: 'c' } };
    const { exitCode } = await run([...line, '--credentials', '-'], {
      service: scriptService(available, exchange),
      ...world,
    });
    expect(exitCode).toBe(0);
    const path = join(createFolder(), 'all.json');
    writeFileSync(path, world.stdin);
    const fromFile = await run([...line, '--credentials', `@${path}`], {
      service: scriptService(available, exchange),
      env: world.env,
    });
    expect(fromFile.exitCode).toBe(0);
  });

  test('notes that other users can read a literal credential', async () => {
    const exchange = { method: 'POST', path: '/v1/providers', answer: connected };
    const service = scriptService(available, exchange);
    const { stderr, exitCode } = await run(
      [
        ...['providers', 'connect', '--key', 'datadog'],
        ...['--credential', 'apiKey=hidden1', '--credential', 'applicationKey=hidden2'],
      ],
      { service },
    );
    expect(exitCode).toBe(0);
    expect(stderr).toMatchInlineSnapshot(`
      "note: the credential apiKey is in the argument list, which others on this machine can read; apiKey=@file and apiKey=env:VARIABLE keep it out
      note: the credential applicationKey is in the argument list, which others on this machine can read; applicationKey=@file and applicationKey=env:VARIABLE keep it out
      "
    `);
    expect(stderr).not.toContain('hidden');
  });

  test('asks for missing credentials on a terminal, and shows no secret in a dry run', async () => {
    const line = ['providers', 'connect', '--key', 'datadog', '--credential', 'apiKey=env:A'];
    const exchange = {
      method: 'POST',
      path: '/v1/providers',
      body: { key: 'datadog', credentials: { apiKey: 'one', applicationKey: 'two' } },
      answer: connected,
    };
    const env = { A: 'one' };
    const asked = await run(line, {
      service: scriptService(available, exchange),
      env,
      terminal: 80,
      answers: ['two'],
    });
    expect(asked).toMatchObject({ exitCode: 0, questions: ['Datadog applicationKey: '] });
    const all = [...line, '--credential', 'applicationKey=env:A', '--dry-run', '-o', 'json'];
    expect(await readJson(run(all, { service: scriptService(available), env }))).toEqual({
      method: 'POST',
      path: '/v1/providers',
      body: { key: 'datadog', credentials: { apiKey: '****', applicationKey: '****' } },
    });
  });

  test('shows no secret that was typed, also if the service repeats it', async () => {
    const line = ['providers', 'connect', '--key', 'datadog', '--credential', 'apiKey=env:A'];
    const exchange = {
      method: 'POST',
      path: '/v1/providers',
      body: { key: 'datadog', credentials: { apiKey: 'one', applicationKey: 'typed-secret' } },
      status: 400,
      answer: { title: 'wrong key typed-secret' },
    };
    const refused = await run(line, {
      service: scriptService(available, exchange),
      ...{ env: { A: 'one' }, terminal: 80, answers: ['typed-secret'] },
    });
    expect(refused.stderr).toContain('wrong key ****');
  });

  test('asks nothing in a dry run and names the missing credentials', async () => {
    const world = { service: scriptService(available), terminal: 80, answers: ['two'] };
    const line = ['providers', 'connect', '--key', 'datadog', '--dry-run', '--no-color'];
    const { questions, stderr, exitCode } = await run(line, world);
    expect({ questions, exitCode }).toEqual({ questions: [], exitCode: 2 });
    expect(stderr).toMatchInlineSnapshot(`
      "error: Datadog needs the credentials apiKey, applicationKey
      hint: give --credential apiKey=@file --credential applicationKey=@file
      "
    `);
  });

  test('escapes control characters in names from the service in a question', async () => {
    const hostile = { ...datadog, displayName: 'Data\u001b[2Jdog' };
    const service = scriptService({ ...available, answer: [hostile] });
    const world = { service, terminal: 80, answers: [''] };
    const line = ['providers', 'connect', '--key', 'datadog'];
    const { questions, exitCode } = await run(line, world);
    expect({ questions, exitCode }).toEqual({
      questions: ['Data\\x1b[2Jdog apiKey: '],
      exitCode: 2,
    });
  });

  test.each([
    [['--key', 'nothing'], 'error: --key: unknown provider key "nothing"', 'datadog, kubernetes'],
    [['--key', 'datadog'], 'error: Datadog needs the credentials apiKey, applicationKey', '=@file'],
    [
      ['--key', 'datadog', '--credential', 'apiKey=', '--credential', 'applicationKey=x'],
      'error: Datadog needs the credential apiKey',
      '',
    ],
    [['--key', 'kubernetes'], 'error: Kubernetes needs a parent provider', '--parent ID'],
  ])('refuses %j after reading only the definitions', async (options, error, hint) => {
    const service = scriptService(available);
    const stderr = await failWith(2, run(['providers', 'connect', ...options], { service }));
    expect(stderr).toContain(error);
    expect(stderr).toContain(hint);
  });

  const long = 'x'.repeat(1001);
  test.each([
    [[], "required option '--key <key>' not specified"],
    [['--key', ''], '--key: must not be empty'],
    [
      ['--key', 'k', '--name', 'n'.repeat(256)],
      '--name: must be at most 255 characters, and has 256',
    ],
    [['--key', 'k', '--description', long], '--description: must be at most 1000 characters'],
    [['--key', 'k', '--sync-every', '59'], '--sync-every: must be a whole number from 60 to 1440'],
    [
      ['--key', 'k', '--sync-every', '1441'],
      '--sync-every: must be a whole number from 60 to 1440',
    ],
    [['--key', 'k', '--parent', ''], '--parent: must not be empty'],
    [['--key', 'k', '--setting', 'x'], '--setting: must have the form key=value'],
    [['--key', 'k', '--setting', 'x=1', '--setting', 'x=2'], '--setting: names x twice'],
    [['--key', 'k', '--credential', 'x=1', '--credential', 'x=2'], '--credential: names x twice'],
    [['--key', 'k', '--credential', '=x'], '--credential: must have the form name=value'],
    [['--key', 'k', '--credentials', 'x'], '--credentials: must be @file or -'],
  ])('refuses %j before anything is sent', async (options, message) => {
    expect(await refuse(['providers', 'connect', ...options])).toContain(message);
  });

  test('refuses a credential from a variable that is not set', async () => {
    const service = scriptService(available);
    const line = ['providers', 'connect', '--key', 'datadog', '--credential', 'apiKey=env:NONE'];
    const stderr = await failWith(2, run(line, { service }));
    expect(stderr).toContain('--credential apiKey: the variable NONE is not set');
  });

  test.each(['{"apiKey":1}', '["s3cret"]', '{s3cret'])(
    'does not show credentials that are not a JSON object of strings: %j',
    async (stdin) => {
      const service = scriptService(available);
      const line = ['providers', 'connect', '--key', 'datadog', '--credentials', '-'];
      expect(await failWith(2, run(line, { service, stdin }))).toBe(
        'error: --credentials: must be a JSON object whose values are strings\n',
      );
    },
  );
});
