import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from './program.ts';

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
