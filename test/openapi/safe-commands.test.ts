import { expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';
import { type Exchange, scriptService } from '../helpers/service.ts';

const text = { type: 'string' };
const answer = (schema: object) => ({
  200: { description: 'done', content: { 'application/json': { schema } } },
});
const query = (name: string, schema: object = text) => ({ name, in: 'query', schema });
const body = {
  content: {
    'application/json': { schema: { type: 'object', properties: { query: text, ids: text } } },
  },
};

const changeOfJob = {
  put: {
    ...{ operationId: 'setJobState', tags: ['Texts'], responses: answer({ type: 'object' }) },
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
  },
};

const document = {
  openapi: '3.0.3',
  info: { title: 'Invented', version: '1' },
  paths: {
    '/v1/search': {
      get: {
        ...{ operationId: 'search', tags: ['Texts'], responses: answer({ type: 'object' }) },
        parameters: [query('query'), query('output'), query('DateSent'), query('DateSent<')],
      },
      post: {
        ...{ operationId: 'findTexts', tags: ['Texts'], responses: answer({ type: 'object' }) },
        requestBody: body,
      },
    },
    ...Object.fromEntries(
      ['bulkDelete', 'removeText', 'cancel_order', 'Revoke', 'texts.purge', 'archive'].map((id) => [
        `/v1/texts/${id}`,
        { post: { operationId: id, tags: ['Texts'], responses: answer({ type: 'object' }) } },
      ]),
    ),
    '/v1/matches': {
      get: {
        ...{ operationId: 'listMatches', tags: ['Matches'], responses: answer({ type: 'object' }) },
        description: 'word '.repeat(50),
        parameters: [{ ...query('query'), required: true }],
      },
    },
    ...Object.fromEntries(
      [
        ['/v1/jobs/{id}/cancel', 'JobsController_cancel'],
        ['/v1/jobs/{id}/delete', undefined],
        ['/v1/jobs/{id}:purge', undefined],
        ['/v1/jobs/{id}', 'jobState', 'Purge a job'],
        ['/v1/jobs/{id}/cancel-reasons', 'getCancelReasons', 'Reasons to cancel'],
        ['/v1/jobs/{id}/deleted', 'deletedJobs'],
      ].map(([path = '', operationId, summary]) => {
        const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
        const get = { operationId, summary, tags: ['Jobs'], parameters, responses: {} };
        return [path, { ...(path.endsWith('/cancel') ? changeOfJob : {}), get }];
      }),
    ),
    '/v1/texts/{id}:batch-delete': { put: { ...changeOfJob.put, operationId: 'sweep' } },
    '/v1/people/{id}': {
      get: {
        ...{ operationId: 'getPerson', tags: ['People'] },
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        responses: answer({
          type: 'object',
          properties: {
            data: {
              type: 'object',
              properties: { id: text, attributes: { type: 'object', properties: { name: text } } },
            },
          },
        }),
      },
    },
    '/v1/animals': {
      get: {
        ...{ operationId: 'listAnimals', tags: ['Animals'] },
        responses: answer({
          type: 'object',
          properties: {
            data: { type: 'array', items: { type: 'object' } },
            meta: { type: 'object' },
          },
        }),
      },
    },
    '/v1/people': {
      get: {
        ...{ operationId: 'listPeople', tags: ['People'] },
        responses: answer({
          type: 'object',
          properties: {
            data: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  ...{ type: text, id: text, relationships: { type: 'object' } },
                  attributes: { type: 'object', properties: { name: text, city: text } },
                },
              },
            },
            meta: { type: 'object' },
          },
        }),
      },
    },
  },
};

async function imported() {
  const folder = createFolder();
  const env = { COSTCTL_BASE_URL: 'https://api.example.test' };
  const stdin = JSON.stringify(document);
  await succeed(run(['api', 'import', '-', '-q'], { folder, env, stdin }));
  return (words: readonly string[], ...exchanges: Exchange[]) =>
    run(words, { folder, env, service: scriptService(...exchanges) });
}

test('--query of an operation that has a parameter query is refused, and names both ways', async () => {
  const line = await imported();
  expect(
    await failWith(2, line(['texts', 'search', '--query', 'ada lovelace'])),
  ).toMatchInlineSnapshot(`
    "error: --query: is a parameter of the service here: --param-query TERM sends it, and costctl api GET /v1/search --param query=TERM --query EXPRESSION applies JMESPath to the result
    hint: costctl texts search --help
    "
  `);
  expect(await failWith(2, line(['texts', 'find', '--query', 'ada']))).toMatchInlineSnapshot(`
    "error: --query: is a parameter of the service here: --field-query TERM sends it, and costctl api POST /v1/search --set query=TERM --query EXPRESSION applies JMESPath to the result
    hint: costctl texts find --help
    "
  `);
});

test('--query is refused in the same way if the parameter query is required', async () => {
  const line = await imported();
  expect(await failWith(2, line(['matches', 'list', '--query', 'ada']))).toBe(
    `error: --query: is a parameter of the service here: --param-query TERM sends it, and costctl api GET /v1/matches --param query=TERM --query EXPRESSION applies JMESPath to the result
hint: costctl matches list --help
`,
  );
});

test('a purpose that is cut ends with one mark', async () => {
  const line = await imported();
  const { stdout } = await succeed(line(['matches', 'list', '--help']));
  expect(stdout).toMatch(/word… Also called ls\.\n/);
});

