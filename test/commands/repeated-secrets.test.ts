import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { type Exchange, scriptService } from '../helpers/service.ts';

const secret = 'canary/of+what"was typed';
const encoded = encodeURIComponent(secret);
const open = 'not a secret';
let status = 400;
let type = 'application/problem+json';
let end = '';

/** Repeats all that it is sent in its error. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const sent = `${Buffer.concat(chunks)} ${request.url} ${JSON.stringify(request.headers)}`;
    response.writeHead(status, { 'content-type': type });
    response.end(
      JSON.stringify({ title: 'wrong', sent: [secret, open, sent], detail: sent }) + end,
    );
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const document = {
  openapi: '3.0.3',
  info: { title: 'invented', version: '1' },
  paths: {
    '/v1/alerts': {
      post: {
        ...{ operationId: 'createAlert', tags: ['alerts'], responses: { 200: {} } },
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { apiKey: { type: 'string' }, hooks: { type: 'array', items: {} } },
              },
            },
          },
        },
      },
    },
  },
};

const text = JSON.stringify(secret);

async function importOperation() {
  const folder = createFolder();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { COSTCTL_BASE_URL: url, COSTCTL_TOKEN: 'x'.repeat(20), COSTCTL_RETRIES: '0' };
  writeFileSync(join(folder, 'file'), 'text');
  const stdin = JSON.stringify(document);
  await run('api import - -q', { folder, env, stdin });
  return { folder, env };
}

describe.each([400, 409, 500, 302])('in the body of a %i', (code) => {
  test.each([
    [['api', 'POST', '/v1/a', '--data', `{"apiKey":${text}}`]],
    [['api', 'POST', '/v1/a', '--data', `{"a":[{"name":"API_KEY","value":${text}}]}`]],
    [['api', 'POST', '/v1/a', '--data', `{"credentials":{"user":[${text}]}}`]],
    [['api', 'POST', '/v1/a', '--set', `a.token=${secret}`]],
    [['api', 'POST', '/v1/a', '--form', `password=${secret}`]],
    [['api', 'POST', '/v1/a', '--form', `password=${secret}`, '--form', 'file=@FILE']],
    [['api', 'GET', '/v1/a', '--param', `apiKey=${secret}`]],
    [['api', 'GET', '/v1/a', '-H', `X-Auth-Token: ${secret}`]],
    [['api', 'GET', '/v1/a', '--param', `sig=${secret}`]],
    [['api', 'GET', '/v1/a', '--param', `X-Amz-Signature=${secret}`]],
    [['api', 'import', `ADDRESS/a.yaml?X-Goog-Signature=${encodeURIComponent(secret)}`]],
    [
      [
        'api',
        'POST',
        '/v1/a',
        '--data',
        `{"note":"see https://a.test/b?a=1&sig=${encoded} today"}`,
      ],
    ],
    [['api', 'GET', '/v1/a', '--param', `from=https://a.test/b?X-Amz-Signature=${encoded}`]],
    [['api', 'GET', '/v1/a', '-H', `Referer: https://me:${encoded}@a.test/b`]],
    [['alerts', 'create', '--api-key', secret]],
    [['alerts', 'create', '--set-json', `hooks=[{"headers":[{"name":"token","value":${text}}]}]`]],
    [['workspaces', 'create', '--set', `apiKey=${secret}`]],
    [['providers', 'list', '--param', `token=${secret}`]],
  ])('a secret of %j is never shown', async (words) => {
    [status, type, end] = [code, 'application/problem+json', ''];
    const { folder, env } = await importOperation();
    const line = words.map((word) =>
      word.replace('FILE', join(folder, 'file')).replace('ADDRESS', env.COSTCTL_BASE_URL),
    );
    for (const more of [[], ['-o', 'json'], ['--debug']]) {
      const { stdout, stderr, exitCode } = await run([...line, ...more], { folder, env });
      expect(exitCode).not.toBe(0);
      expect(stdout).toBe('');
      for (const one of [secret, text.slice(1, -1), encoded]) {
        expect(stderr).not.toContain(one);
      }
      if (more.length > 0 && code !== 302) expect(stderr).toContain(open);
    }
  });
});

describe.each([
  ['text/html', ''],
  ['application/json', ' and more'],
])('in a success of %s%s, which cannot be read,', (form, rest) => {
  test.each([
    [['alerts', 'create', '--api-key', secret]],
    [['workspaces', 'create', '--set', `apiKey=${secret}`]],
    [['providers', 'list', '--param', `token=${secret}`]],
  ])('a secret of %j is never shown', async (words) => {
    const { folder, env } = await importOperation();
    for (const code of [200, 201]) {
      [status, type, end] = [code, form, rest];
      const { stdout, stderr } = await run([...words, '-o', 'json'], { folder, env });
      expect(stderr).toContain('wrong');
      for (const one of [secret, text.slice(1, -1), encodeURIComponent(secret)]) {
        expect(stdout + stderr).not.toContain(one);
      }
      expect(stdout + stderr).not.toContain('what');
    }
  });
});

describe('in a success that repeats what was sent,', () => {
  const available = [{ key: 'site', requiredCredentialFields: ['apiKey'] }];
  const record = { id: 'prv-n3w-credential', type: 'saas', key: 'site', name: 'Site in n3w' };
  const tested = { success: false, message: 'no entry with n3w-credential', metadata: null };

  const ask = (line: string, last: Exchange, ...more: string[]) =>
    run([...line.split(' '), '--credential', 'apiKey=env:KEY', '-q', ...more], {
      service: scriptService(
        line.includes('connect') ? { path: '/v1/providers/available', answer: available } : last,
        line.includes('connect') ? last : { ...testing, answer: tested },
      ),
      env: { KEY: 'n3w-credential' },
    });
  const testing = { method: 'POST', path: '/v1/providers/prv_a/test' };

  test.each(['table', 'json', 'yaml', 'csv', 'markdown'])(
    '%s has no credential',
    async (format) => {
      const repeated = {
        ...record,
        credentials: { apiKey: 'n3w-credential' },
        note: '"n3w-credential"',
      };
      const connect = { method: 'POST', path: '/v1/providers', answer: repeated };
      const shown = await ask('providers connect --key site', connect, '-o', format);
      expect(shown.exitCode).toBe(0);
      expect(shown.stdout.replaceAll(record.id, '')).not.toContain('n3w-credential');
      // The next command needs the id, and words of the name stay.
      expect(shown.stdout).toContain(record.id);
      expect(shown.stdout).toContain('Site in n3w');
    },
  );

  test.each(['table', 'json', 'junit', 'github'])(
    'nor has %s of a later answer',
    async (format) => {
      const update = { method: 'PUT', path: '/v1/providers/prv_a', answer: record };
      const line = 'providers update prv_a --partial --test';
      const { stdout, stderr, exitCode } = await ask(line, update, '-o', format);
      expect(exitCode).toBe(11);
      expect(stdout).toContain('no entry with ****');
      expect(stdout + stderr).not.toContain('n3w-credential');
    },
  );
});
