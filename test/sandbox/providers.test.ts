import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sandbox, start } from './start.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(() => sandbox.close());

const sync = (id: string, body?: unknown) =>
  sandbox.send(`POST /v1/providers/${id}/sync`, { body });

async function newestRun(id: string) {
  const { body } = await sandbox.send(`GET /v1/providers/${id}/sync-history?limit=1`);
  return body.entries[0];
}

test('a sync runs for two seconds and then succeeds', async () => {
  expect((await sync('prv_aws_main')).body).toEqual({ triggered: true, message: null });
  expect(await newestRun('prv_aws_main')).toEqual({
    startedAt: '2026-11-15T12:00:00Z',
    status: 'running',
    recordsIngested: 0,
  });
  expect((await sandbox.send('GET /v1/providers/prv_aws_main')).body.status).toBe('syncing');
  sandbox.clock.advance(2_000);
  expect(await newestRun('prv_aws_main')).toEqual({
    startedAt: '2026-11-15T12:00:00Z',
    completedAt: '2026-11-15T12:00:02Z',
    status: 'succeeded',
    recordsIngested: expect.any(Number),
  });
  const { body } = await sandbox.send('GET /v1/providers/prv_aws_main');
  expect(body).toMatchObject({
    status: 'active',
    lastSyncAt: '2026-11-15T12:00:02Z',
    lastSyncStatus: 'succeeded',
    lastSyncError: null,
  });
});

test('a full sync takes longer', async () => {
  await sync('prv_gcp', { fullSync: true });
  sandbox.clock.advance(5_999);
  expect((await newestRun('prv_gcp')).status).toBe('running');
  sandbox.clock.advance(1);
  expect((await newestRun('prv_gcp')).status).toBe('succeeded');
});

test('does not start a sync while another one runs', async () => {
  await sync('prv_gcp');
  expect((await sync('prv_gcp')).body).toMatchObject({ triggered: false });
  sandbox.clock.advance(2_000);
  expect((await sync('prv_gcp')).body).toMatchObject({ triggered: true });
});

test('every seventh sync fails', async () => {
  const outcomes: boolean[] = [];
  for (let run = 0; run < 8; run += 1) {
    await sync('prv_azure');
    sandbox.clock.advance(3_000);
    outcomes.push('errorMessage' in (await newestRun('prv_azure')));
  }
  expect(outcomes).toEqual([false, false, false, false, false, false, true, false]);
});

test('new credentials make a failing provider work', async () => {
  const line = 'POST /v1/providers/prv_snowflake/test';
  const failed = await sandbox.send(line);
  expect(failed.body).toMatchObject({ success: false, message: expect.any(String) });
  expect((await newestRun('prv_snowflake')).errorMessage).toBe(failed.body.message);
  expect((await sandbox.send('GET /v1/providers/prv_snowflake')).body.status).toBe('error');
  const body = { credentials: { privateKey: 'new' } };
  await sandbox.send('PUT /v1/providers/prv_snowflake', { body });
  expect((await sandbox.send(line)).body).toMatchObject({ success: true });
});

test('adds no scheduled sync while the service runs', async () => {
  const before = await newestRun('prv_kubernetes');
  sandbox.clock.advance(86_400_000);
  expect(await newestRun('prv_kubernetes')).toEqual(before);
});

test('limits the sync history to 1 to 100 entries, newest first', async () => {
  const line = 'GET /v1/providers/prv_kubernetes/sync-history';
  const entriesOf = async (query: string) => (await sandbox.send(line + query)).body.entries;
  expect(await entriesOf('')).toHaveLength(20);
  expect(await entriesOf('?limit=0')).toHaveLength(1);
  const entries = await entriesOf('?limit=1000');
  const starts = entries.map((entry: { startedAt: string }) => entry.startedAt);
  expect(starts).toEqual([...starts].sort().reverse());
  for (const { startedAt, completedAt, recordsIngested } of entries) {
    expect([completedAt > startedAt, recordsIngested >= 0]).toEqual([true, true]);
  }
});

test('shows a connected provider as sent, without its credentials', async () => {
  const body = {
    key: 'kubernetes',
    credentials: { agentToken: 'secret' },
    name: 'Cluster green',
    description: 'd',
    parentProviderId: { Value: 'prv_aws_main' },
    externalId: 'x',
    settings: { clusterName: 'green' },
    syncFrequencyMinutes: 120,
  };
  const connected = await sandbox.send('POST /v1/providers', { body });
  const { id } = connected.body;
  expect(connected.body).toEqual({
    id,
    type: 'container',
    key: 'kubernetes',
    name: 'Cluster green',
  });
  const { body: provider, text } = await sandbox.send(`GET /v1/providers/${id.Value}`);
  expect(text).not.toContain('secret');
  expect(provider).toMatchObject({
    id,
    status: 'pending',
    description: 'd',
    parentProviderId: { Value: 'prv_aws_main' },
    externalId: 'x',
    lastSyncAt: null,
    syncFrequencyMinutes: 120,
  });
});

test('an update clears null properties and keeps the ones not named', async () => {
  await sandbox.send('PUT /v1/providers/prv_aws_main', { body: { description: null } });
  expect((await sandbox.send('GET /v1/providers/prv_aws_main')).body).toMatchObject({
    description: null,
    externalId: '104729385610',
    updatedAt: '2026-11-15T12:00:00Z',
  });
});

test('available providers list their requirements', async () => {
  const { body } = await sandbox.send('GET /v1/providers/available');
  expect(body.find((one: { key: string }) => one.key === 'kubernetes')).toMatchObject({
    requiredCredentialFields: ['agentToken'],
    requiresParentProvider: true,
  });
});