test('schema has the commands of an imported document, and no others that the service names', async () => {
  const line = await imported();
  const { stdout } = await succeed(line(['schema', 'matches', 'list']));
  const [found] = JSON.parse(stdout).commands;
  expect(found).toMatchObject({
    words: 'matches list',
    operation: { id: 'listMatches', method: 'GET', path: '/v1/matches' },
    changes: 'nothing',
  });
  expect(found.options).toContainEqual(
    expect.objectContaining({ name: '--param-query', required: true }),
  );
  const whole = await succeed(line(['schema', '--query', 'commands[].words']));
  const words = JSON.parse(whole.stdout);
  expect(words).toEqual(expect.arrayContaining(['metrics list', 'texts search', 'people list']));
  expect(words).not.toContain('budgets list');
});

test('a parameter that is named like an option of this program has the prefix param', async () => {
  const line = await imported();
  const words = ['--param-query', 'ada', '--param-output', 'x', '--date-sent-before', 'y'];
  await succeed(
    line(['texts', 'search', ...words], {
      path: '/v1/search?query=ada&output=x&DateSent%3C=y',
      answer: {},
    }),
  );
});

test('parameters that differ by a sign say so in help', async () => {
  const line = await imported();
  const { stdout } = await line(['texts', 'search', '--help']);
  expect(stdout).toMatch(/--date-sent <text> +date sent\n/);
  expect(stdout).toMatch(/--date-sent-before <text> +date sent \(sent as DateSent<\)\n/);
});

test.each(['bulk-delete', 'remove', 'cancel-order', 'revoke', 'purge'])(
  'texts %s asks before it sends its POST',
  async (action) => {
    const line = await imported();
    const stderr = await failWith(2, line(['texts', action]));
    expect(stderr).toMatch(/not confirmed: this will send POST[\s\S]*add --yes/);
  },
);

test('a path that says cancel asks too, and a change that removes nothing does not', async () => {
  const line = await imported();
  expect((await line(['texts', 'set-job-state', 'j'])).exitCode).toBe(2);
  expect((await line(['texts', 'sweep', 't'])).exitCode).toBe(2);
  const put = { method: 'PUT', path: '/v1/jobs/j/cancel', answer: {} };
  await succeed(line(['texts', 'set-job-state', 'j', '-y'], put));
  const post = { method: 'POST', path: '/v1/texts/archive', answer: {} };
  await succeed(line(['texts', 'archive'], post));
});

test('a GET whose verb says that it removes asks too', async () => {
  const line = await imported();
  const { stdout } = await succeed(line(['schema', 'jobs', '-o', 'json']));
  const { commands }: { commands: { irreversible: boolean; operation: { path: string } }[] } =
    JSON.parse(stdout);
  const asking = commands.filter(({ irreversible }) => irreversible);
  expect(asking.map(({ operation }) => operation.path).sort()).toEqual([
    '/v1/jobs/{id}',
    '/v1/jobs/{id}/cancel',
    '/v1/jobs/{id}/delete',
    '/v1/jobs/{id}:purge',
  ]);
  expect(await failWith(2, line(['jobs', 'jobs-controller-cancel', 'j']))).toContain(
    'not confirmed: this will send GET /v1/jobs/j/cancel',
  );
  const get = { path: '/v1/jobs/j/cancel', answer: {} };
  await succeed(line(['jobs', 'jobs-controller-cancel', 'j', '--yes'], get));
});

const people = {
  path: '/v1/people',
  answer: {
    data: [{ type: 'people', id: '1', attributes: { name: 'Ada', city: 'Ulm' } }],
    meta: { at: 'noon' },
  },
};

test('resources of JSON:API show their attributes, and --envelope keeps what is around them', async () => {
  const line = await imported();
  expect((await line(['people', 'list'], people)).stdout).toMatchInlineSnapshot(`
    "id  name  city
     1  Ada   Ulm
    "
  `);
  const kept = await line(['people', 'list', '--envelope', '-o', 'json'], people);
  expect(JSON.parse(kept.stdout)).toEqual(people.answer);
  expect(await failWith(2, line(['people', 'list', '--envelope']))).toContain('--envelope is for');
});

test('csv has a column for each attribute of a resource, whether the document describes it or not', async () => {
  const line = await imported();
  const more = { ...people.answer.data[0], attributes: { name: 'Ada', city: 'Ulm', tags: ['a'] } };
  const answer = { data: [more], meta: {} };
  expect((await line(['people', 'list', '-o', 'csv'], { ...people, answer })).stdout).toBe(
    'type,id,relationships,attributes.name,attributes.city,attributes.tags\npeople,1,,Ada,Ulm,"[""a""]"\n',
  );
  const chosen = ['people', 'list', '-o', 'tsv', '--columns', 'attributes.city,id'];
  expect((await line(chosen, people)).stdout).toBe('attributes.city\tid\nUlm\t1\n');
  const open = { ...answer, path: '/v1/animals' };
  expect(
    (await line(['animals', 'list', '-o', 'csv'], { ...people, ...open, answer })).stdout,
  ).toBe('type,id,attributes.name,attributes.city,attributes.tags\npeople,1,Ada,Ulm,"[""a""]"\n');
  const { stdout } = await line(['animals', 'list'], { ...people, ...open, answer });
  expect(stdout.split('\n')[0]?.split(/ +/)).toEqual(['id', 'name', 'city']);
  const one = { path: '/v1/people/1', answer: { data: more } };
  expect((await line(['people', 'get', '1', '-o', 'csv'], one)).stdout).toBe(
    'data.id,data.attributes.name,data.type,data.attributes.city,data.attributes.tags\n1,Ada,people,Ulm,"[""a""]"\n',
  );
});
