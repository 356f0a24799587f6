import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, type Reply, stall } from '../helpers/loopback.ts';
import { secretToken } from './program.ts';
import { openPlace, type Place } from './service.ts';

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

const list = ['workspaces', 'list'];
const forms = [['--debug'], ['--debug', '-o', 'json']];

/** What breaks the program, from within, in the middle of its first request. */
const crashes: Readonly<Record<string, string>> = {
  'an exception that nothing catches': 'setImmediate(() => { throw fault(); })',
  'a rejection that nothing catches': 'Promise.reject(fault())',
  'a text that is thrown': "setImmediate(() => { throw 'text ' + token; })",
  'an error of the connection': 'socket.destroy(fault())',
  'a fault in the library': 'throw fault()',
};

/** The token in every place that an error has. */
const preload = (crash: string) => `
const { Socket } = require('node:net');
const { write } = Socket.prototype;
Socket.prototype.write = function (...given) {
  const [, token] = /bearer (\\S+)/i.exec(String(given[0])) ?? [];
  if (token === undefined) return write.apply(this, given);
  const socket = this;
  const fault = () => {
    const cause = new TypeError('the cause ' + token);
    const error = new Error('broken by ' + token, { cause });
    return Object.assign(error, { code: token, headers: { authorization: 'Bearer ' + token } });
  };
  const written = write.apply(this, given);
  ${crash};
  return written;
};`;

const cases = Object.keys(crashes).flatMap((name) => forms.map((words) => [name, words] as const));

test.each(cases)('%s does not show the token, with %j', async (name, words) => {
  const service = await place.serve(stall);
  const path = join(place.folder, 'crash.cjs');
  writeFileSync(path, preload(crashes[name] ?? ''));
  const env = { NODE_OPTIONS: `--require ${JSON.stringify(path)}` };
  const ended = await place.costctl(service, [...list, '--retries', '0', ...words], { env });
  // Some of these break the connection before the request is out.
  expect(service.requests.length).toBeLessThanOrEqual(1);
  expect([1, 8]).toContain(ended.status);
  expectSilence(ended);
  expectOneError(ended.stderr, words.includes('json'));
});

test.each(forms.map((words) => [words]))(
  'a fault during the run does not show the token, with %j',
  async (words) => {
    const service = await place.serve(stall);
    const path = join(place.folder, 'crash.cjs');
    const fault = "new Error('broken by ' + process.env.COSTCTL_TOKEN)";
    writeFileSync(
      path,
      // The first to listen for signals is the run itself, the second the client that it opens.
      `const { addEventListener } = EventTarget.prototype;
      let listeners = 0;
      EventTarget.prototype.addEventListener = function (...given) {
        if (++listeners === 2) throw ${fault};
        return addEventListener.apply(this, given);
      };`,
    );
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(path)}` };
    const ended = await place.costctl(service, [...list, ...words], { env });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain('a defect in this program: broken by ****');
    expectSilence(ended);
    expectOneError(ended.stderr, words.includes('json'));
    expect(ended.stderr).toContain('debug:     at ');
  },
);

test('a fault before the run is reported without the token and terminal controls', async () => {
  const path = join(place.folder, 'crash.cjs');
  const fault = "new Error('broken by ' + process.env.COSTCTL_TOKEN + '\\x1b[2J')";
  writeFileSync(path, `process.nextTick(() => { throw ${fault}; });`);
  const env = { NODE_OPTIONS: `--require ${JSON.stringify(path)}`, COSTCTL_TOKEN: secretToken };
  const ended = await place.costctl(undefined, list, { env });
  expect(ended.status).toBe(1);
  expect(ended.stderr).toBe('error: a defect in this program: broken by ****\\x1b[2J\n');
});

const unicode = [...secretToken]
  .map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
  .join('');
const half = secretToken.length / 2;

const echoes: Readonly<Record<string, Reply>> = {
  'its head': (socket) =>
    socket.write(
      `HTTP/1.1 403 ${secretToken}\r\nx-token: ${secretToken}\r\ncontent-length: 0\r\n\r\n`,
    ),
  'a title with escapes': answer(403, `{"title":"no ${unicode}"}`),
  'the first line of a body with escapes': answer(500, `{"x":"no ${unicode}"}`),
  'a compressed body': answer(403, gzipSync(`{"title":"no ${secretToken}"}`), {
    'content-encoding': 'gzip',
  }),
  'a body in chunks that part it': chunked(
    `no ${secretToken.slice(0, half)}`,
    secretToken.slice(half),
  ),
  'a name of a property': answer(403, { title: 'no', [secretToken]: secretToken }),
  'a location': answer(307, '', { location: `https://${secretToken}.example/${secretToken}` }),
  'a page that is no list': answer(200, { [secretToken]: secretToken }),
  'an answer that is not HTTP': (socket) =>
    socket.end(`HTTP/9 ${secretToken}\r\n${secretToken}\r\n`),
  'an answer cut short': (socket) => {
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{"a":"${secretToken}"`);
  },
  'a kind of content': answer(200, 'x', { 'content-type': `text/${secretToken}` }),
  'a wait': answer(429, '', { 'retry-after': secretToken, 'ratelimit-reset': secretToken }),
};

test.each(Object.entries(echoes))(
  'a response that repeats the token in %s does not reveal it',
  async (_name, reply) => {
    const service = await place.serve(reply);
    const limits = ['--retries', '0', '--max-wait', '0', '--debug'];
    for (const words of [list, ['api', 'GET', '/v1/x', '--paginate', '-o', 'json']]) {
      const ended = await place.costctl(service, [...words, ...limits]);
      expect(ended.status).not.toBe(0);
      expectSilence(ended);
    }
  },
);

test('a dry run hides the token in names, paths and parameters', async () => {
  const service = await place.serve(stall);
  const words = ['api', 'POST', `/v1/${secretToken}`, '--param', `a=${secretToken}`];
  const more = ['--set', `b=x${secretToken}`, '--set', `c.${secretToken}=1`, '--dry-run'];
  const ended = await place.costctl(service, [...words, ...more]);
  expect(ended.status).toBe(0);
  expectSilence(ended);
});

test.each(['a', 'tok', '%2F', '.*'])(
  'the short token %s is masked if it is a separate word',
  async (token) => {
    const service = await place.serve((socket, request) => {
      answer(403, { title: `catalogue of ${request.headers['authorization']}, x${token}` })(
        socket,
        request,
      );
    });
    const ended = await place.costctl(service, list, { env: { COSTCTL_TOKEN: token } });
    expect(ended.stderr).toContain(`catalogue of Bearer ****, x${token}\n`);
  },
);

function chunked(...parts: readonly string[]): Reply {
  return (socket) => {
    socket.write('HTTP/1.1 403 No\r\ntransfer-encoding: chunked\r\n\r\n');
    for (const part of parts) socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    socket.write('0\r\n\r\n');
  };
}

/** Neither the token nor a half of it, in any spelling. */
function expectSilence({
  stdout,
  stderr,
}: {
  readonly stdout: string;
  readonly stderr: string;
}): void {
  const reported = stdout + stderr;
  const first = secretToken.slice(0, half);
  for (const text of [first, secretToken.slice(half), unicode.slice(0, 60), encoded(first)]) {
    expect(reported).not.toContain(text);
  }
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64').slice(0, 20);
}

/** One error as this program reports it, and nothing as Node does. */
function expectOneError(stderr: string, json: boolean): void {
  const lines = stderr
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('debug: '));
  if (json) expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual([['error']]);
  else expect(lines.join('\n')).toMatch(/^error: [^\n]+\nhint: [^\n]+$/);
}
