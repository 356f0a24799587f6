import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeFailure, firstLine, namedFields } from '../../src/api/problem.ts';
import { CostctlError } from '../../src/errors.ts';
import { perhapsApplied, perhapsDeleted } from '../../src/http/retry.ts';
import { parseJson } from '../../src/json/parse.ts';
import { run } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

test.each([
  [
    { errors: { name: ['is too long', 'is taken'], unit: 'is unknown' } },
    ['name: is too long, is taken', 'unit: is unknown'],
  ],
  [{ errors: [{ pointer: '#/name', detail: 'is too long' }] }, ['#/name: is too long']],
  [{ errors: [{ source: { pointer: '/name' }, detail: 'no' }] }, ['/name: no']],
  [{ 'invalid-params': [{ name: 'limit', reason: 'too large' }] }, ['limit: too large']],
  [{ violations: [{ field: 'a.b', message: 'no' }, { field: 'c' }] }, ['a.b: no', 'c']],
  [{ detail: [{ loc: ['body', 'values', 3], msg: 'no' }] }, []],
  [{ issues: [{ path: ['values', 3, 'date'], message: 'no' }] }, ['values.3.date: no']],
  [{ title: 'Bad', field: 'email' }, ['email']],
  [{ errors: ['name is too long'] }, ['name is too long']],
  [{ title: 'Bad', errors: {} }, []],
  [[{ field: 'a' }], []],
  [undefined, []],
])('the fields of %j are %j', (body, fields) => {
  expect(namedFields(body === undefined ? undefined : parseJson(JSON.stringify(body)))).toEqual(
    fields,
  );
});

test.each([
  [undefined, 'it failed'],
  ['', 'it failed'],
  [' \n', 'it failed'],
  ['Bad gateway\nmore', 'it failed: Bad gateway'],
  ['Bad gateway\r\nmore', 'it failed: Bad gateway'],
  ['{"title":"Bad","detail":"too long"}', 'it failed: Bad: too long'],
  ['{"title":"Bad","detail":"Bad"}', 'it failed: Bad'],
  ['{"title":"","detail":"too long"}', 'it failed: too long'],
  ['{"title":"Bad","errors":{"name":"is taken"}}', 'it failed: Bad: name: is taken'],
  ['{"errors":{"name":"is taken"}}', 'it failed: name: is taken'],
  ['{"code":5}', 'it failed: {"code":5}'],
  ['[1]', 'it failed: [1]'],
])('a failure with the body %j is described in a line', (body, text) => {
  const failure = (hint: string) =>
    new CostctlError('conflict', 'it failed', { hint, ...(body === undefined ? {} : { body }) });
  expect(describeFailure(failure('try again'))).toBe(text);
  for (const hint of [perhapsApplied, perhapsDeleted]) {
    expect(describeFailure(failure(hint))).toBe(`${text}; ${hint}`);
  }
});

test('of a body without a problem, at most 300 characters of its first line are shown', () => {
  expect(firstLine(` ${'x'.repeat(300)}\ny`)).toBe('x'.repeat(300));
  expect(firstLine('x'.repeat(301))).toBe(`${'x'.repeat(300)}…`);
});

test('fields after the tenth are counted, not named', () => {
  const errors = Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`f${at}`, 'no']));
  expect(namedFields(parseJson(JSON.stringify({ errors }))).at(-1)).toBe('and 4 more');
});

test('any body is read without an error', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom('errors', 'violations', 'details'),
      (value, name) => {
        const lines = namedFields(parseJson(JSON.stringify({ [name]: value, x: value })));
        expect(lines.every((line) => typeof line === 'string')).toBe(true);
      },
    ),
  );
});

test('an error names the field, and --debug shows the answer without secrets', async () => {
  const body = { title: 'Invalid request', errors: { title: ['must not be empty'] } };
  const refused = () =>
    scriptService({
      method: 'POST',
      path: '/v1/saved-filters',
      status: 400,
      answer: body,
    });
  const line = ['filters', 'create', '--title', 'a', '--filter', 'b', '-w', 'wsp_a'];
  const { stderr, exitCode } = await run(line, { service: refused() });
  expect([exitCode, stderr]).toMatchInlineSnapshot(`
    [
      2,
      "error: the service answered 400 to POST /v1/saved-filters
      Invalid request
      title: must not be empty
    hint: correct what the service names; --debug shows its whole response
    ",
    ]
  `);
  const reported = await run([...line, '--debug'], { service: refused() });
  expect(reported.stderr).toContain(`debug: < ${JSON.stringify(body)}\n`);
});
