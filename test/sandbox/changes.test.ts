import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, start, storefront } from './start.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await start();
});

afterEach(() => sandbox.close());

const all = 'page=1&limit=100';

interface Named {
  readonly id: string | { readonly Value: string };
}

async function idsOf(target: string): Promise<string[]> {
  const { body } = await sandbox.send(`GET ${target}`);
  return body.data.map(({ id }: Named) => (typeof id === 'string' ? id : id.Value));
}

describe('workspaces', () => {
  test('there are three, and the first is the default', async () => {
    expect(await idsOf(`/v1/workspaces?${all}`)).toEqual([
      'wsp_storefront',
      'wsp_platform',
      'wsp_forschung-eu',
    ]);
  });

  test('a new workspace keeps the sent data digit by digit and gets its own id', async () => {
    const sent = '{"id":"wsp_mine","name":"N","budget":12345678901234567890.10,"tags":["a"]}';
    const { body } = await sandbox.send('POST /v1/workspaces', { body: sent });
    const stored = await sandbox.send(`GET /v1/workspaces/${body.id}`);
    expect(body.id).not.toBe('wsp_mine');
    expect(stored.text).toContain('"budget":12345678901234567890.10,"tags":["a"]');
  });

  test('an update changes only the properties that it names', async () => {
    const before = await sandbox.send('GET /v1/workspaces/wsp_storefront');
    const body = { id: 'wsp_other', createdAt: 'never', owners: ['me'] };
    const { text } = await sandbox.send('PUT /v1/workspaces/wsp_storefront', { body });
    const after = await sandbox.send('GET /v1/workspaces/wsp_storefront');
    expect(after.text).toBe(text);
    expect(after.text).toContain('"monthlyBudget":125000.1234567890123456789');
    expect(after.body).toEqual({
      ...before.body,
      owners: ['me'],
      updatedAt: '2026-11-15T12:00:00Z',
    });
  });

  test('deleting a workspace deletes its contents but not the providers', async () => {
    const providers = await idsOf(`/v1/providers?${all}`);
    expect((await sandbox.send('DELETE /v1/workspaces/wsp_platform')).status).toBe(204);
    for (const target of [
      '/v1/workspaces/wsp_platform',
      '/v1/business-metrics/bmt_builds?workspaceId=wsp_platform',
      '/v1/saved-filters?workspaceId=wsp_platform',
      '/v1/workspace-providers/wpr_platform_gcp?workspaceId=wsp_platform',
    ]) {
      expect((await sandbox.send(`GET ${target}`)).status).toBe(404);
    }
    expect(await idsOf(`/v1/providers?${all}`)).toEqual(providers);
    const { body } = await sandbox.send(
      'GET /v1/costs?startDate=2026-10-01&endDate=2026-10-01&limit=5000',
    );
    const billed = new Set(body.data.map((row: { workspaceId: string }) => row.workspaceId));
    expect([...billed]).toEqual(['wsp_storefront', 'wsp_forschung-eu']);
  });
});

describe('workspace providers', () => {
  test('a connection is enabled for all accounts or for a list of them', async () => {
    const line = 'POST /v1/workspace-providers';
    const some = { workspaceId: 'wsp_storefront', providerId: 'prv_gcp', accounts: ['a', 'b'] };
    const every = { workspaceId: 'wsp_platform', providerId: { Value: 'prv_azure' } };
    expect((await sandbox.send(line, { body: some })).body).toMatchObject({
      providerId: { Value: 'prv_gcp' },
      enabled: true,
      allAccounts: false,
      accounts: ['a', 'b'],
    });
    expect((await sandbox.send(line, { body: every })).body).toMatchObject({
      providerId: { Value: 'prv_azure' },
      allAccounts: true,
      accounts: [],
    });
  });

  test('a connection can be turned off, and its accounts can be replaced', async () => {
    const line = 'PUT /v1/workspace-providers/wpr_storefront_aws';
    const off = await sandbox.send(line, { body: { enabled: false } });
    expect(off.body).toMatchObject({ enabled: false, accounts: ['412583920174', '730194825561'] });
    const replaced = await sandbox.send(line, { body: { accounts: ['1'] } });
    expect(replaced.body).toMatchObject({ enabled: false, accounts: ['1'] });
  });

  test('removing a connection does not affect the provider or other workspaces', async () => {
    const target = '/v1/workspace-providers/wpr_platform_gcp?workspaceId=wsp_platform';
    await sandbox.send(`DELETE ${target}`);
    expect((await sandbox.send(`GET ${target}`)).status).toBe(404);
    expect((await sandbox.send('GET /v1/providers/prv_gcp')).status).toBe(200);
    expect(await idsOf(`/v1/workspace-providers?workspaceId=wsp_forschung-eu&${all}`)).toContain(
      'wpr_forschung_gcp',
    );
  });

  test('removing a provider removes it from the workspaces', async () => {
    await sandbox.send('DELETE /v1/providers/prv_gcp');
    expect(await idsOf(`/v1/workspace-providers?workspaceId=wsp_forschung-eu&${all}`)).toEqual([
      'wpr_forschung_azure',
    ]);
  });
});

