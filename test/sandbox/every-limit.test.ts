import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sandbox, start, storefront } from './start.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(() => sandbox.close());

const connect = { key: 'custom', credentials: {} };
const person = { email: 'new@example.com', firstName: 'N', lastName: 'P', role: 'viewer' };
const filter = { workspaceId: 'wsp_storefront', title: 't', filter: 'f' };
const filters = '/v1/saved-filters';
const provider = 'PUT /v1/providers/prv_gcp';
const stored = `PUT ${filters}/flt_compute?${storefront}`;

/** An address of this many characters. */
const address = (length: number) => `${'e'.repeat(length - '@example.com'.length)}@example.com`;
const text = (length: number) => 'ü'.repeat(length);
const number = (value: number) => value;

/** Line, body, field, the value of a size, and the smallest and largest size that are accepted. */
const limits = [
  ['POST /v1/providers', connect, 'name', text, 0, 255],
  ['POST /v1/providers', connect, 'description', text, 0, 1000],
  ['POST /v1/providers', connect, 'syncFrequencyMinutes', number, 60, 1440],
  [provider, {}, 'description', text, 0, 1000],
  [provider, {}, 'syncFrequencyMinutes', number, 60, 1440],
  [`POST ${filters}`, filter, 'title', text, 0, 200],
  [`POST ${filters}`, filter, 'filter', text, 0, 4000],
  [stored, filter, 'title', text, 0, 200],
  [stored, filter, 'filter', text, 0, 4000],
  ['POST /v1/users', person, 'email', address, 13, 320],
  ['POST /v1/users', person, 'firstName', text, 0, 100],
  ['POST /v1/users', person, 'lastName', text, 0, 100],
] as const;

test.each(limits)(
  '%s %j: %s is accepted at both bounds and refused by name beyond them',
  async (line, body, field, make, smallest, largest) => {
    const send = (size: number) => sandbox.send(line, { body: { ...body, [field]: make(size) } });
    expect((await send(smallest)).status).toBeLessThan(300);
    expect((await send(largest)).status).toBeLessThan(300);
    const refused = [await send(largest + 1)];
    if (make === number) refused.push(await send(smallest - 1), await send(smallest + 0.5));
    for (const { status, body: problem } of refused) {
      expect(status).toBe(400);
      expect(Object.keys(problem.errors)).toEqual([field]);
      expect(problem.detail).toContain(field);
    }
  },
);

test('accepts only the four roles, with exact spelling', async () => {
  const statuses: Record<string, number> = {};
  for (const role of ['viewer', 'editor', 'integrationOwner', 'owner', 'Owner', 'admin', '']) {
    const body = { ...person, email: `${role || 'none'}@roles.example.com`, role };
    statuses[role] = (await sandbox.send('POST /v1/users', { body })).status;
  }
  expect(statuses).toEqual({
    viewer: 201,
    editor: 201,
    integrationOwner: 201,
    owner: 201,
    Owner: 400,
    admin: 400,
    '': 400,
  });
});
