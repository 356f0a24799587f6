import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveSandbox } from '../../src/sandbox/server.ts';
import { createContext } from '../helpers/context.ts';
import { answer, type Reply } from '../helpers/loopback.ts';
import { readFiles, secretToken } from './program.ts';
import { openPlace, type Place } from './service.ts';

let place: Place;

beforeEach(() => {
  place = openPlace();
});

afterEach(() => place.close());

/** The places that a run may write to, and a profile that keeps the token. */
function addProfile(url: string): Readonly<Record<string, string>> {
  const folders = {
    HOME: 'home',
    TMPDIR: 'temporary',
    XDG_CACHE_HOME: 'cache',
    XDG_STATE_HOME: 'state',
  };
  const env = Object.fromEntries(
    Object.entries(folders).map(([name, at]) => [name, join(place.folder, at)]),
  );
  for (const folder of Object.values(env)) mkdirSync(folder, { recursive: true });
  const profiles = { work: { baseUrl: url, token: secretToken } };
  mkdirSync(join(place.folder, 'home/.config/costctl'), { recursive: true });
  writeFileSync(join(place.folder, profileFile), JSON.stringify({ current: 'work', profiles }));
  return env;
}

const profileFile = 'home/.config/costctl/config.json';

/** The files that hold the token, by their paths. */
function findToken(): string[] {
  const spellings = [secretToken, Buffer.from(secretToken).toString('base64')];
  return [...readFiles(place.folder)]
    .filter(([, bytes]) => spellings.some((text) => bytes.includes(text)))
    .map(([path]) => path);
}

const stored = [profileFile];

const costs = 'costs export --from 2026-10-01 --to 2026-10-03';
const metric = 'bmt_orders values.csv -w wsp_storefront';

test.each([
  ['workspaces list -O list.json --debug', 'list.json'],
  [`${costs} -O costs.csv --receipt costs.receipt.json`, 'costs.receipt.json'],
  [`${costs} -O costs.parquet`, 'costs.parquet'],
  [`metrics import ${metric} --skip-invalid --rejects rejects.csv`, 'rejects.csv'],
  [`api import ${join(process.cwd(), 'test/openapi.yaml')}`, 'home/.config/costctl/described'],
  ['__complete 3 -- costctl workspaces get', profileFile],
  ['doctor', profileFile],
  ['--sandbox filters create --title a --filter b', 'home/.config/costctl/sandbox.jsonl'],
  ['profiles set work timeout=30', profileFile],
])('after %s only the profile file contains the token', async (line, written) => {
  const sandbox = await serveSandbox({
    context: createContext(),
    tokens: { organization: secretToken, workspace: 'tok_of_a_workspace' },
    rowsPerDay: 10,
  });
  try {
    const env = addProfile(sandbox.url);
    writeFileSync(
      join(place.folder, 'values.csv'),
      'date,amount,region\n2026-10-01,1,eu\nx,1,eu\n',
    );
    const ended = await place.costctl(undefined, line.split(' '), { env });
    expect([0, 9], ended.stderr).toContain(ended.status);
    expect(existsSync(join(place.folder, written)), ended.stderr).toBe(true);
    expect(findToken()).toEqual(stored);
  } finally {
    await sandbox.close();
  }
});

/** One day is read whole, the next one breaks off after its first page. */
const breakingOff: Reply = (socket, request) => {
  const asked = new URL(request.path, 'http://localhost').searchParams;
  const [from, to] = [asked.get('startDate'), asked.get('endDate')];
  const totalRecords = (from === '2026-10-01' ? 1 : 0) + (to === '2026-10-01' ? 0 : 100_000);
  const rows = Math.min(totalRecords, Number(asked.get('limit')));
  const data = Array.from({ length: rows }, () => ({ date: from, cost: 1 }));
  const page = { data, meta: { totalRecords }, links: { next: null } };
  const isBroken = asked.get('page') !== '1';
  answer(isBroken ? 500 : 200, isBroken ? { title: 'broken' } : page)(socket, request);
};

test('the data that an export keeps for --resume contains no token', async () => {
  const service = await place.serve(breakingOff);
  const env = addProfile(service.url.href);
  const line = [
    'costs',
    'export',
    '--from',
    '2026-10-01',
    '--to',
    '2026-10-02',
    '-O',
    'costs.csv',
    '--retries',
    '0',
  ];
  const ended = await place.costctl(undefined, line, { env });
  expect(ended.status).toBe(1);
  expect(existsSync(join(place.folder, 'costs.csv.part/journal'))).toBe(true);
  expect(findToken()).toEqual(stored);
});

test('an edited record that is stored after a failure contains no token', async () => {
  const record = { id: 'wsp_a', name: 'a' };
  const service = await place.serve(answer(200, record), answer(500, { title: 'broken' }));
  const env = addProfile(service.url.href);
  const editor = join(place.folder, 'editor');
  writeFileSync(editor, `#!/bin/sh\nprintf '{"id":"wsp_a","name":"b"}' > "$1"\n`, { mode: 0o700 });
  const ended = await place.costctl(undefined, ['workspaces', 'edit', 'wsp_a', '--retries', '0'], {
    env: { ...env, EDITOR: editor },
  });
  expect(ended.status).toBe(1);
  expect([...readFiles(join(place.folder, 'temporary')).values()].join()).toContain('"name":"b"');
  expect(findToken()).toEqual(stored);
});
