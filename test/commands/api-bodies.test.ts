import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../helpers/needs.ts';
import { createFolder, run } from '../helpers/run.ts';

let received = { request: '', type: '', headers: {} as Record<string, unknown>, body: '' };
const ok = { status: 200, type: 'application/json', body: '{"ok":true}' };
let answer = ok;
/** How many requests get a 503 first. */
let unavailable = 0;
const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const type = String(incoming.headers['content-type'] ?? '');
    const boundary = /boundary=(\S+)/.exec(type)?.[1] ?? '\0';
    received = {
      request: `${incoming.method} ${incoming.url}`,
      type: type.replace(boundary, 'BOUNDARY'),
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString().replaceAll(boundary, 'BOUNDARY'),
    };
    unavailable -= 1;
    outgoing.writeHead(unavailable < 0 ? answer.status : 503, { 'content-type': answer.type });
    outgoing.end(answer.body.replace('RECEIVED', () => JSON.stringify(received.body).slice(1, -1)));
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const folder = createFolder();
writeFileSync(join(folder, 'a.csv'), 'day,cost\n');

function origin(): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

function api(...words: string[]) {
  const env = { COSTCTL_BASE_URL: `${origin()}/prefix`, COSTCTL_TOKEN: 'tok_bodies_0123' };
  return run(['api', ...words.map((word) => word.replace('FOLDER', folder))], { folder, env });
}

test.each([
  [['--form', 'a=1', '--form', 'b=x y'], 'application/x-www-form-urlencoded', 'a=1&b=x%20y'],
  [
    ['--form', 'a=1', '--content-type', 'multipart/form-data'],
    'multipart/form-data; boundary=BOUNDARY',
    '--BOUNDARY\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--BOUNDARY--\r\n',
  ],
  [
    ['--form', 'note=n', '--form', 'file=@FOLDER/a.csv'],
    'multipart/form-data; boundary=BOUNDARY',
    '--BOUNDARY\r\nContent-Disposition: form-data; name="note"\r\n\r\nn\r\n--BOUNDARY\r\n' +
      'Content-Disposition: form-data; name="file"; filename="a.csv"\r\n' +
      'Content-Type: application/octet-stream\r\n\r\nday,cost\n\r\n--BOUNDARY--\r\n',
  ],
  [['--input', 'FOLDER/a.csv'], 'application/octet-stream', 'day,cost\n'],
  [['--input', 'FOLDER/a.csv', '--content-type', 'text/csv'], 'text/csv', 'day,cost\n'],
  [
    ['--set', 'a=1', '--content-type', 'application/merge-patch+json'],
    'application/merge-patch+json',
    '{"a":"1"}',
  ],
])('POST with %j sends a body of %s', async (words, type, body) => {
  const outcome = await api('POST', '/v1/x', ...words);
  expect([outcome.exitCode, outcome.stderr]).toEqual([0, '']);
  expect(received).toMatchObject({ request: 'POST /prefix/v1/x', type, body });
});

describe('a pipe', () => {
  needs('mkfifo');

  test.each([
    ['--input', 'PIPE', 'day,cost\n'],
    ['--form', 'file=@PIPE', '\r\n\r\nday,cost\n\r\n--BOUNDARY--\r\n'],
  ])('is read once, however often it is sent: %s', async (option, value, body) => {
    const pipe = join(folder, `pipe${option}`);
    execFileSync('mkfifo', [pipe]);
    unavailable = 1;
    const [outcome] = await Promise.all([
      api('PUT', '/v1/x', option, value.replace('PIPE', pipe)),
      writeFile(pipe, 'day,cost\n'),
    ]);
    expect([outcome.exitCode, unavailable]).toEqual([0, -1]);
    expect(received.body).toMatch(new RegExp(`${body}$`));
    expect(received.headers['content-length']).toBeDefined();
  });
});

test.each(['Idempotency-Key', 'X-Idempotency-Key', 'acme-idempotency-key'])(
  'a POST with %s is sent again after a failure',
  async (header) => {
    unavailable = 1;
    const { exitCode } = await api('POST', '/v1/x', '--set', 'a=1', '-H', `${header}: k`);
    expect([exitCode, unavailable]).toEqual([0, -1]);
  },
);

