import fc from 'fast-check';
import { MockAgent } from 'undici';
import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { createJudge } from './fixtures/service.ts';

type Json = Record<string, unknown>;

const words = fc.constantFrom(
  'things',
  'Thing',
  'pause',
  'list',
  'x-y',
  '__proto__',
  'constructor',
  '--help',
  '../..',
  'data',
  'no-reply',
  'output',
  'workspaceId',
  'a.b',
  'Value',
  '日本',
  'limit',
  'page',
  '\u001b[2J',
);
const numbers = fc.integer({ min: 0, max: 3 });
const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.constant({}),
    fc.record(
      {
        type: fc.constantFrom('boolean', 'integer', 'number', 'string'),
        minimum: numbers,
        maxLength: numbers,
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constant(['string', 'null']), pattern: fc.constantFrom('^a', 'b$') },
      { requiredKeys: ['type'] },
    ),
    fc.record({
      enum: fc.array(fc.constantFrom('a', 'b', 1, true, null), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('string'),
      format: fc.constantFrom('date', 'date-time', 'uuid'),
    }),
    fc.record(
      { type: fc.constant('array'), items: tie('schema'), minItems: numbers },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(words, tie('schema'), { maxKeys: 4, noNullPrototype: true }),
        required: fc.uniqueArray(words, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.constant({ $ref: '#/components/schemas/Shared' }),
  ),
}));

const parameter = fc.record({
  name: words,
  in: fc.constant('query'),
  required: fc.boolean(),
  schema,
});
const operation = fc.record(
  {
    operationId: fc.tuple(words, words).map((pair) => pair.join(' ')),
    tags: fc.array(words, { minLength: 1, maxLength: 1 }),
    parameters: fc.uniqueArray(parameter, { selector: ({ name }) => name, maxLength: 3 }),
    requestBody: fc.record({
      required: fc.boolean(),
      content: schema.map((one) => ({ 'application/json': { schema: one } })),
    }),
    responses: fc.constantFrom<Json>(
      { 200: { description: '' } },
      { '2XX': { description: '', content: { 'application/json': {} } } },
    ),
  },
  { requiredKeys: ['responses'] },
);
const segment = fc.constantFrom('v1', 'things', '{id}', 'x', '{a.b}');
const documents = fc.record({
  openapi: fc.constant('3.1.0'),
  info: fc.constant({ title: 'Random', version: 'v1' }),
  components: fc.record({
    // A schema that is nothing but itself has no meaning, and brings the judge down.
    schemas: fc.record({
      Shared: fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(words, schema, { maxKeys: 3, noNullPrototype: true }),
      }),
    }),
  }),
  paths: fc
    .uniqueArray(
      fc.tuple(
        fc.uniqueArray(segment, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('get', 'post', 'put', 'patch', 'delete'),
        operation,
      ),
      {
        minLength: 1,
        maxLength: 3,
        selector: ([path]) => path.join('/').replace(/\{[^}]*\}/g, '{}'),
      },
    )
    .map((list) =>
      Object.fromEntries(
        list.map(([path, method, one]) => [
          `/${path.join('/')}`,
          { [method]: withHoles(path, one) },
        ]),
      ),
    ),
});

function withHoles(path: readonly string[], one: Json): Json {
  const holes = path
    .filter((part) => part.startsWith('{'))
    .map((part) => ({
      name: part.slice(1, -1),
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
  return { ...one, parameters: [...holes, ...((one['parameters'] ?? []) as Json[])] };
}

const given = fc.constantFrom(
  'a',
  'b',
  '1',
  '0',
  '5',
  'true',
  'null',
  '2026-10-01',
  '[]',
  '{}',
  'k=v',
  '',
  '-1',
  '0.10',
);

test('whatever a document says and a person gives, nothing breaks and nothing is sent that the document forbids', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(
      documents,
      fc.array(given, { minLength: 12, maxLength: 12 }),
      fc.infiniteStream(fc.boolean()),
      async (document, values, choices) => {
        const folder = createFolder();
        const { service, requests } = recordRequests();
        const world = { folder, service, env: { COSTCTL_WORKSPACE: 'wsp_main' } };
        const imported = await run(['api', 'import', '-'], {
          ...world,
          stdin: JSON.stringify(document),
        });
        expect(imported.stderr).not.toContain('a fault of this program');
        if (imported.exitCode !== 0) return;
        const shown = await run(['api', 'import', '--show', '-o', 'json'], world);
        for (const { command } of JSON.parse(shown.stdout)) {
          if (command === '') continue;
          const help = await run([...command.split(' '), '--help'], world);
          expect(help.exitCode).toBe(0);
          const argv = chooseLine(command, help.stdout, values, () => choices.next().value);
          const outcome = await run(argv, world);
          expect(outcome.stderr).not.toContain('a fault of this program');
          expect([0, 2]).toContain(outcome.exitCode);
        }
        const judge = createJudge(document as Json);
        expect(requests.flatMap((request) => judge(request).faults)).toEqual([]);
        sent += requests.length;
      },
    ),
    { numRuns: 30 },
  );
  expect(sent).toBeGreaterThan(5);
}, 60_000);

/** Every argument, and by chance the options that the help shows before those of every command. */
function chooseLine(
  command: string,
  help: string,
  values: readonly string[],
  choose: () => boolean,
): string[] {
  const pick = (place: number) => values[place % values.length] ?? 'a';
  const holes = [...(/Usage: (.*)/.exec(help)?.[1] ?? '').matchAll(/<[\w-]+>/g)].map(
    (_, place) => pick(place) || 'x',
  );
  const own = help.split(/Output options:/)[0] ?? '';
  const options = [...own.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)( <[^>]+>)?/gm)].flatMap(
    ([, name = '', value], place) => {
      if (['--help', '--data', '--set', '--set-json', '--dry-run', '--param'].includes(name))
        return [];
      if (name === '--yes') return [name];
      if (!choose()) return [];
      return value === undefined ? [name] : [`${name}=${pick(place + holes.length)}`];
    },
  );
  return [...command.split(' '), '--', ...holes].toSpliced(
    command.split(' ').length,
    0,
    ...options,
    '-q',
  );
}

function recordRequests() {
  const requests: { method: string; path: string; query: URLSearchParams; body: unknown }[] = [];
  const url = 'https://api.example.test';
  const agent = new MockAgent();
  agent.disableNetConnect();
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    agent
      .get(url)
      .intercept({ path: () => true, method })
      .reply((request) => {
        const { pathname, searchParams } = new URL(request.path, url);
        const text = typeof request.body === 'string' ? request.body : '';
        requests.push({
          method,
          path: pathname,
          query: searchParams,
          body: text === '' ? undefined : JSON.parse(text),
        });
        return {
          statusCode: 200,
          data: '{}',
          responseOptions: { headers: { 'content-type': 'application/json' } },
        };
      })
      .persist();
  }
  return {
    service: { url, dispatcher: agent, received: [], assertDone: () => undefined },
    requests,
  };
}
