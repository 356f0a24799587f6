import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { readJson } from '../helpers/screens.ts';

/** Every action that takes a body of its own. */
test.each([
  'workspaces create',
  'workspaces update wsp_a',
  'workspaces providers enable',
  'workspaces providers update wpr_a',
  'virtual-tags create',
  'api POST /v1/x',
])('%s applies --set and --set-json on top of --data', async (line) => {
  const data = ['--data', '{"kept":1,"name":"old"}'];
  const properties = ['--set', 'name=new', '--set', 'budget.unit=EUR', '--set-json', 'budget.n=2'];
  const argv = [...line.split(' '), ...data, ...properties, '--dry-run', '-o', 'json'];
  expect(await readJson(run([...argv, '--sandbox']))).toMatchObject({
    body: { kept: 1, name: 'new', budget: { unit: 'EUR', n: 2 } },
  });
});
