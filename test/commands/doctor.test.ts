import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { runProgram } from '../e2e/program.ts';
import { createCertificate } from '../helpers/certificate.ts';
import { type Loopback, openLoopback } from '../helpers/loopback.ts';
import { createFolder, run, testToken, type World } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly hint: string | null;
}

/** Findings by the name of their check, and the exit status. */
async function examine(line: readonly string[], world: World = {}) {
  const outcome = await run(['doctor', '-o', 'json', ...line], world);
  const findings: Finding[] = JSON.parse(outcome.stdout);
  return { ...outcome, found: new Map(findings.map((one) => [one.check, one])) };
}

/** A service that answers every request with these lines and an empty page. */
async function serve(...head: string[]): Promise<Loopback> {
  const body = '{"links":{},"data":[]}';
  const lines = [...head, 'content-type: application/json', `content-length: ${body.length}`];
  const loopback = await openLoopback((socket) =>
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`),
  );
  open.push(loopback);
  return loopback;
}

const now = '2026-11-15T12:00:00Z';
const date = 'date: Sun, 15 Nov 2026 12:00:10 GMT';

function envOf({ url }: Loopback) {
  return { COSTCTL_BASE_URL: url.href, COSTCTL_TOKEN: testToken };
}

test('a service that accepts the token passes every check, and the token is not shown', async () => {
  const service = await serve(
    'HTTP/1.1 200 OK',
    date,
    'ratelimit-limit: 100',
    'ratelimit-remaining: 42',
  );
  const { found, exitCode, stdout, stderr } = await examine([], { now, env: envOf(service) });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).not.toContain(testToken);
  expect([...found.values()].filter((one) => one.status !== 'ok')).toEqual([]);
  expect(found.get('service')?.message).toBe('accepts the token: an organization token');
  expect(found.get('clock')?.message).toBe("agrees with the service's");
  expect(found.get('rate limit')?.message).toBe('42 requests left of 100');
  expect(found.get('address')?.message).toBe(`${service.url.href} (COSTCTL_BASE_URL)`);
  expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/users?page=1&limit=1',
  ]);
});

test('a note on the address is printed once', async () => {
  const env = envOf(await serve('HTTP/1.1 200 OK', date));
  const { stderr } = await examine([], {
    now,
    env: { ...env, COSTCTL_BASE_URL: `${env.COSTCTL_BASE_URL}v1` },
  });
  expect(stderr.match(/was left out/g)).toHaveLength(1);
});

test.each([
  [['ratelimit-limit: 100'], '100 requests'],
  [['ratelimit-limit: 100', 'ratelimit-remaining: 1'], '1 request left of 100'],
  [['ratelimit-remaining: 5', 'ratelimit-reset: 9'], '5 requests left for the next 9 s'],
])('the rate limit of %j is reported as %s', async (headers, message) => {
  const service = await serve('HTTP/1.1 200 OK', date, ...headers);
  const { found } = await examine([], { now, env: envOf(service) });
  expect(found.get('rate limit')?.message).toBe(message);
});

test.each([
  [
    'HTTP/1.1 403 Forbidden',
    'ok',
    'accepts the token: a workspace token, or one without that capability',
    0,
  ],
  ['HTTP/1.1 401 Unauthorized', 'fail', 'rejects the token', 11],
  ['HTTP/1.1 404 Not Found', 'fail', 'answers 404', 11],
])('%s gives the service check the status %s', async (line, status, message, exitCode) => {
  const service = await serve(line, date);
  const outcome = await examine(['--retries', '0'], { now, env: envOf(service) });
  expect(outcome.found.get('service')).toMatchObject({ status, message });
  expect(outcome.exitCode).toBe(exitCode);
});

test.each([
  ['text/html', '<html>log in</html>', 'the response to GET /v1/users is not JSON'],
  ['application/json', 'log in', 'the response to GET /v1/users is not JSON'],
  ['application/json', '{"ok":true}', 'the response to GET /v1/users is not a list'],
  ['application/json', '', 'the response to GET /v1/users is not a list'],
])('an answer of %s that is not from the service fails: %s', async (type, body, message) => {
  const lines = [date, `content-type: ${type}`, `content-length: ${body.length}`];
  const other = await openLoopback((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n${body}`),
  );
  open.push(other);
  const { found, exitCode } = await examine([], { now, env: envOf(other) });
  expect(exitCode).toBe(11);
  const hint = 'check that the address is that of the service';
  expect(found.get('service')).toMatchObject({ status: 'fail', message, hint });
});

test('without TLS at the address, no certificate is blamed, and doctor does not name itself', async () => {
  const plain = await serve('HTTP/1.1 200 OK', date);
  const env = { ...envOf(plain), COSTCTL_BASE_URL: plain.url.href.replace('http:', 'https:') };
  const { found } = await examine(['--retries', '0'], { now, env });
  expect(found.get('TLS')?.hint).toContain('https:// of the address');
  await plain.close();
  const gone = await examine(['--retries', '0'], { now, env: envOf(plain) });
  expect(gone.found.get('service')).toMatchObject({ hint: 'check the address and the network' });
});

