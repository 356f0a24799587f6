import { expect, test } from 'vitest';
import { textFormats } from '../../src/output/formats.ts';
import { serveCosts } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const wrapped = { id: { Value: 'cli-one' }, parent: { id: { Value: { Value: 'cli-two' } } } };
const day = '2026-10-01';

test.each(textFormats)('typed ids in a list are plain text as %s', async (format) => {
  const path = '/v1/workspaces?page=1&limit=100';
  const service = scriptService({ path, answer: pageOf([wrapped]) });
  const { stdout } = await run(['workspaces', 'list', '-o', format], { service });
  expect(stdout).toContain('cli-one');
  expect(stdout).toContain('cli-two');
  expect(stdout).not.toContain('Value');
});

test.each(textFormats)('typed ids in a single record are plain text as %s', async (format) => {
  const service = scriptService({ path: '/v1/workspaces/wsp_a', answer: wrapped });
  const { stdout } = await run(['workspaces', 'get', 'wsp_a', '-o', format], { service });
  expect(stdout).toContain('cli-one');
  expect(stdout).toContain('cli-two');
  expect(stdout).not.toContain('Value');
});

test.each(textFormats)('api leaves typed ids unchanged as %s', async (format) => {
  const line = ['api', 'GET', '/v1/workspaces', '-o', format];
  const one = scriptService({ path: '/v1/workspaces', answer: wrapped });
  expect((await run(line, { service: one })).stdout.match(/Value/g)).toHaveLength(3);
  const path = '/v1/workspaces?page=1&limit=100';
  const pages = scriptService({ path, answer: pageOf([wrapped]) });
  const { stdout } = await run([...line, '--paginate'], { service: pages });
  expect(stdout.match(/Value/g)).toHaveLength(3);
});

test.each(textFormats)('typed ids in cost rows stay unchanged as %s', async (format) => {
  const service = serveCosts({ [day]: [{ date: day, ...wrapped }] });
  const line = ['costs', 'list', '--from', day, '--to', day, '-o', format];
  expect((await run(line, { service })).stdout.match(/Value/g)).toHaveLength(3);
});
