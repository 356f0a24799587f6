import { expect, test } from 'vitest';
import { createFolder, run } from '../../helpers/run.ts';
import { scriptService } from '../../helpers/service.ts';

test.each(['GET', 'DELETE'])('help api %s shows the help of api request', async (method) => {
  const { stdout, exitCode } = await run(['help', 'api', method]);
  expect(exitCode).toBe(0);
  expect(stdout).toBe((await run(['help', 'api', 'request'])).stdout);
});

test('the help of the program says where more commands come from, or names their groups', async () => {
  const folder = createFolder();
  const more = 'More after costctl api import; costctl api operations lists them';
  expect((await run(['--help'], { folder })).stdout).toContain(`\n${more}\n`);
  const stdin = '{"openapi":"3.1.0","paths":{"/v1/pins":{"get":{"tags":["pins"]}}}}';
  await run(['api', 'import', '-'], { folder, stdin, service: scriptService() });
  const { stdout } = await run(['--help'], { folder, service: scriptService() });
  expect(stdout).toContain('\nFrom the imported document: pins\n');
  expect(stdout).not.toContain(more);
});

test('a method after another group has no help', async () => {
  const { exitCode, stderr } = await run(['help', 'users', 'GET']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('there is no help on users GET');
});