test('a rate limit is reported at once; only --max-wait waits for it', async () => {
  const limited = ['HTTP/1.1 429 Too Many Requests', date, 'retry-after: 60'];
  const first = await serve(...limited);
  const { found, waits, exitCode } = await examine([], { now, env: envOf(first) });
  expect({ waits, exitCode }).toEqual({ waits: [], exitCode: 0 });
  expect(found.get('service')).toMatchObject({
    status: 'warn',
    message: 'the rate limit asks to wait 60 s, and this run never waits',
    hint: 'wait 60 s, or allow a longer wait with --max-wait 60',
  });
  const second = await serve(...limited);
  const patient = await examine(['--max-wait', '100'], { now, env: envOf(second) });
  expect(patient.waits.length).toBeGreaterThan(0);
});

test('a wrong clock is reported with the difference', async () => {
  const service = await serve('HTTP/1.1 200 OK', 'date: Sun, 15 Nov 2026 11:30:00 GMT');
  const { found } = await succeed(examine([], { now, env: envOf(service) }));
  expect(found.get('clock')).toMatchObject({
    status: 'warn',
    message: "1800 s ahead of the service's",
  });
});

test('without settings, doctor reports what to set and exits 11', async () => {
  const { found, exitCode, stderr } = await examine([]);
  expect(exitCode).toBe(11);
  expect(found.get('address')).toMatchObject({ status: 'fail', message: 'no base address is set' });
  expect(found.get('token')).toMatchObject({ status: 'fail', message: 'no token is set' });
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'check_failed' } });
});

test('an unreadable configuration is reported and stays unchanged', async () => {
  const folder = createFolder();
  const path = join(folder, 'config', 'config.json');
  mkdirSync(join(folder, 'config'));
  writeFileSync(path, '{');
  const { found, exitCode } = await examine([], { folder });
  expect(found.get('configuration')).toMatchObject({ status: 'fail' });
  expect(found.has('settings')).toBe(false);
  expect(exitCode).toBe(11);
  expect(readFileSync(path, 'utf8')).toBe('{');
});

test('an invalid variable is reported', async () => {
  const { found, exitCode } = await examine([], { env: { COSTCTL_TIMEOUT: 'soon' } });
  expect(found.get('settings')?.message).toMatch(/^COSTCTL_TIMEOUT: /);
  expect(exitCode).toBe(11);
});

test('a configuration readable by others is a warning with the command that fixes it', async () => {
  const folder = createFolder();
  const line = ['profiles', 'add', 'work', '--base-url', 'https://127.0.0.1:1', '--token-stdin'];
  await run([...line, '--no-verify'], { folder, stdin: testToken });
  const path = join(folder, 'config', 'config.json');
  chmodSync(path, 0o644);
  const { found } = await examine(['--sandbox'], { folder });
  expect(found.get('file modes')).toMatchObject({
    status: 'warn',
    hint: path.includes(' ') ? `chmod 600 '${path}'` : `chmod 600 ${path}`,
  });
});

test('a state of the sandbox that cannot be read is named in plain words', async () => {
  const folder = createFolder();
  mkdirSync(join(folder, 'config'), { mode: 0o700 });
  const path = join(folder, 'config', 'sandbox.jsonl');
  symlinkSync(path, path);
  const { found, exitCode } = await examine(['--sandbox'], { folder });
  expect(found.get('sandbox')).toMatchObject({
    status: 'fail',
    message: `cannot read ${path}: too many symbolic links lead to it`,
    hint: `make ${path} readable, or remove it`,
  });
  expect(exitCode).toBe(11);
});

test('a host name that does not resolve is reported before any request', async () => {
  const env = { COSTCTL_BASE_URL: 'https://costctl.invalid', COSTCTL_TOKEN: testToken };
  const { found, exitCode } = await examine([], { env });
  expect(found.get('name')).toMatchObject({ status: 'fail' });
  expect(found.has('service')).toBe(false);
  expect(exitCode).toBe(11);
});

test.each([
  'http://someone:secret@127.0.0.1:1',
  'http://someone:with@secret@127.0.0.1:1',
  'http://:secret@127.0.0.1:1/path',
])('the proxy %s is shown without its password', async (HTTPS_PROXY) => {
  const env = {
    COSTCTL_BASE_URL: 'https://api.example.test',
    HTTPS_PROXY,
  };
  const { found, stdout } = await examine([], { env });
  expect(found.get('proxy')?.message).toBe('http://****@127.0.0.1:1');
  expect(found.get('name')?.message).toBe('left to the proxy');
  expect(stdout).not.toContain('secret');
});

