import { describe, expect, test } from 'vitest';
import { writeError } from '../../src/cli/write-error.ts';
import { CostctlError } from '../../src/errors.ts';
import { createContext } from '../helpers/context.ts';
import { run, type World } from '../helpers/run.ts';
import { scriptService } from '../helpers/service.ts';
import { MemoryStream } from '../output/memory-stream.ts';

const line = ['workspaces', 'get', 'wsp_a'];
const obeyed = '\0\x07\x1b[31mred\x1b]0;title\x07\x7f\x9b2J\u202eevil\u2066\t\n';
const shown = String.raw`\x00\x07\x1b[31mred\x1b]0;title\x07\x7f\x9b2J\u{202e}evil\u{2066}\t\n`;

function refused(more: readonly string[] = [], world: World = {}) {
  const answer = { title: obeyed, detail: `x${obeyed}` };
  const service = scriptService({ path: '/v1/workspaces/wsp_a', status: 404, answer });
  return run([...line, ...more], { service, ...world });
}

describe('an error text from the service', () => {
  test.each([{}, { terminal: 80, env: { NO_COLOR: '1' } }])(
    'has its control characters escaped on any stderr: %j',
    async (world) => {
      expect((await refused([], world)).stderr).toBe(
        'error: no workspace wsp_a: the service answered 404\n' +
          `  ${shown}\n  x${shown}\nhint: costctl workspaces list shows those that this token may see\n`,
      );
    },
  );

  test.each(['json', 'ndjson'])('is escaped as %s, and parses back unchanged', async (format) => {
    const { stderr } = await refused(['-o', format]);
    expect(stderr.trimEnd()).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
    expect(JSON.parse(stderr).error.problem).toEqual({ title: obeyed, detail: `x${obeyed}` });
  });

  test('has its control characters escaped if it is not JSON', async () => {
    const path = '/v1/workspaces/wsp_a';
    const headers = { 'content-type': 'text/plain' };
    const service = scriptService({ path, status: 400, answer: `no\x1b[2J\u202e`, headers });
    expect((await run(line, { service })).stderr).toContain('\n  no\\x1b[2J\\u{202e}\n');
  });
});

test('control characters in an unknown option are escaped', async () => {
  const { stderr } = await run(['workspaces', 'list', '--columns\x1b[2J\u202e']);
  expect(stderr).toContain("unknown option '--columns\\x1b[2J\\u{202e}'");
});

test('control characters in a message or a hint are escaped', async () => {
  const stderr = new MemoryStream();
  const error = new CostctlError('usage', 'no \x1b[2J', { hint: 'known: \x9b\u202e' });
  await writeError(createContext({ stderr }), error, { json: false, flags: {} });
  expect(stderr.text).toBe('error: no \\x1b[2J\nhint: known: \\x9b\\u{202e}\n');
});
