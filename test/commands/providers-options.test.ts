import { expect, test } from 'vitest';
import { available, aws, datadog, wrapped } from '../helpers/providers.ts';
import { run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

test('providers update sends an external id together with other fields', async () => {
  const argv = ['providers', 'update', 'prv_aws', '--description', 'a', '--external-id', '77'];
  const { stdout } = await run([...argv, '--dry-run', '-o', 'json'], { service: scriptService() });
  expect(JSON.parse(stdout)).toMatchObject({ body: { description: 'a', externalId: '77' } });
});

test('providers connect sends exactly the kind that --key names, even if another is similar', async () => {
  const answer = [datadog, { ...datadog, key: 'datadog-eu' }];
  const service = scriptService({ path: '/v1/providers/available', answer });
  const credentials = ['--credential', 'apiKey=a', '--credential', 'applicationKey=b'];
  const argv = ['providers', 'connect', '--key', 'datadog', ...credentials, '--dry-run'];
  const { stdout } = await run([...argv, '-o', 'json'], { service });
  expect(JSON.parse(stdout)).toMatchObject({ body: { key: 'datadog' } });
});

test('providers update takes all credentials as JSON from stdin', async () => {
  const known = { path: '/v1/providers/prv_dd', answer: { ...wrapped(aws), key: 'datadog' } };
  const credentials = { apiKey: 'a', applicationKey: 'b' };
  const service = scriptService(known, available, {
    method: 'PUT',
    path: '/v1/providers/prv_dd',
    body: { description: 'x', credentials },
    answer: wrapped(aws),
  });
  const argv = ['providers', 'update', 'prv_dd', '--description', 'x', '--credentials', '-'];
  const { exitCode } = await run(argv, { service, stdin: JSON.stringify(credentials) });
  expect(exitCode).toBe(0);
});

test('providers sync --wait waits an hour by default', async () => {
  const history = { path: '/v1/providers/prv_aws/sync-history', answer: { entries: [] } };
  const service = scriptService(
    { ...history, times: 10_000 },
    { method: 'POST', path: '/v1/providers/prv_aws/sync', answer: { triggered: true } },
  );
  const world = { service: { ...service, assertDone: () => undefined } };
  const { stderr, exitCode } = await run(['providers', 'sync', 'prv_aws', '--wait', '-q'], world);
  expect(exitCode).toBe(11);
  expect(stderr).toContain('the sync did not end within 3600 s');
});
