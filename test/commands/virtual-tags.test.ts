import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { refuse, showScreens } from '../helpers/screens.ts';
import { scriptService } from '../helpers/service.ts';

const create = ['virtual-tags', 'create'];

test('virtual-tags create sends the given body and shows the response', async () => {
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

test('virtual-tags create reads its body from a file and overrides single properties', async () => {
  const path = join(createFolder(), 'tag.json');
  writeFileSync(path, '{"name":"a","nested":{"kept":1.0}}');
  const service = scriptService({
    method: 'POST',
    path: '/v1/virtual-tags',
    status: 201,
    answer: {},
  });
  await run([...create, '--data', `@${path}`, '--set', 'nested.b=2', '--set', 'name=c'], {
    service,
  });
  expect(service.received[0]?.body).toBe('{"name":"c","nested":{"kept":1.0,"b":"2"}}');
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
  [[], 'there is nothing to send'],
  [['--data', '[]'], '--data: must be a JSON object'],
  [['--set', 'a..b=1'], '--set: a..b has an empty part'],
  [['--set', '=1'], '--set: must have the form key=value'],
  [['--set-json', 'a={'], '--set-json: is not JSON'],
  [['--set', 'a=1', '--set', 'a=2'], '--set: names a twice'],
  [['--set-json', 'a.b=1', '--set', 'a.b=1'], '--set-json: names a.b twice'],
  [['--set', 'a.b=1', '--set-json', 'a={}'], '--set-json: a would replace a.b'],
  [['--set', 'a=1', '--set', 'a.b=2'], '--set: a.b would replace a'],
])('virtual-tags create refuses %j', async (options, message) => {
  expect(await refuse([...create, ...options])).toContain(message);
});

test('a property is added to an object that is set before it, and replaces one of --data', async () => {
  const options = [
    '--data',
    '{"c":1}',
    '--set-json',
    'a={"x":1}',
    '--set-json',
    'a.b=2',
    '--set',
    'c=3',
  ];
  const { stdout } = await run([...create, ...options, '--dry-run', '-o', 'json'], {});
  expect(JSON.parse(stdout).body).toEqual({ a: { x: 1, b: 2 }, c: '3' });
});
