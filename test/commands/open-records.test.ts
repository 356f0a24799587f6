import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const path = '/v1/providers?page=1&limit=100';
const whole = { id: 'prv_a', type: 'cloud', key: 'aws', name: 'AWS', status: 'connected' };
const line = ['providers', 'list', '-o', 'json'];

test.each([
  ['fields that are not documented', { ...whole, colour: 'blue', deep: { er: [1] } }],
  ['values that are not documented', { ...whole, status: 'hibernating', type: 'quantum' }],
  ['fields that are null', { ...whole, description: null, createdAt: null }],
])('records with %s are shown as received, without a warning', async (_name, record) => {
  const service = scriptService({ path, answer: pageOf([record]) });
  const { stdout, stderr, exitCode } = await run(line, { service });
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(JSON.parse(stdout)).toEqual([record]);
});

test('records that lack fields are shown as received, with one warning for all pages', async () => {
  const lacking = [{ id: 'prv_a' }, { colour: 'blue' }];
  const service = scriptService(
    { path, answer: pageOf(lacking, { next: '?page=2' }) },
    { path: '/v1/providers?page=2&limit=100', answer: pageOf(lacking) },
  );
  const { stdout, stderr, exitCode } = await run(line, { service });
  expect({ stderr, exitCode }).toEqual({
    stderr:
      'warning: the service left out data.type, which its contract requires; shown as received\n',
    exitCode: 0,
  });
  expect(JSON.parse(stdout)).toEqual([...lacking, ...lacking]);
});
