import { describe, expect, test } from 'vitest';
import { available } from '../helpers/providers.ts';
import { run, type World } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';

const line = ['workspaces', 'get', 'wsp_a'];
const said = 'no workspace wsp_a: the service answered 404';
const hint = 'costctl workspaces list shows those that this token may see';

/** What a user or a script sees for a 404 with this body. */
async function reportOf(body: unknown, words: readonly string[] = []) {
  const service = scriptService({ path: '/v1/workspaces/wsp_a', status: 404, answer: body });
  const { stderr, stdout, exitCode } = await run([...line, ...words], { service });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 5 });
  return stderr;
}

describe('an error for people', () => {
  test.each<[string, unknown, string[]]>([
    ['title and detail', { title: 'No', detail: 'gone', status: 200 }, ['No', 'gone']],
    ['a title alone', { type: 'x', title: 'No' }, ['No']],
    ['a detail alone', { detail: 'gone', code: 7 }, ['gone']],
    ['the same twice, once', { title: 'No', detail: 'No' }, ['No']],
    ['no title that is text', { title: 7, detail: '' }, ['{"title":7,"detail":""}']],
    ['an array', [{ title: 'No' }], ['[{"title":"No"}]']],
    ['text of two lines', 'first line\nsecond', ['first line']],
    ['a long line, its beginning', 'x'.repeat(400), [`${'x'.repeat(300)}…`]],
    ['nothing', '', []],
    ['spaces', ' \n ', []],
  ])('shows the error, then the details for %s, then the hint', async (_name, body, lines) => {
    expect(await reportOf(body)).toBe(
      [`error: ${said}`, ...lines.map((text) => `  ${text}`), `hint: ${hint}`, ''].join('\n'),
    );
  });
});

describe('an error for scripts', () => {
  test.each(['json', 'ndjson'])('is a single line with every part, as %s', async (format) => {
    const problem = { title: 'No', trace: [1, null] };
    const reported = await reportOf(problem, ['-o', format]);
    expect(reported.trimEnd().split('\n')).toHaveLength(1);
    expect(reported).toBe(
      `${JSON.stringify({
        error: {
          ...{ code: 'not_found', message: said, hint, status: 404, method: 'GET' },
          ...{ path: '/v1/workspaces/wsp_a', problem },
        },
      })}\n`,
    );
  });

  test.each<[string, unknown, unknown]>([
    ['digits of a number', '{"balance":0.1000}', '{"balance":0.1000}'],
    ['text', 'first line\nsecond', '"first line"'],
    ['a text in JSON', '"sorry"', '"sorry"'],
  ])('keeps %s in its problem field', async (_name, body, problem) => {
    expect(await reportOf(body, ['-o', 'json'])).toContain(`"problem":${problem}}}\n`);
  });

  test('leaves out missing parts', async () => {
    expect(await reportOf('', ['-o', 'json'])).toMatch(/"path":"\/v1\/workspaces\/wsp_a"}}\n$/);
    const { stderr } = await run(['workspaces', 'get', '-o', 'json']);
    const { error } = JSON.parse(stderr);
    expect(Object.keys(error)).toEqual(['code', 'message', 'hint']);
    const cancelled = await run(['workspaces', 'delete', 'wsp_a', '-o', 'json'], {
      service: scriptService(),
      terminal: 80,
    });
    expect(JSON.parse(cancelled.stderr)).toEqual({
      error: { code: 'cancelled', message: 'cancelled: nothing was changed' },
    });
  });

  test.each<[string[], World, string]>([
    [['-o', 'json'], {}, 'of the line'],
    [['-o', 'ndjson'], {}, 'of the line'],
    [['-ojson'], {}, 'of the line'],
    [['-qo', 'json'], {}, 'of the line'],
    [['--output=ndjson'], {}, 'of the line'],
    [['-o', 'csv', '--output', 'json'], {}, 'last on the line'],
    [['-o', 'json'], { env: { COSTCTL_OUTPUT: 'csv' } }, 'of the line, not of the environment'],
    [[], { env: { COSTCTL_OUTPUT: 'json' } }, 'of the environment'],
  ])('is printed for a usage error too: %j, %j', async (words, world) => {
    for (const wrong of ['--nope', 'more', '--max=0', '--timeout=x']) {
      const { stderr, exitCode } = await run(['workspaces', 'list', wrong, ...words], world);
      expect({ wrong, exitCode, code: JSON.parse(stderr).error.code }).toEqual({
        ...{ wrong, exitCode: 2 },
        code: 'usage',
      });
    }
  });

  test.each<[string[], World]>([
    [['-o', 'csv'], { env: { COSTCTL_OUTPUT: 'json' } }],
    [['-o', 'json', '-o', 'table'], {}],
    [['-O', 'list.json'], {}],
  ])('is not JSON if %j requests another format', async (words, world) => {
    const { stderr } = await run(['workspaces', 'list', '--nope', ...words], world);
    expect(stderr).toMatch(/^error: /);
  });

  test('is printed after the notes of the run', async () => {
    const service = scriptService(available);
    const connect = ['providers', 'connect', '--key', 'datadog', '--credential', 'apiKey=b'];
    const { stderr } = await run([...connect, '-o', 'json'], { service });
    const [note, reported = '', ...others] = stderr.trimEnd().split('\n');
    expect(note).toMatch(/^note: the credential apiKey is in the argument list/);
    expect(JSON.parse(reported)).toMatchObject({ error: { code: 'usage' } });
    expect(others).toEqual([]);
  });
});