describe('saved filters', () => {
  test('a new default replaces the old one', async () => {
    const body = { workspaceId: 'wsp_storefront', title: 'Mine', filter: 'x', isDefault: true };
    await sandbox.send('POST /v1/saved-filters', { body });
    const list = await sandbox.send(`GET /v1/saved-filters?${storefront}`);
    const defaults = list.body.data.filter((one: { isDefault: boolean }) => one.isDefault);
    expect(defaults.map((one: { title: string }) => one.title)).toEqual(['Mine']);
  });

  test('lengths count characters, not code units', async () => {
    const body = { workspaceId: 'wsp_storefront', title: '😀'.repeat(200) };
    expect((await sandbox.send('POST /v1/saved-filters', { body })).status).toBe(201);
  });
});

describe('users', () => {
  const invite = (email: string) =>
    sandbox.send('POST /v1/users', { body: { email, role: 'viewer' } });

  test.each([
    ['a member', 'MARA@example.com', 409],
    ['a suspended person', 'pavel@example.com', 409],
    ['a person invited before', 'noor@example.com', 201],
    ['a person whose invitation ran out', 'tomas@example.com', 201],
    ['a removed person', 'greta@example.com', 201],
    ['a stranger', 'somebody@example.com', 201],
  ])('inviting %s, %s, is answered %i', async (_who, email, status) => {
    expect((await invite(email)).status).toBe(status);
  });

  test('an invitation is valid for seven days and then leaves the list', async () => {
    const { id } = (await invite('new@example.com')).body;
    const user = await sandbox.send(`GET /v1/users/${id}`);
    expect(user.body).toMatchObject({
      status: 'invited',
      inviteExpiresAt: '2026-11-22T12:00:00Z',
    });
    sandbox.clock.advance(7 * 86_400_000 - 1);
    expect(await idsOf(`/v1/users?${all}`)).toContain(id);
    sandbox.clock.advance(1);
    expect(await idsOf(`/v1/users?${all}`)).not.toContain(id);
    expect(await idsOf(`/v1/users?${all}&includeRemoved=true`)).toContain(id);
    expect((await sandbox.send(`GET /v1/users/${id}`)).body.status).toBe('expired');
  });

  test('a repeated invitation keeps its id and is valid for another seven days', async () => {
    const first = await invite('new@example.com');
    sandbox.clock.advance(86_400_000);
    const again = await invite('New@example.com');
    expect(again.body.id).toBe(first.body.id);
    const user = await sandbox.send(`GET /v1/users/${first.body.id}`);
    expect(user.body.inviteExpiresAt).toBe('2026-11-23T12:00:00Z');
  });

  test('lists removed people only if requested', async () => {
    expect(await idsOf(`/v1/users?${all}`)).not.toContain('usr_greta');
    expect(await idsOf(`/v1/users?${all}&includeRemoved=true`)).toContain('usr_greta');
  });
});

test('records have ids of their own, even if the same random numbers are drawn again', async () => {
  const alike = await start({}, undefined, () => 0.5);
  const body = { workspaceId: 'wsp_storefront', title: 't', filter: 'f' };
  const ids = new Set<string>();
  for (const title of ['a', 'b', 'c']) {
    const created = await alike.send('POST /v1/saved-filters', { body: { ...body, title } });
    ids.add(created.body.id.Value ?? created.body.id);
  }
  await alike.close();
  expect([...ids].map((id) => id.slice(0, 4))).toEqual(['flt_', 'flt_', 'flt_']);
});

test.each([
  [10 * 1024 * 1024, 400],
  [10 * 1024 * 1024 + 1, 413],
])('a body of %i bytes is answered with %i', async (size, status) => {
  const answer = await sandbox.send('POST /v1/workspaces', { body: 'x'.repeat(size) });
  expect(answer.status).toBe(status);
});
