import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

/** A first page, and a second that is not there. */
function failing() {
  const items = Array.from({ length: 100 }, (_, item) => ({ id: `wsp_${item}` }));
  return scriptService(
    { path: '/v1/workspaces?page=1&limit=100', answer: pageOf(items, { next: '?page=2' }) },
    { path: '/v1/workspaces?page=2&limit=100', status: 404, answer: { title: 'gone' } },
  );
}

const list = ['workspaces', 'list'];

test.each([
  [...list, '-o', 'table'],
  [...list, '-o', 'json'],
  [...list, '-o', 'yaml'],
  [...list, '-o', 'markdown'],
  [...list, '-o', 'csv', '--query', '[].id'],
  [...list, '-o', 'ndjson', '--query', '@'],
  [...list, '-o', 'tsv', '--raw'],
  ['api', 'GET', '/v1/workspaces', '--paginate'],
  ['api', 'GET', '/v1/workspaces', '--paginate', '-o', 'json'],
])('%s %s %s %s %s prints nothing if the second page of the list fails', async (...line) => {
  const { stdout, stderr, exitCode } = await run(line, { service: failing() });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 5 });
  expect(stderr).toContain('the service answered 404 to GET /v1/workspaces');
});

test.each([
  ['csv', 101],
  ['tsv', 101],
  ['ndjson', 100],
])(
  'as %s the first page is printed, and the exit status reports the failed second page',
  async (format, lines) => {
    const { stdout, exitCode } = await run([...list, '-o', format], { service: failing() });
    expect({ lines: stdout.split('\n').length - 1, exitCode }).toEqual({ lines, exitCode: 5 });
    expect(stdout.trimEnd().split('\n').at(-1)).toContain('wsp_99');
  },
);
