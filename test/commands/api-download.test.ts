import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { answer, type Loopback, openLoopback, type Reply } from '../helpers/loopback.ts';
import { createFolder, run } from '../helpers/run.ts';

let service: Loopback | undefined;

afterEach(async () => {
  await service?.close();
  service = undefined;
});

const type = { 'content-type': 'application/octet-stream' };
const body = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 7) % 251));

/** Runs a GET that writes a file, and says what became of that file. */
async function download(
  replies: readonly Reply[],
  words: readonly string[] = [],
  name = 'out.bin',
) {
  service = await openLoopback(...replies);
  const folder = createFolder();
  const file = join(folder, name);
  writeFileSync(file, 'as it was');
  const env = { COSTCTL_BASE_URL: service.url.href, COSTCTL_TOKEN: 'tok_download' };
  const line = ['api', 'GET', '/v1/file', '-O', file, ...words];
  const { exitCode, stdout, stderr } = await run(line, { env, folder });
  const left = readdirSync(folder).filter((name) => name !== 'config');
  return { exitCode, stdout, stderr, left, content: readFileSync(file) };
}

/** Promises the whole body, and goes away after some of it. */
function cutAfter(bytes: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return (socket) => {
    const all = { ...type, 'content-length': String(body.length), ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`);
    socket.write(body.subarray(0, bytes), () => socket.end());
  };
}

describe('a response that is written to a file while it arrives', () => {
  test('is the same byte for byte, and nothing else is left', async () => {
    const { exitCode, content, left, stderr } = await download([answer(200, body, type)]);
    expect({ exitCode, left, stderr }).toEqual({ exitCode: 0, left: ['out.bin'], stderr: '' });
    expect(content.equals(body)).toBe(true);
  });

  test.each([0, 1, 70_000, 2_999_999])('is not there if it ends after %i bytes', async (bytes) => {
    const { exitCode, content, left, stderr } = await download([cutAfter(bytes)]);
    expect(stderr).toContain('the response to GET /v1/file was cut short');
    expect({ exitCode, left }).toEqual({ exitCode: 1, left: ['out.bin'] });
    expect(content.toString()).toBe('as it was');
  });

  test('starts over in a new attempt, wherever the earlier ones ended', async () => {
    const ends = fc.array(fc.nat(body.length - 1), { minLength: 1, maxLength: 2 });
    const check = fc.asyncProperty(ends, async (cuts) => {
      const replies = [...cuts.map((at) => cutAfter(at)), answer(200, body, type)];
      const { exitCode, content, left } = await download(replies);
      await service?.close();
      expect({ exitCode, left }).toEqual({ exitCode: 0, left: ['out.bin'] });
      expect(content.equals(body)).toBe(true);
    });
    await fc.assert(check, { numRuns: 8 });
  });

  test('is decompressed', async () => {
    const headers = { ...type, 'content-encoding': 'gzip' };
    const { content } = await download([answer(200, gzipSync(body), headers)]);
    expect(content.equals(body)).toBe(true);
  });

  test.each([
    ['is written as it is', gzipSync(body), 'application/gzip', (file: Buffer) => file],
    ['is compressed if it was not', body, 'text/csv', gunzipSync],
  ])('with the name of a compressed file %s', async (_what, sent, kind, read) => {
    const reply = answer(200, sent, { 'content-type': kind });
    const { content } = await download([reply], [], 'rows.csv.gz');
    expect(read(content).equals(sent)).toBe(true);
  });

  const zipped = { ...type, 'content-encoding': 'gzip' };

  test.each([
    [
      'its compressed form is cut',
      1,
      'was cut short',
      200,
      gzipSync(body).subarray(0, 1000),
      zipped,
    ],
    ['it is not gzip as it says', 1, 'it is not valid gzip', 200, 'not gzip at all', zipped],
    ['the service fails', 5, 'no such file', 404, { detail: 'no such file' }, undefined],
    ['it is empty', 0, 'has no body', 200, '', type],
  ])('leaves the file as it was if %s', async (_why, exitCode, message, status, sent, headers) => {
    const { content, ...ended } = await download([answer(status, sent, headers)]);
    expect({ ...ended, content: content.toString() }).toMatchObject({
      exitCode,
      content: 'as it was',
      stderr: expect.stringContaining(message),
    });
  });

  test('follows its status and headers with -i', async () => {
    const { content } = await download([answer(200, 'text', type)], ['-i']);
    expect(content.toString()).toBe(
      'HTTP 200\ncontent-type: application/octet-stream\ncontent-length: 4\n\ntext',
    );
  });

  test('is only its status and headers with -i if it is empty', async () => {
    const { content } = await download([answer(200, '', type)], ['-i']);
    expect(content.toString()).toMatch(/^HTTP 200\n(.+\n)+\n$/);
  });
});

const moved = (location: string) => answer(302, '', { location });

describe('a redirect of a download', () => {
  test.each([
    ['part.bin', '/v1/part.bin'],
    ['/other/part.bin', '/other/part.bin'],
    ['?part=2', '/v1/file?part=2'],
  ])('to %s starts from the address that answered', async (location, path) => {
    const { exitCode } = await download([moved(location), answer(200, body, type)]);
    expect(exitCode).toBe(0);
    expect(service?.requests.map((one) => one.path)).toEqual(['/v1/file', path]);
  });

  test('starts from the host that it led to, and each request is reported when debugging', async () => {
    const storage = await openLoopback(moved('/two?sig=canary'), answer(200, body, type));
    const first = moved(`${storage.url.href}one?sig=canary`);
    const { exitCode, stderr, content } = await download([first], ['--debug']);
    await storage.close();
    expect(storage.requests.map(({ path }) => path)).toEqual([
      '/one?sig=canary',
      '/two?sig=canary',
    ]);
    expect(storage.requests.map(({ headers }) => headers['authorization'])).toEqual([
      undefined,
      undefined,
    ]);
    expect(exitCode).toBe(0);
    expect(content.equals(body)).toBe(true);
    expect(stderr.match(/^debug: > .*/gm)).toEqual([
      'debug: > GET /v1/file, attempt 1',
      'debug: > GET /one?****, attempt 1',
      'debug: > GET /two?****, attempt 1',
    ]);
  });

  test('without an address leads nowhere', async () => {
    const { exitCode, stderr } = await download([answer(302)]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('the redirect of GET /v1/file leads nowhere');
    expect(service?.requests).toHaveLength(1);
  });
});

test('a query still gets the whole document', async () => {
  const words = ['--query', 'a', '-o', 'json'];
  const { content } = await download([answer(200, { a: [1, 2] })], words);
  expect(JSON.parse(content.toString())).toEqual([1, 2]);
});

test.skipIf(!existsSync('/dev/null'))('a device is written to, not replaced', async () => {
  service = await openLoopback(answer(200, body, type));
  const env = { COSTCTL_BASE_URL: service.url.href, COSTCTL_TOKEN: 'tok_download' };
  const { exitCode } = await run(['api', 'GET', '/v1/file', '-O', '/dev/null'], { env });
  expect(exitCode).toBe(0);
  expect(readFileSync('/dev/null').length).toBe(0);
});
