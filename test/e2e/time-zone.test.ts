import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../helpers/needs.ts';
import { createFolder, removeFolder, runProgram } from './program.ts';

const minute = 60_000;
const at = (time: number) => new Date(time).toISOString().slice(0, 19);

/** When a provider was last synced; its next sync is an hour later. */
let lastSyncAt = '';

const server = createServer((_request, response) => {
  const provider = {
    id: 'prv_one',
    providerKey: 'aws',
    displayName: 'One',
    lastSyncAt,
    syncFrequencyMinutes: 60,
  };
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({ data: [provider], links: {}, meta: { page: 1, limit: 100, totalRecords: 1 } }),
  );
});

beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => server.close());

const zones = ['Pacific/Auckland', 'America/Los_Angeles', 'UTC'];
const forms: [string, (text: string) => string][] = [
  ['with a zone', (text) => `${text}Z`],
  ['without one', (text) => text],
  ['with a space', (text) => text.replace('T', ' ')],
  ['with a fraction', (text) => `${text}.1234567`],
];
const cases = zones.flatMap((zone) => forms.map(([name, form]) => ({ zone, name, form })));

test.each(cases)('in $zone, a sync time $name is judged as UTC', async ({ zone, form }) => {
  const { port } = server.address() as AddressInfo;
  const env = {
    TZ: zone,
    COSTCTL_BASE_URL: `http://127.0.0.1:${port}`,
    COSTCTL_TOKEN: 'tok_of_a_test_0123456789',
  };
  const judge = async (minutesAgo: number) => {
    lastSyncAt = form(at(Date.now() - minutesAgo * minute));
    const { stdout } = await runProgram(['providers', 'status', '-o', 'json'], {
      env,
      unpublished: true,
    });
    return JSON.parse(stdout)[0].verdict;
  };
  expect(await judge(30)).toBe('ok');
  expect(await judge(150)).toBe('overdue');
});

describe('costs query', () => {
  needs('@duckdb/node-api');
  const folder = createFolder();
  afterAll(() => removeFolder(folder));

  test.each(zones)('in %s, the day of a moment is that of UTC', async (zone) => {
    const env = { TZ: zone, COSTCTL_CONFIG_DIR: join(folder, 'config') };
    const [file, mirror] = [join(folder, 'a.csv'), join(folder, zone.replace('/', '-'))];
    writeFileSync(
      file,
      'date,cost,currency\n2026-10-01T01:00:00Z,1,USD\n2026-10-01T23:00:00Z,2,USD\n',
    );
    const made = await runProgram(['costs', 'mirror', mirror, '--files', file, '-q'], { env });
    expect(made.status).toBe(0);
    const sql =
      'SELECT "date"::TIMESTAMPTZ AS at, "date"::TIMESTAMPTZ::DATE AS day FROM costs ORDER BY 1';
    const asked = ['costs', 'query', sql, '--mirror', mirror, '-o', 'csv'];
    const { stdout } = await runProgram(asked, { env });
    expect(stdout).toBe(
      'at,day\n2026-10-01 01:00:00+00,2026-10-01\n2026-10-01 23:00:00+00,2026-10-01\n',
    );
  });
});
