import { expect, test } from 'vitest';
import { describeDocument } from '../../src/openapi/describe.ts';
import { readDocument } from '../../src/openapi/document.ts';
import { findDifferences } from '../../src/openapi/drift.ts';
import { createFolder, run } from '../helpers/run.ts';
import { publishedDocument } from './fixtures/full.ts';

async function differences(change: (text: string) => string) {
  const text = change(JSON.stringify(publishedDocument()));
  const description = describeDocument(await readDocument(Buffer.from(text)), '');
  return findDifferences(description).map(({ operation, what, program, document }) => [
    operation,
    what,
    program,
    document,
  ]);
}

test('the published document and the program agree completely', async () => {
  expect(await differences((text) => text)).toEqual([]);
});

test.each([
  [
    'a path that moved',
    '"/v1/users/{userId}"',
    '"/v1/members/{userId}"',
    [['getUser', 'path', 'GET /v1/users/{userId}', 'GET /v1/members/{userId}']],
  ],
  [
    'a bound',
    '"minimum":60,"maximum":1440}',
    '"minimum":30,"maximum":1440}',
    [
      [
        'connectProvider',
        'body syncFrequencyMinutes',
        'optional, a whole number, 60 to 1440',
        'optional, a whole number, 30 to 1440',
      ],
      [
        'updateProvider',
        'body syncFrequencyMinutes',
        'optional, a whole number, 60 to 1440, or null',
        'optional, a whole number, 30 to 1440, or null',
      ],
    ],
  ],
  [
    'a parameter that is required now',
    '"name":"includeRemoved","in":"query","required":false',
    '"name":"includeRemoved","in":"query","required":true',
    [['listUsers', 'query includeRemoved', 'optional, true or false', 'required, true or false']],
  ],
  [
    'a property that is new',
    '"properties":{"fullSync":',
    '"properties":{"accounts":{"type":"array"},"fullSync":',
    [['syncProvider', 'body accounts', '', 'optional, a list']],
  ],
  [
    'a property that only the service sets',
    '"properties":{"fullSync":',
    '"properties":{"id":{"type":"string","readOnly":true},"fullSync":',
    [],
  ],
  [
    'a property in a list',
    '"amount":{"type":"string"},"labels"',
    '"quantity":{"type":"string"},"labels"',
    [
      ['listBusinessMetricValues', 'answer amount', 'optional, text, or null', ''],
      ['importBusinessMetricValues', 'body values[].amount', 'required, text', ''],
      ['importBusinessMetricValues', 'body values[].quantity', '', 'optional, text'],
    ],
  ],
  [
    'the items of a list',
    '"labelColumns":{"type":["array","null"],"items":{"type":"string"}}',
    '"labelColumns":{"type":["array","null"],"items":{"type":"integer"}}',
    [['createBusinessMetric', 'body labelColumns[]', 'text', 'a whole number']],
  ],
  [
    'a field of an answer',
    '"lastSyncError"',
    '"syncFault"',
    ['listProviders', 'getProvider', 'updateProvider'].map((operation) => [
      operation,
      'answer lastSyncError',
      'optional, text, or null',
      '',
    ]),
  ],
  [
    'a field in the answer, which is shown as it comes',
    '"lastSyncError"',
    '"mood":{"type":"string"},"lastSyncError"',
    [],
  ],
  [
    'a status',
    '"201":{"description":"Business metric."',
    '"202":{"description":"Business metric."',
    [['createBusinessMetric', 'success', '201', '202']],
  ],
  [
    'several statuses',
    '"201":{"description":"Business metric."',
    '"200":{},"202":{},"201":{"description":"Business metric."',
    [['createBusinessMetric', 'success', '201', '200, 201, 202']],
  ],
  [
    'any status of success',
    '"201":{"description":"Business metric."',
    '"2XX":{"description":"Business metric."',
    [['createBusinessMetric', 'success', '201', '2XX']],
  ],
  [
    'a header that is required',
    '"name":"includeRemoved","in":"query","required":false',
    '"name":"X-Team","in":"header","required":true',
    [
      ['listUsers', 'query includeRemoved', 'optional, true or false', ''],
      ['listUsers', 'header X-Team', '', 'required, true or false'],
    ],
  ],
  [
    'a header that may be left out',
    '"parameters":[{"$ref":"#/components/parameters/PageRequired"}',
    '"parameters":[{"name":"X-Team","in":"header","schema":{"type":"string"}},{"$ref":"#/components/parameters/PageRequired"}',
    [],
  ],
  [
    'the media type of a body',
    '"content":{"application/json":{"schema":{"$ref":"#/components/schemas/InviteUserRequest"}}}',
    '"content":{"application/x-www-form-urlencoded":{"schema":{"$ref":"#/components/schemas/InviteUserRequest"}}}',
    [['inviteUser', 'body type', 'application/json', 'application/x-www-form-urlencoded']],
  ],
  ['the name of a path parameter, which is nothing to a request', '{metricId}', '{metric}', []],
])('finds the differences of a document that differs by %s', async (_name, from, to, expected) => {
  const change = (text: string) => {
    expect(text.includes(from)).toBe(true);
    return text
      .replaceAll(from, to)
      .replaceAll(from === '{metricId}' ? '"name":"metricId"' : '\u0000', '"name":"metric"');
  };
  expect(await differences(change)).toEqual(expected);
});

test('reports a changed method with the new one', async () => {
  const found = await differences((text) =>
    text.replace(
      '"put":{"operationId":"updateSavedFilter"',
      '"patch":{"operationId":"updateSavedFilter"',
    ),
  );
  expect(found).toEqual([
    [
      'updateSavedFilter',
      'method',
      'PUT /v1/saved-filters/{filterId}',
      'PATCH /v1/saved-filters/{filterId}',
    ],
  ]);
});

test('api diff --check exits with 11 on differences, and silently with 0 otherwise', async () => {
  const folder = createFolder();
  const env = { COSTCTL_BASE_URL: 'https://api.example.test' };
  const text = JSON.stringify(publishedDocument());
  await run(['api', 'import', '-'], { folder, env, stdin: text });
  expect(await run(['api', 'diff', '--check', '-q'], { folder, env })).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
  await run(['api', 'import', '-'], {
    folder,
    env,
    stdin: text.replace('"/v1/costs"', '"/v2/costs"'),
  });
  const outcome = await run(['api', 'diff', '--check'], { folder, env });
  expect(outcome.exitCode).toBe(11);
  expect(outcome.stdout + outcome.stderr).toMatchInlineSnapshot(`
    "operation  what  this program   document
    getCosts   path  GET /v1/costs  GET /v2/costs
    error: the document and this program disagree in 1 place
    hint: look for a newer costctl; until then trust the document where they disagree
    "
  `);
});

test('api diff without an imported document says what to do', async () => {
  const outcome = await run(['api', 'diff'], {
    env: { COSTCTL_BASE_URL: 'https://api.example.test' },
  });
  expect([outcome.exitCode, outcome.stderr]).toEqual([
    2,
    'error: no document was imported for https://api.example.test\nhint: costctl api import FILE\n',
  ]);
});
