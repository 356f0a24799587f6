import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';
import { scriptService } from '../helpers/service.ts';

const day = '2026-11-02';
const row = { date: day, service: 'web', cost: '1.50', currency: 'USD' };
const warning =
  'warning: a row of the service has the key cost more than once: its last value counts\n';

/** Some rows have the amount twice. */
const repeating = (isRepeated: boolean) =>
  serveCosts(
    { [day]: [row, { ...row, service: 'db' }, row] },
    {
      answer: (_request, honest) => {
        const text = JSON.stringify(honest());
        return isRepeated ? text.replace('"db",', '"db","cost":"99",') : text;
      },
    },
  );

test.each([
  'costs list -o csv',
  'costs export -o ndjson',
  'costs summary --by service -o json',
  'costs columns -o json',
  'costs check --max-total 100 --allow-stale all --allow-empty -o json',
])('a repeated key in a row is said once, and its last value counts: %s', async (line) => {
  const words = [...line.split(' '), '--from', day, '--to', day];
  const folder = createFolder();
  const receipt = join(folder, 'receipt.json');
  const repeated = await succeed(
    run([...words, '--receipt', receipt], { service: repeating(true) }),
  );
  const plain = await succeed(run(words, { service: repeating(false) }));
  expect(repeated.stdout.replaceAll('"cost":"99",', '').replaceAll('1.50,"99",', '')).toBe(
    plain.stdout,
  );
  expect(repeated.stderr.split(warning)).toHaveLength(2);
  expect(plain.stderr).not.toContain('more than once');
  // The receipt of an answer says what qualifies its figures; that of a file has no figures.
  if (line.endsWith(' json')) {
    expect(readFileSync(receipt, 'utf8')).toContain(warning.slice('warning: '.length, -1));
  }
});

const inside = 'has the key team more than once: its last value counts\n';
const tagged = JSON.stringify({ ...row, tags: { team: 'web' } });
const twice = tagged.replace('"team"', '"team":"shop","team"');

test('a repeated key inside an object of a row is said too', async () => {
  const service = serveCosts(
    { [day]: [JSON.parse(tagged)] },
    { answer: (_request, honest) => JSON.stringify(honest()).replace(tagged, twice) },
  );
  const line = `costs summary --by tags.team --from ${day} --to ${day} -o csv`;
  const { stdout, stderr } = await succeed(run(line, { service }));
  expect(stdout).toContain('\nweb,');
  expect(stderr).toContain(`warning: a row of the service ${inside}`);
});

test.each([
  ['a.ndjson', `${twice}\n`, 'team'],
  ['b.ndjson', `${tagged.replace('"cost"', '"cost":"9","cost"')}\n`, 'cost'],
  [
    'c.csv',
    `date,cost,currency,tags\n${day},1.50,USD,"{""team"":""shop"",""team"":""web""}"\n`,
    'team',
  ],
])('a mirror of files says that %s has a key twice', async (name, text, key) => {
  const folder = createFolder();
  const path = join(folder, name);
  writeFileSync(path, text);
  const mirror = join(folder, 'mirror');
  const line = ['costs', 'mirror', mirror, '--files', path];
  const { stderr } = await succeed(run(line, { folder }));
  expect(stderr).toContain(`has the key ${key} more than once: its last value counts\n`);
  const by = ['costs', 'summary', '--by', 'tags.team', '--mirror', mirror, '-o', 'csv'];
  const { stdout } = await succeed(run(by, { folder }));
  expect(stdout).toMatch(/^web,.*,1\.50,/m);
});

test.each([
  ['--data', '{"name":"a","settings":{"x":1,"x":2}}', 'the key "x" twice, at line 1, column 31'],
  ['--set-json', 'settings={"x":1,"\\u0078":2}', 'the key "\\u0078" twice, at line 1, column 8'],
  ['--data', '{"name":', 'is not JSON: '],
])('what a person wrote with a key twice is refused: %s %s', async (option, text, message) => {
  const { stderr, exitCode } = await run(['--sandbox', 'workspaces', 'create', option, text]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('a repeated key is found in any row of a large page', async () => {
  const many = Array.from({ length: 4000 }, () => JSON.parse(tagged));
  const service = serveCosts(
    { [day]: many },
    {
      answer: (_request, honest) => {
        const text = JSON.stringify(honest());
        const at = text.lastIndexOf(tagged);
        return text.slice(0, at) + twice + text.slice(at + tagged.length);
      },
    },
  );
  const line = `costs summary --by tags.team --from ${day} --to ${day} -o csv`;
  const { stderr } = await succeed(run(line, { service }));
  expect(stderr).toContain(`warning: a row of the service ${inside}`);
});

const goods = {
  type: 'object',
  properties: {
    size: { type: 'object', additionalProperties: { type: 'integer' } },
    boxes: { type: 'object', properties: { top: { type: 'object' }, name: { type: 'string' } } },
    parts: { type: 'array', items: { type: 'object' } },
    note: { type: 'string' },
  },
};
const shop = JSON.stringify({
  openapi: '3.1.0',
  paths: {
    '/v1/goods': {
      post: {
        tags: ['goods'],
        operationId: 'createGoods',
        requestBody: { content: { 'application/json': { schema: goods } } },
      },
    },
  },
});

test.each([
  ['--size', '{"a":1,"a":2}', 'has the key'],
  ['--parts', '[{"a":1,"a":2}]', 'has the key'],
  ['--boxes', 'top={"a":1,"a":2}', 'has the key'],
  ['--boxes', '{"top":{"a":1,"a":2}}', 'has the key'],
  // A text is sent as it is.
  ['--note', '{"a":1,"a":2}', { note: '{"a":1,"a":2}' }],
  ['--boxes', 'name={"a":1,"a":2}', { boxes: { name: '{"a":1,"a":2}' } }],
])(
  'the option %s %s of an imported operation takes no key twice, unless it is a text',
  async (option, text, expected) => {
    const folder = createFolder();
    const path = join(folder, 'shop.json');
    writeFileSync(path, shop);
    const world = { folder, service: scriptService() };
    await succeed(run(['api', 'import', path, '-q'], world));
    const line = ['goods', 'create', option, text, '--dry-run', '-o', 'json'];
    const { stdout, stderr, exitCode } = await run(line, world);
    if (typeof expected !== 'string') {
      expect(JSON.parse(stdout)).toMatchObject({ body: expected });
      return;
    }
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`${option}: ${expected}`)]);
  },
);

test('credentials with a key twice are refused, and not shown', async () => {
  const line = 'providers connect --key datadog --credentials - --dry-run --sandbox';
  const stdin = '{"apiKey":"s3cret","apiKey":"0ther","applicationKey":"c"}';
  const { stderr, exitCode } = await run(line, { stdin });
  expect([exitCode, stderr]).toEqual([2, 'error: --credentials: has a key twice\n']);
});
