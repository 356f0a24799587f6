import { expect, test } from 'vitest';
import { run } from '../../helpers/run.ts';

test.each(['GET', 'DELETE'])('help api %s shows the help of api request', async (method) => {
  const { stdout, exitCode } = await run(['help', 'api', method]);
  expect(exitCode).toBe(0);
  expect(stdout).toBe((await run(['help', 'api', 'request'])).stdout);
});

test('a method after another group has no help', async () => {
  const { exitCode, stderr } = await run(['help', 'users', 'GET']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('there is no help on users GET');
});
