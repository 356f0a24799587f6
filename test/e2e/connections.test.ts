import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listed, openPlace } from './service.ts';

const place = openPlace();
afterAll(() => place.close());

/** Loaded before the program: writes down every address that is connected to or looked up. */
const spy = join(place.folder, 'spy.cjs');
writeFileSync(
  spy,
  `const { appendFileSync } = require('node:fs');
const note = (words) => appendFileSync(process.env.SPY_FILE, words + '\\n');
const { Socket } = require('node:net');
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...words) {
  const [options] = words.flat();
  note('connect ' + options.host + ':' + options.port);
  return connect.apply(this, words);
};
const dns = require('node:dns');
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
  const original = dns[name];
  dns[name] = (host, ...words) => (note('look up ' + host), original(host, ...words));
}
`,
);

let runs = 0;

/** What a line connects to or looks up. */
async function addressesOf(line: readonly string[], url: URL | undefined): Promise<string[]> {
  runs += 1;
  const file = join(place.folder, `addresses-${runs}.txt`);
  const env = { NODE_OPTIONS: `--require ${JSON.stringify(spy)}`, SPY_FILE: file };
  const { status, stderr } = await place.costctl(url && { url }, line, { env });
  expect(`${status} ${stderr}`).toMatch(/^0 /);
  const noted = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return [...new Set(noted)];
}

test.each([
  [['--version']],
  [['--help']],
  [['help', 'output']],
  [['profiles', 'list']],
  [['api', 'operations']],
  [['completion', 'bash']],
])('%j makes no connection', async (line) => {
  expect(await addressesOf(line, undefined)).toEqual([]);
});

test.each([
  [['--sandbox', 'providers', 'list']],
  [['--sandbox', 'costs', 'export', '--last', '2d', '-q']],
  [['--sandbox', 'doctor']],
])('%j connects only to the local host', async (line) => {
  const addresses = await addressesOf(line, undefined);
  expect(addresses.filter((one) => !/^(look up|connect) 127\.0\.0\.1(:|$)/.test(one))).toEqual([]);
});

test('a command connects only to the base address', async () => {
  const service = await place.serve(listed({ id: 'wsp_a', name: 'a' }));
  const { hostname, port } = service.url;
  const addresses = await addressesOf(['workspaces', 'list'], service.url);
  expect(addresses).toEqual([`connect ${hostname}:${port}`]);
});