test('a header is added, but a header that costctl sets itself is rejected', async () => {
  await api('GET', '/v1/x', '-H', 'If-None-Match: "a"', '-H', 'Accept: text/csv');
  expect(received.headers).toMatchObject({ 'if-none-match': '"a"', accept: 'text/csv' });
  for (const [header, message] of [
    ['Authorization: Bearer x', 'Authorization is set by this program'],
    ['Host: elsewhere.test', 'Host is set by this program'],
    ['Trailer: A', 'Trailer is not a header that this program can send'],
    ['expect: 100-continue', 'expect is not a header that this program can send'],
    ['Idempotency-Key: ', 'Idempotency-Key has no value'],
    ['x-idempotency-key:', 'x-idempotency-key has no value'],
    ['nothing', 'must have the form "Name: value"'],
    ['A: b\nC: d', 'the value of A has characters that a header cannot have'],
  ] as const) {
    const { exitCode, stderr } = await api('GET', '/v1/x', '-H', header);
    const error = `--request-header: ${message}`;
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(error)]);
  }
});

const canary = 'canary "4711" ✓';
const held = { name: 'prod', credentials: { user: 'shown?', nested: [{ x: canary }] } };
const files = {
  'secret.json': JSON.stringify(held),
  'large.json': JSON.stringify([{ text: 'x'.repeat(200_000) }, { apiKey: canary }]),
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

test.each(
  Object.keys(files).flatMap((name) => [
    ['--input', `FOLDER/${name}`],
    ['--input', `FOLDER/${name}`, '--content-type', 'application/json'],
    ['--form', `file=@FOLDER/${name}`],
    ['--input', `FOLDER/${name}`, '--debug'],
    ['--input', `FOLDER/${name}`, '-o', 'json'],
  ]),
)('a secret in a file is not shown if the service repeats it: %s %s %s', async (...words) => {
  answer = { ...ok, status: 400, body: '{"title":"refused: RECEIVED"}' };
  const { exitCode, stdout, stderr } = await api('POST', '/v1/x', ...words);
  answer = ok;
  expect(received.body).toContain('4711');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('refused: ');
  expect(stdout + stderr).not.toContain('4711');
});

test('a full URL is accepted for the same origin and refused for another origin', async () => {
  await api('GET', `${origin()}/prefix/v1/x?page=2#top`);
  expect(received.request).toBe('GET /prefix/v1/x?page=2');
  const { exitCode, stderr } = await api('GET', 'https://elsewhere.test/v1/x');
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('https://elsewhere.test is not')]);
});

test('a dry run shows the fields and files of a body without reading the files', async () => {
  const { stdout } = await api(
    'POST',
    '/v1/x',
    '--form',
    'f=@FOLDER/a.csv',
    '--form',
    'password=p',
    '--dry-run',
    '-o',
    'json',
  );
  expect(JSON.parse(stdout).body).toEqual({
    password: '****',
    f: [{ file: 'a.csv', bytes: 9 }],
  });
});

test.each([
  [['--form', 'a=1', '--data', '{}'], 'cannot be used together'],
  [['--input', 'FOLDER/missing'], 'no such file'],
  [['--input', 'FOLDER'], 'is a folder'],
  [['--content-type', 'text/csv'], '--content-type is for a body'],
  [['--set', 'a=1', '--content-type', 'a/b\nX: y'], '--content-type: has characters'],
  [['--input', 'FOLDER/a.csv', '--content-type', 'тип'], '--content-type: has characters'],
  [
    ['--form', 'f=@FOLDER/a.csv', '--content-type', 'text/csv'],
    '--content-type: a form with files, or in parts, is sent as multipart/form-data',
  ],
  [
    ['--form', 'a=1', '--content-type', 'multipart/mixed'],
    '--content-type: a form with files, or in parts, is sent as multipart/form-data',
  ],
])('POST with %j is rejected', async (words, message) => {
  expect((await api('POST', '/v1/x', ...words)).stderr).toContain(message);
});

test('a response that is not JSON is written as received, also to a file of any name', async () => {
  answer = { ...ok, type: 'text/csv', body: 'a;b\r\n1;2\r\n' };
  const shown = await api('GET', '/v1/x');
  expect([shown.exitCode, shown.stdout]).toEqual([0, 'a;b\r\n1;2\r\n']);
  const { exitCode, stderr } = await api('GET', '/v1/x', '-O', join(folder, 'out.pdf'));
  expect([exitCode, stderr]).toEqual([0, '']);
  answer = ok;
});
