import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { refuse, showScreens } from '../helpers/screens.ts';
import { scriptService } from '../helpers/service.ts';

const create = ['virtual-tags', 'create'];

test('virtual-tags create sends the body given and shows what comes', async () => {
  const answer = { id: { Value: 'vtg_1' }, name: 'team', rules: [{ match: 'a' }] };
  const { table, json } = await showScreens(
    [...create, '--set', 'name=team', '--set-json', 'rules=[{"match":"a"}]'],
    {
      method: 'POST',
      path: '/v1/virtual-tags',
      body: { name: 'team', rules: [{ match: 'a' }] },
      status: 201,
      answer,
    },
  );
  expect(table).toMatchInlineSnapshot(`
    "id     vtg_1
    name   team
    rules  [{"match":"a"}]
    "
  `);
  expect(json).toEqual({ ...answer, id: 'vtg_1' });
});

test('virtual-tags create masks secrets in a dry run and keeps every digit', async () => {
  const data = '{"weight":0.1000,"apiToken":"s3cret","nested":{"password":["s3cret"]}}';
  const line = [...create, '--data', data, '--dry-run', '-o', 'json'];
  const { stdout } = await run(line, { service: scriptService() });
  expect(stdout).toBe(
    '{"method":"POST","path":"/v1/virtual-tags","body":{"weight":0.1000,"apiToken":"****","nested":{"password":["****"]}}}\n',
  );
});

test.each([
  [[], 'nothing was given to send'],
  [['--data', '[]'], '--data: must be a JSON object'],
  [['--set-json', 'a={'], '--set-json: is not JSON'],
  [['--set', 'a=1', '-w', 'wsp_other'], '--workspace has no effect on virtual-tags create'],
])('virtual-tags create refuses %j', async (options, message) => {
  expect(await refuse([...create, ...options])).toContain(message);
});
