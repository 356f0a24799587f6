import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { habits } from './fixtures/habits.ts';

interface Received {
  readonly request: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const received: Received[] = [];
const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    received.push({
      request: `${incoming.method} ${incoming.url}`,
      headers: incoming.headers,
      body,
    });
    outgoing.setHeader('content-type', 'application/json');
    outgoing.end('{"id":"t1"}');
  });
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

function withoutBoundary(text: string): string {
  const boundary = /boundary=(\S+)/.exec(String(received.at(-1)?.headers['content-type']))?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY');
}

test.each(habits.map((habit) => [habit.name, habit] as const))(
  'commands of a document with %s send the documented requests',
  async (_name, { document, lines }) => {
    const folder = createFolder();
    writeFileSync(join(folder, 'a.csv'), 'day,cost');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const env = { COSTCTL_BASE_URL: `http://127.0.0.1:${port}`, COSTCTL_TOKEN: 'tok_habits_0123' };
    const stdin = JSON.stringify(document);
    const imported = await run(['api', 'import', '-', '-q'], { folder, env, stdin });
    expect([imported.exitCode, imported.stderr]).toEqual([0, '']);
    for (const [line, wire] of lines) {
      const words = line.map((word) => word.replace('FOLDER', folder));
      const outcome = await run([...words, '-o', 'json'], { folder, env });
      expect([outcome.exitCode, outcome.stderr]).toEqual([0, '']);
      const { request, headers, body } = received.at(-1) ?? { request: '', headers: {}, body: '' };
      expect(request).toBe(wire.request);
      for (const [name, value] of Object.entries(wire.headers ?? {})) {
        expect([name, withoutBoundary(String(headers[name]))]).toEqual([name, value]);
      }
      if (wire.body !== undefined) expect(withoutBoundary(body)).toBe(wire.body);
      else expect(body).toBe('');
    }
  },
);

test('a form is not sent as another media type, and no header is about the connection', async () => {
  const folder = createFolder();
  const env = { COSTCTL_BASE_URL: 'http://127.0.0.1:9', COSTCTL_TOKEN: 'tok_habits_0123' };
  const schema = { type: 'object', properties: { note: { type: 'string' } } };
  const content = {
    'application/x-www-form-urlencoded': { schema },
    'multipart/form-data': { schema },
  };
  const parameters = ['Expect', 'Trailer', 'Transfer-Encoding', 'X-Mark'].map((name) => ({
    ...{ name, in: 'header', schema: { type: 'string' } },
  }));
  const document = {
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/v1/notes': { post: { operationId: 'createNote', parameters, requestBody: { content } } },
    },
  };
  await run(['api', 'import', '-', '-q'], { folder, env, stdin: JSON.stringify(document) });
  const create = ['notes', 'create', '--note', 'n', '--content-type'];
  for (const type of ['multipart/form-data', 'text/csv', 'a\nb']) {
    const { exitCode, stderr } = await run([...create, type, '--dry-run'], { folder, env });
    const problem = type.includes('\n') ? 'has characters that' : `a body of type ${type} is read`;
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(problem)]);
  }
  const same = 'application/X-WWW-form-urlencoded; charset=utf-8';
  expect(await run([...create, same, '--dry-run'], { folder, env })).toMatchObject({ exitCode: 0 });
  const { stdout } = await run(['notes', 'create', '--help'], { folder, env });
  expect(stdout).toContain('--x-mark');
  expect(stdout).not.toMatch(/--(expect|trailer|transfer-encoding)/);
});
