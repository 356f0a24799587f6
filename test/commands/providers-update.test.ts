import { describe, expect, test } from 'vitest';
import { available, aws, wrapped } from '../helpers/providers.ts';
import { run } from '../helpers/run.ts';
import { failWith, refuse, showScreens, succeed } from '../helpers/screens.ts';
import { scriptService } from '../helpers/service.ts';

describe('providers update', () => {
  test('sends only the given fields, and null for cleared fields', async () => {
    const { table, json, stderr } = await showScreens(
      [
        ...['providers', 'update', 'prv_aws', '--description', 'payer', '--setting', 'site=eu'],
        ...['--sync-every', '1440', '--clear', 'external-id'],
      ],
      {
        method: 'PUT',
        path: '/v1/providers/prv_aws',
        body: {
          description: 'payer',
          settings: { site: 'eu' },
          syncFrequencyMinutes: 1440,
          externalId: null,
        },
        answer: wrapped(aws),
      },
    );
    expect(table).toContain('AWS organization');
    expect(json).toEqual(aws);
    expect(stderr).toMatchInlineSnapshot(`
      "note: the service does not say whether it keeps settings that are not given here: it may drop them
      "
    `);
  });

  test('clears every field that can be cleared', async () => {
    const names = ['description', 'external-id', 'credentials', 'settings', 'sync-every'];
    const { json } = await showScreens(
      ['providers', 'update', 'prv_aws', ...names.flatMap((name) => ['--clear', name])],
      {
        method: 'PUT',
        path: '/v1/providers/prv_aws',
        body: {
          description: null,
          externalId: null,
          credentials: null,
          settings: null,
          syncFrequencyMinutes: null,
        },
        answer: wrapped(aws),
      },
    );
    expect(json).toEqual(aws);
  });

  const known = { path: '/v1/providers/prv_dd', answer: { ...wrapped(aws), key: 'datadog' } };
  const line = ['providers', 'update', 'prv_dd', '--credential', 'apiKey=env:KEY'];
  const put = { method: 'PUT', path: '/v1/providers/prv_dd', answer: wrapped(aws) };

  test('refuses incomplete credentials, since the service may replace all of them', async () => {
    const service = scriptService(known, available);
    expect(await failWith(2, run(line, { service, env: { KEY: 'a' } }))).toMatchInlineSnapshot(`
      "error: Datadog needs the credential applicationKey, since the service may replace everything that it has stored
      hint: give --credential applicationKey=@file, or add --partial
      "
    `);
  });

  test('sends incomplete credentials with --partial, without a check', async () => {
    const service = scriptService({ ...put, body: { credentials: { apiKey: 'a' } } });
    await succeed(run([...line, '--partial'], { service, env: { KEY: 'a' } }));
  });

  test('takes a complete set of credentials from stdin', async () => {
    const credentials = { apiKey: 'a', applicationKey: 'b' };
    const service = scriptService(known, available, { ...put, body: { credentials } });
    const whole = ['providers', 'update', 'prv_dd', '--credentials', '-'];
    const { stderr, exitCode } = await run(whole, { service, stdin: JSON.stringify(credentials) });
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  test('masks credentials in a dry run', async () => {
    const dry = [...line, '--credential', 'applicationKey=env:KEY', '--dry-run', '-o', 'json'];
    const { stdout } = await run(dry, {
      service: scriptService(known, available),
      env: { KEY: 'a' },
    });
    expect(JSON.parse(stdout)).toEqual({
      method: 'PUT',
      path: '/v1/providers/prv_dd',
      body: { credentials: { apiKey: '****', applicationKey: '****' } },
    });
  });

  test('tests the updated provider with --test and fails if the test fails', async () => {
    const service = scriptService(
      { ...put, body: { externalId: '9' } },
      {
        method: 'POST',
        path: '/v1/providers/prv_dd/test',
        answer: { success: false, message: 'refused' },
      },
    );
    const test = ['providers', 'update', 'prv_dd', '--external-id', '9', '--test'];
    const { stdout, stderr, exitCode } = await run(test, { service });
    expect(exitCode).toBe(11);
    expect(stdout).toMatchInlineSnapshot(`
      "id      name              success  message
      prv_dd  AWS organization  false    refused
      "
    `);
    expect(stderr).toMatchInlineSnapshot(`
      "note: updated the provider prv_dd
      error: the test of prv_dd failed
      hint: costctl providers update ID --credential name=@file --test
      "
    `);
  });

  test.each([
    [[], 'nothing to change'],
    [['--clear', 'name'], '--clear: must be one of description, external-id, credentials'],
    [
      ['--clear', 'settings', '--setting', 'a=b'],
      '--clear: settings cannot be used together with a value for it',
    ],
    [
      ['--clear', 'credentials', '--credential', 'a=@x'],
      '--clear: credentials cannot be used together with a value for it',
    ],
    [['--description', 'x'.repeat(1001)], '--description: must be at most 1000 characters'],
    [['--sync-every', '5'], '--sync-every: must be a whole number from 60 to 1440'],
  ])('refuses %j', async (options, message) => {
    expect(await refuse(['providers', 'update', 'prv_aws', ...options])).toContain(message);
  });
});