test.each(['someone:secret@:1', 'ftp://someone:secret@127.0.0.1:1', '//x:secret@y'])(
  'the proxy %s is a failure that shows nothing of its address',
  async (HTTPS_PROXY) => {
    const env = { COSTCTL_BASE_URL: 'https://api.example.test', HTTPS_PROXY };
    const { found, stdout, exitCode } = await examine([], { env });
    expect(found.get('proxy')).toMatchObject({
      status: 'fail',
      message: 'the proxy address is not a valid http:// or https:// address',
    });
    expect(exitCode).toBe(11);
    expect(stdout).not.toContain('secret');
  },
);

test('the sandbox needs no settings', async () => {
  const { found } = await succeed(examine(['--sandbox']));
  expect(found.get('address')?.message).toBe('the embedded sandbox');
  expect(found.get('workspace')?.message).toBe('the first of the sandbox');
});

test('an old Node version is a failure', async () => {
  const { found } = await examine(['--sandbox'], { nodeVersion: '20.17.9' });
  expect(found.get('node')).toMatchObject({ status: 'fail' });
  const newer = await examine(['--sandbox'], { nodeVersion: '21.0.0' });
  expect(newer.found.get('node')).toMatchObject({ status: 'ok' });
});

const unknown = 'NODE_EXTRA_CA_CERTS names a file with more certificates to trust';
const hint =
  'check the clock of this machine; if it is right, report it to the operators of the service';
const expired = { status: 'fail', message: 'certificate has expired', hint };

test.each([
  ['that is valid for 5 more days', { days: 5 }, { status: 'warn' }, unknown],
  ['that is valid for 90 more days', { days: 90 }, { status: 'ok' }, unknown],
  ['that has expired', { startsIn: -60, days: 30 }, expired, hint],
])('a certificate %s', async (_what, validity, found, hint) => {
  const folder = createFolder();
  const pair = createCertificate({ host: 'localhost', ...validity });
  const cert = join(folder, 'cert.pem');
  writeFileSync(cert, pair.cert);
  const server = createServer(pair, (socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  // Sockets whose handshake failed stay until the peer is gone: no one waits for them.
  open.push({ close: () => Promise.resolve(server.close()) });
  const { port } = server.address() as AddressInfo;
  const env = {
    HOME: folder,
    COSTCTL_BASE_URL: `https://localhost:${port}`,
    COSTCTL_TOKEN: testToken,
  };
  const trusted = await runProgram(['doctor', '-o', 'json'], {
    env: { ...env, NODE_EXTRA_CA_CERTS: cert },
  });
  const reported: Finding[] = JSON.parse(trusted.stdout);
  expect(reported.find(({ check }) => check === 'TLS')).toMatchObject(found);
  const stranger = await runProgram(['doctor', '-o', 'json'], { env });
  expect(stranger.status).toBe(11);
  const refused: Finding[] = JSON.parse(stranger.stdout);
  expect(refused.find(({ check }) => check === 'TLS')).toMatchObject({
    status: 'fail',
    hint,
  });
});

test('a service that never answers is asked only once', async () => {
  const silent = await openLoopback(() => undefined);
  open.push(silent);
  const env = { ...envOf(silent), COSTCTL_TIMEOUT: '0.5' };
  const { found, exitCode } = await examine([], { now, env });
  expect(exitCode).toBe(11);
  expect(found.get('service')).toMatchObject({ status: 'fail' });
  expect(silent.requests).toHaveLength(1);
});

test.each([['doctor'], ['users', 'list']])(
  '%s shows no password of a proxy when debugging',
  async (...words) => {
    const env = {
      COSTCTL_BASE_URL: 'https://api.example.com',
      COSTCTL_TOKEN: testToken,
      HTTPS_PROXY: 'http://joe:pw-canary@127.0.0.1:1',
    };
    const { stdout, stderr } = await run([...words, '--debug', '--retries', '0'], { env });
    expect(stdout + stderr).toContain('127.0.0.1:1');
    expect(stdout + stderr).not.toMatch(/pw-canary|joe/);
    expect(stdout + stderr).not.toContain(testToken);
  },
);

test.each([
  ['Storefront', 0, 'ok', /^Storefront → wsp_\w+ \(--workspace\)$/],
  ['Storefrnt', 11, 'fail', /no workspace has the id or name Storefrnt/],
])('a workspace may be given by its name: %s', async (name, status, expected, message) => {
  const { found, exitCode, stderr } = await examine(['-w', name, '--sandbox']);
  expect([exitCode, found.get('workspace')?.status]).toEqual([status, expected]);
  expect(found.get('workspace')?.message).toMatch(message);
  expect(stderr).not.toContain('note: ');
});

test('the name of a workspace is not known if the service cannot be asked', async () => {
  const { found } = await examine(['-w', 'Storefront']);
  expect(found.get('workspace')).toMatchObject({
    status: 'warn',
    message: 'Storefront is a name, which only the service can look up',
  });
});
