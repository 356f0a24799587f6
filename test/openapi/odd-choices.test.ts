import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';

const env = { COSTCTL_BASE_URL: 'https://api.example.test', COSTCTL_TOKEN: 'any', NO_COLOR: '1' };

/** What help says of an option with this schema, what a wrong value gives, and the body of a right one. */
async function ask(schema: unknown, right: string) {
  const folder = createFolder();
  const document = {
    openapi: '3.1.0',
    info: { title: 'Ships', version: '1' },
    paths: {
      '/v1/ships': {
        post: {
          operationId: 'CreateShip',
          tags: ['Ships'],
          parameters: [{ name: 'sort', in: 'query', schema }],
          requestBody: {
            content: { 'application/json': { schema: { properties: { kind: schema } } } },
          },
          responses: { '200': { description: 'ok' } },
        },
      },
    },
  };
  const stdin = JSON.stringify(document).replace(/"(-?\d+)n"/g, '$1');
  const words = (...more: string[]) => run(['ships', 'create', ...more], { folder, env });
  expect((await run(['api', 'import', '-'], { folder, env, stdin })).exitCode).toBe(0);
  const help = (await words('--help')).stdout;
  const [, listed = ''] = /--kind <[a-z]+> +kind(.*)/.exec(help) ?? [];
  const wrong = await words('--kind', 'wrong', '--dry-run');
  const { stdout } = await words('--kind', right, '--dry-run', '-o', 'json');
  return [
    listed,
    wrong.stderr.split('\n')[0],
    JSON.parse(stdout.replace(/:(\d{16,})/g, ':"$1"')).body.kind,
  ];
}

const cases: [unknown[], string, string, string, unknown][] = [
  [[{ a: 1 }, { b: [2] }], '{"a":1}', ': {"a":1}, {"b":[2]}', '{"a":1}, {"b":[2]}', { a: 1 }],
  [
    [{ toString: 1 }, { valueOf: 2 }],
    '{"toString":1}',
    ': {"toString":1}, {"valueOf":2}',
    '{"toString":1}, {"valueOf":2}',
    { toString: 1 },
  ],
  [[['a', 'b'], ['c']], '["a","b"]', ': ["a","b"], ["c"]', '["a","b"], ["c"]', ['a', 'b']],
  [[null, 'x'], 'null', ': x', 'null, x', null],
  [[1, true, null, { a: 1 }], 'true', ': 1, true, {"a":1}', '1, true, null, {"a":1}', true],
  [['', 'asc', 'a\nb'], 'asc', ': "", asc, a b', '"", asc, a\\nb', 'asc'],
];

test.each(cases)(
  'the values %j are named as they are given',
  async (choices, right, listed, wanted, sent) => {
    const [help, error, kind] = await ask({ enum: choices }, right);
    expect([help, error, kind]).toEqual([listed, `error: --kind: must be one of ${wanted}`, sent]);
  },
);

test.each([
  { enum: ['9007199254740993n', '18446744073709551615n'] },
  { const: '9007199254740993n' },
])('a whole number that loses digits is no choice, and is sent as given: %j', async (schema) => {
  const [help, error, kind] = await ask({ type: 'integer', ...schema }, '9007199254740993');
  expect([help, kind]).toEqual(['', '9007199254740993']);
  expect(error).toMatch(/^error: --kind: must be a whole number/);
});

test('an empty list of values allows any', async () => {
  const [help, , kind] = await ask({ type: 'string', enum: [] }, 'asc');
  expect([help, kind]).toEqual(['', 'asc']);
});

test('a bound that loses digits is not named, and a number at it is sent as given', async () => {
  const bounds = { minimum: '-9223372036854775808n', maximum: '9007199254740993n' };
  const number = '9007199254740993';
  expect(await ask({ type: 'integer', ...bounds }, number)).toEqual([
    '',
    'error: --kind: must be a whole number',
    number,
  ]);
});

test.each([
  ['one name and one other', { cat: '#/components/schemas/Cat' }, ['cat', 'Dog']],
  ['a name without a path', { feline: 'Cat' }, ['feline', 'Dog']],
  ['no name', undefined, ['Cat', 'Dog']],
])('a discriminator that maps %s allows each alternative', async (_name, mapping, allowed) => {
  const folder = createFolder();
  const of = (name: string) => ({
    ...{ type: 'object', required: ['kind'] },
    properties: { kind: { type: 'string' }, [name]: { type: 'string' } },
  });
  const oneOf = ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const schema = { oneOf, discriminator: { propertyName: 'kind', mapping } };
  const content = { 'application/json': { schema } };
  const post = {
    operationId: 'createPet',
    tags: ['Pets'],
    requestBody: { content },
    responses: {},
  };
  const components = { schemas: { Cat: of('meow'), Dog: of('bark') } };
  const info = { title: 'Pets', version: '1' };
  const stdin = JSON.stringify({
    openapi: '3.0.3',
    info,
    paths: { '/pets': { post } },
    components,
  });
  expect((await run('api import -', { folder, env, stdin })).exitCode).toBe(0);
  const create = (kind: string) => run(`pets create --kind ${kind} --dry-run`, { folder, env });
  for (const kind of allowed) expect(await create(kind)).toMatchObject({ exitCode: 0 });
  expect((await create('fish')).stderr).toContain(`--kind: must be one of ${allowed.join(', ')}\n`);
});

test.each([
  [{ type: 'string', enum: [1.1, 2] }, '1.10', '1.10'],
  [{ type: 'string', const: 2024 }, '2024', '2024'],
  [{ type: 'integer', enum: ['1', '2'] }, '2', 2],
  [{ type: ['string', 'null'], enum: ['a', true, null] }, 'yes', 'yes'],
])(
  'choices of another type than their value are left to the service: %j',
  async (schema, given, sent) => {
    const [help, , kind] = await ask(schema, given);
    expect([help, kind]).toEqual(['', sent]);
  },
);

test('a text whose default is a number has no default', async () => {
  const folder = createFolder();
  const stdin = `{openapi: 3.0.3, info: {title: V, version: 1.0}, paths: {/ships: {get: {
    operationId: listShips, tags: [Ships], responses: {}, parameters: [
      {name: version, in: query, required: true, schema: {type: string, default: 1.0}}]}}}}`;
  expect((await run('api import -', { folder, env, stdin })).exitCode).toBe(0);
  expect((await run('ships list', { folder, env })).stderr).toContain(
    "required option '--param-version <text>' not specified",
  );
});
