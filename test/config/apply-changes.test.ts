import { array, assert, asyncProperty, constantFrom, option } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeContent } from '../../src/config/file-form.ts';
import { CostctlError } from '../../src/errors.ts';
import type { JsonObject } from '../../src/json/number.ts';
import { runs } from '../helpers/runs.ts';
import { build, content, keepFixed, toFile, toText } from './contents.ts';
import { apply, applyTo, planFor, pullOf, pullText } from './helpers.ts';
import { createOrganization, type Fault, type Organization } from './organization.ts';

const everything = { prune: ['filters', 'metrics', 'providers', 'workspaceProviders'] };

test('planning a pulled file finds no changes, and two pulls give the same bytes', async () => {
  await assert(
    asyncProperty(content, async (wanted) => {
      const organization = await build(wanted);
      const [id = ''] = organization.ids('workspace');
      const pulled = await pullText(organization, id);
      expect(await pullText(organization, id)).toBe(pulled);
      const { changes, unmanaged } = await planFor(organization, pulled, everything);
      expect([changes, unmanaged]).toEqual([[], []]);
    }),
    { numRuns: runs(50) },
  );
});

test('applying a pulled file to an empty organization recreates the original', async () => {
  await assert(
    asyncProperty(content, async (wanted) => {
      const organization = await build(wanted);
      const [id = ''] = organization.ids('workspace');
      const pulled = await pullOf(organization, id);
      const { id: _id, ...workspace } = pulled['workspace'] as JsonObject;
      const copy = createOrganization();
      await applyTo(copy, writeContent({ ...pulled, workspace }, [], {}));
      expect(copy.content()).toEqual(organization.content());
    }),
    { numRuns: runs(30) },
  );
});

test('after an apply the service matches the file exactly, and a plan is empty', async () => {
  await assert(
    asyncProperty(content, content, async (from, wanted) => {
      const organization = await build(from);
      const to = toText(toFile(keepFixed(from, wanted)));
      const outcomes = await applyTo(organization, to, everything);
      expect(outcomes.filter(({ fate }) => fate !== 'done')).toEqual([]);
      expect((await planFor(organization, to, everything)).changes).toEqual([]);
      const fresh = await build(keepFixed(from, wanted));
      expect(organization.content()).toEqual(fresh.content());
    }),
    { numRuns: runs(60) },
  );
});

describe('an apply that failed reaches the same result when it is run again', () => {
  const faults = array(
    option(constantFrom<Fault>('refused', 'lost before', 'lost after', 'interrupted'), { freq: 1 }),
    { minLength: 1, maxLength: 40 },
  );

  test('after any faults, without duplicates', async () => {
    await assert(
      asyncProperty(content, content, faults, async (from, wanted, wrong) => {
        const organization = await build(from);
        const to = toText(toFile(keepFixed(from, wanted)));
        const start = organization.counts.changes;
        organization.faultAt = (request) => wrong[request - start - 1] ?? undefined;
        // Each run makes at least one request more; a fault is met once.
        for (let run = 0; run <= wrong.length; run += 1) {
          const outcomes = await applyTo(organization, to, everything);
          for (const { change, fate, id } of outcomes) {
            if (fate === 'done' && change.action === 'create') expect(id).toBeDefined();
          }
          if (outcomes.every(({ fate }) => fate === 'done' || fate === 'unchanged')) break;
        }
        organization.faultAt = () => undefined;
        await applyTo(organization, to, everything);
        expect((await planFor(organization, to, everything)).changes).toEqual([]);
        const fresh = await build(keepFixed(from, wanted));
        expect(organization.content()).toEqual(fresh.content());
      }),
      { numRuns: runs(60) },
    );
  });

  test('after a fault at any request', async () => {
    const file = toText({
      version: 1,
      workspace: { name: 'Shop' },
      providers: [{ name: 'p', key: 'k' }],
      workspaceProviders: [{ provider: 'p' }],
      metrics: [{ name: 'm', unit: 'u' }],
      filters: [{ title: 't', filter: 'f' }],
      users: [{ email: 'a@b', firstName: 'a', lastName: 'b', role: 'viewer' }],
    });
    const whole = createOrganization();
    await applyTo(whole, file);
    for (const fault of ['interrupted', 'lost after', 'lost before', 'refused'] as const) {
      for (let at = 1; at <= 6; at += 1) {
        const organization = createOrganization();
        organization.faultAt = (request) => (request === at ? fault : undefined);
        const outcomes = await applyTo(organization, file);
        expect(outcomes).toHaveLength(6);
        await applyTo(organization, file);
        expect({ fault, at, content: organization.content() }).toEqual({
          ...{ fault, at, content: whole.content() },
        });
      }
    }
  });
});

test('one failed change skips only the changes that depend on it', async () => {
  const organization = createOrganization();
  const [provider] = organization.kinds.filter(({ kind }) => kind.name === 'providers');
  const file = toText({
    version: 1,
    workspace: { name: 'Shop' },
    providers: [
      { name: 'p', key: 'k' },
      { name: 'q', key: 'k', parent: 'p' },
      { name: 'r', key: 'k' },
    ],
    workspaceProviders: [{ provider: 'q' }, { provider: 'r' }],
    metrics: [{ name: 'm', unit: 'u' }],
  });
  const kinds = organization.kinds.map((managed) =>
    managed !== provider
      ? managed
      : {
          ...managed,
          access: {
            ...managed.access,
            create: async (workspace: string, fields: JsonObject) => {
              organization.faultAt = () => (fields['name'] === 'p' ? 'refused' : undefined);
              return managed.access.create?.(workspace, fields) ?? {};
            },
          },
        },
  );
  const outcomes = await applyTo({ ...organization, kinds }, file);
  expect(
    outcomes.map(({ change, fate, reason }) => [
      change.managed.kind.name,
      change.name,
      fate,
      reason,
    ]),
  ).toEqual([
    ['workspace', 'Shop', 'done', undefined],
    ['metrics', 'm', 'done', undefined],
    ['workspaceProviders', 'q', 'skipped', 'needs the provider q'],
    ['workspaceProviders', 'r', 'done', undefined],
    ['providers', 'p', 'failed', undefined],
    ['providers', 'q', 'skipped', 'needs the provider p'],
    ['providers', 'r', 'done', undefined],
  ]);
});

test('after an error that each request would meet, nothing more is sent', async () => {
  const organization = createOrganization();
  organization.add('workspace', '', { name: 'Shop' });
  const names = Array.from({ length: 12 }, (_, at) => `m${at}`);
  const items = names.map((name) => ({ name, unit: 'u' }));
  const file = toText({ version: 1, workspace: 'Shop', metrics: items });
  organization.faultAt = (request) => (request === 1 ? 'interrupted' : undefined);
  const outcomes = await applyTo(organization, file);
  // Four at once: those were on their way.
  expect(outcomes.filter(({ fate }) => fate === 'failed')).toHaveLength(1);
  expect(outcomes.slice(4).map(({ fate, reason }) => `${fate}: ${reason}`)).toEqual(
    names.slice(4).map(() => 'skipped: the run had ended'),
  );
  expect(organization.counts.changes).toBeLessThanOrEqual(4);
});

test('a secret that is to be sent again is sent, although nothing else differs', async () => {
  const organization = createOrganization();
  organization.add('workspace', '', { name: 'Shop' });
  const id = organization.add('providers', '', { name: 'p', key: 'aws' });
  const file = toText({
    version: 1,
    workspace: 'Shop',
    providers: [{ name: 'p', key: 'aws', credentials: { token: 'env:NEW' } }],
  });
  const sent: JsonObject[] = [];
  const kinds = organization.kinds.map((managed) => ({
    ...managed,
    access: {
      ...managed.access,
      update: async (item: { id: string }, fields: JsonObject) => {
        sent.push({ id: item.id, ...fields });
        return {};
      },
    },
  }));
  const outcomes = await applyTo({ ...organization, kinds }, file, { resend: true });
  expect(outcomes.map(({ fate }) => fate)).toEqual(['done']);
  expect(sent).toMatchObject([{ id, credentials: { token: 'env:NEW' } }]);
});

test('what the service cannot change is shown, and nothing is sent', async () => {
  const organization = createOrganization();
  organization.add('workspace', '', { name: 'Shop' });
  organization.add('users', '', { email: 'a@b', firstName: 'a', lastName: 'b', role: 'admin' });
  const text =
    'version: 1\nworkspace: Shop\nusers: [{email: a@b, firstName: a, lastName: b, role: viewer}]';
  const { changes } = await planFor(organization, text);
  expect(changes.map(({ action }) => action)).toEqual(['drift']);
  expect(await apply(changes)).toEqual([]);
});

/** The kinds, with another way to make a new item; `make` is the ordinary one. */
function creating(
  { kinds }: Organization,
  create: (
    make: () => Promise<JsonObject>,
    about: { readonly kind: string; readonly workspace: string },
  ) => Promise<JsonObject>,
) {
  return kinds.map((managed) => {
    const { access, kind } = managed;
    const own = async (workspace: string, fields: JsonObject) => {
      const make = async () => (await access.create?.(workspace, fields)) ?? {};
      return create(make, { kind: kind.name, workspace });
    };
    return { ...managed, access: { ...access, create: own } };
  });
}

describe('a service that answers a new item without its id', () => {
  test.each([
    ['is asked for the list', true, 'done met_2'],
    ['has not made what is not in the list', false, 'failed undefined'],
  ] as const)('%s', async (_name, isMade, expected) => {
    const organization = createOrganization();
    organization.add('workspace', '', { name: 'Shop' });
    const kinds = creating(organization, async (make) => {
      if (isMade) await make();
      return {};
    });
    const text = 'version: 1\nworkspace: Shop\nmetrics: [{name: m, unit: u}]';
    const outcomes = await applyTo({ ...organization, kinds }, text);
    expect(outcomes.map(({ fate, id }) => `${fate} ${id}`)).toEqual([expected]);
  });
});

test('what needs a new item gets the id of the list, if the answer had none', async () => {
  const organization = createOrganization();
  organization.add('workspace', '', { name: 'Shop' });
  const kinds = creating(organization, async (make, { kind }) => {
    const made = await make();
    return kind === 'providers' ? {} : made;
  });
  const text =
    'version: 1\nworkspace: Shop\nproviders: [{name: p, key: k}]\nworkspaceProviders: [{provider: p}]';
  const outcomes = await applyTo({ ...organization, kinds }, text);
  expect(outcomes.map(({ fate }) => fate)).toEqual(['done', 'done']);
  expect((await planFor(organization, text)).changes).toEqual([]);
});

describe('a new item whose answer is an error', () => {
  test.each([
    ['network', true, 'done'],
    ['server_error', true, 'done'],
    ['unexpected_response', true, 'done'],
    ['unexpected_response', false, 'failed'],
    ['conflict', true, 'failed'],
    ['conflict', false, 'failed'],
  ] as const)('%s, and in the list: %s', async (code, isMade, expected) => {
    const organization = createOrganization();
    organization.add('workspace', '', { name: 'Shop' });
    const kinds = creating(organization, async (make) => {
      if (isMade) await make();
      throw new CostctlError(code, 'no answer');
    });
    const text = 'version: 1\nworkspace: Shop\nmetrics: [{name: m, unit: u}]';
    const { changes } = await planFor({ ...organization, kinds }, text);
    const lists = organization.counts.lists;
    const [outcome] = await apply(changes);
    expect([outcome?.fate, outcome?.error?.code]).toEqual([
      expected,
      expected === 'done' ? undefined : code,
    ]);
    // A refusal needs no second look.
    expect(organization.counts.lists - lists).toBe(code === 'conflict' ? 1 : 2);
  });

  test('is looked for in its own workspace', async () => {
    const organization = createOrganization();
    const [shop] = ['Shop', 'Cart'].map((name) => organization.add('workspace', '', { name }));
    const kinds = creating(organization, async (make, { workspace }) => {
      if (workspace === shop) await make();
      throw new CostctlError('network', 'no answer');
    });
    const texts = ['Shop', 'Cart'].map((workspace) =>
      toText({ version: 1, workspace, metrics: [{ name: 'm', unit: 'u' }] }),
    );
    const outcomes = await applyTo({ ...organization, kinds }, texts);
    expect(outcomes.map(({ fate }) => fate)).toEqual(['done', 'failed']);
  });

  test('is not looked for in a dry run', async () => {
    const organization = createOrganization();
    const text = 'version: 1\nworkspace: {name: Shop}\nmetrics: [{name: m, unit: u}]';
    const { changes } = await planFor(organization, text);
    const lists = organization.counts.lists;
    const outcomes = await apply(changes, { dryRun: true });
    expect(outcomes.map(({ fate }) => fate)).toEqual(['done', 'done']);
    // Whether somebody else has made the workspace.
    expect(organization.counts.lists - lists).toBe(1);
  });
});

describe('if someone else changes the service between plan and apply', () => {
  const file =
    'version: 1\nworkspace: Shop\nmetrics: [{name: Orders, unit: cart}, {name: New, unit: n}]';

  async function applyAfter(disturb: (organization: Organization, shop: string) => void) {
    const organization = createOrganization();
    const shop = organization.add('workspace', '', { name: 'Shop' });
    organization.add('metrics', shop, { name: 'Orders', unit: 'order', labelColumns: [] });
    // The lists of a plan are read; then, before the changes, somebody else is quicker.
    const kinds = organization.kinds.map((managed) => ({ ...managed }));
    const { changes } = await planFor({ ...organization, kinds }, file);
    disturb(organization, shop);
    const outcomes = await apply(changes);
    return outcomes.map(({ fate, error }) => error?.message ?? fate);
  }

  test('a change that was already made is reported as unchanged', async () => {
    const outcomes = await applyAfter((organization, shop) => {
      const [orders = ''] = organization.ids('metrics');
      organization.change(orders, { unit: 'cart' });
      organization.add('metrics', shop, { name: 'New', unit: 'n', labelColumns: [] });
    });
    expect(outcomes).toEqual(['unchanged', 'unchanged']);
  });

  test('what needs an item that somebody else has made is done', async () => {
    const organization = createOrganization();
    const shop = organization.add('workspace', '', { name: 'Shop' });
    const text = toText({
      version: 1,
      workspace: 'Shop',
      // That these are the same cannot be seen.
      providers: [{ name: 'p', key: 'k', credentials: { token: 'env:TOKEN' } }],
      workspaceProviders: [{ provider: 'p' }],
    });
    const { changes } = await planFor(organization, text);
    const provider = organization.add('providers', '', { name: 'p', key: 'k' });
    const outcomes = await apply(changes);
    expect(new Set(outcomes.map(({ fate }) => fate))).toEqual(new Set(['unchanged', 'done']));
    const made = organization.kinds.find(({ kind }) => kind.name === 'workspaceProviders');
    for await (const record of made?.access.list?.(shop) ?? []) {
      expect(Object.values(record)).toContain(provider);
    }
    expect(organization.ids('workspaceProviders')).toHaveLength(1);
  });

  test.each([
    ['A@B', 'viewer', 'unchanged'],
    ['a@b', 'viewer', 'unchanged'],
    ['A@B', 'admin', 'user a@b: it has been created meanwhile, with another role'],
  ])('a user invited as %s and %s', async (email, role, expected) => {
    const organization = createOrganization();
    organization.add('workspace', '', { name: 'Shop' });
    const text =
      'version: 1\nworkspace: Shop\nusers: [{email: a@b, firstName: a, lastName: b, role: viewer}]';
    const { changes } = await planFor(organization, text);
    organization.add('users', '', { firstName: 'a', lastName: 'b', email, role });
    const [outcome] = await apply(changes);
    expect(outcome?.error?.message ?? outcome?.fate).toBe(expected);
  });

  test('what is left of a change that was half made is done', async () => {
    const organization = createOrganization();
    const shop = organization.add('workspace', '', { name: 'Shop' });
    const before = { title: 'Mine', filter: 'a', isDefault: false };
    const id = organization.add('filters', shop, before);
    const text =
      'version: 1\nworkspace: Shop\nfilters: [{title: Mine, filter: b, isDefault: true}]';
    const { changes } = await planFor(organization, text);
    organization.change(id, { filter: 'b' });
    expect((await apply(changes)).map(({ fate }) => fate)).toEqual(['done']);
    expect((await planFor(organization, text)).changes).toEqual([]);
  });

  test('a conflicting change is not overwritten', async () => {
    const outcomes = await applyAfter((organization, shop) => {
      const [orders = ''] = organization.ids('metrics');
      organization.change(orders, { unit: 'basket' });
      organization.add('metrics', shop, { name: 'New', unit: 'other', labelColumns: [] });
    });
    expect(outcomes).toEqual([
      'metric Orders: its unit has been changed meanwhile',
      'metric New: it has been created meanwhile, with another unit',
    ]);
  });

  test('a changed field that is not in the file causes no conflict', async () => {
    const outcomes = await applyAfter((organization) => {
      const [orders = ''] = organization.ids('metrics');
      organization.change(orders, { name: 'Sales' });
    });
    expect(outcomes).toEqual(['done', 'done']);
  });

  test.each([
    ['filters', { title: 'Mine', filter: 'a' }, { filter: 'b' }],
    ['filters', { title: 'Mine', filter: 'a' }, { title: 'Yours' }],
    ['metrics', { name: 'Mine', unit: 'a', labelColumns: [] }, { unit: 'b' }],
    ['providers', { name: 'Mine', key: 'aws', description: 'a' }, { description: 'b' }],
  ] as const)('of %s, %j that changes to %j is not deleted', async (kind, fields, changed) => {
    const organization = createOrganization();
    const shop = organization.add('workspace', '', { name: 'Shop' });
    const id = organization.add(kind, kind === 'providers' ? '' : shop, fields);
    const text = `version: 1\nworkspace: Shop\n${kind}: []`;
    const { changes } = await planFor(organization, text, { prune: [kind] });
    expect(changes).toMatchObject([{ action: 'delete' }]);
    organization.change(id, changed);
    const [outcome] = await apply(changes);
    expect(outcome?.error?.message).toContain('it has been changed meanwhile');
    expect(outcome?.error).toMatchObject({
      ...{ code: 'conflict', details: { hint: 'run costctl config plan again' } },
    });
    expect(organization.ids(kind)).toEqual([id]);
  });

  test.each(['refused', 'lost after'] as const)(
    'if the creation of a renamed item is %s, nothing is deleted from its list',
    async (fault) => {
      const organization = createOrganization();
      const shop = organization.add('workspace', '', { name: 'Shop' });
      const old = organization.add('filters', shop, { title: 'Old', filter: 'a' });
      const gone = organization.add('metrics', shop, { name: 'Gone', unit: 'a', labelColumns: [] });
      const text = 'version: 1\nworkspace: Shop\nmetrics: []\nfilters: [{title: New, filter: a}]';
      const prune = { prune: ['filters', 'metrics'] };
      const { changes } = await planFor(organization, text, prune);
      organization.faultAt = (request) => (request === 1 ? fault : undefined);
      const outcomes = await apply(changes);
      expect(outcomes.map(({ change, fate, reason }) => [change.name, fate, reason])).toEqual([
        ['New', fault === 'refused' ? 'failed' : 'done', undefined],
        ['Gone', 'done', undefined],
        ['Old', 'skipped', 'waits for the filter New'],
      ]);
      expect(organization.ids('filters')).toContain(old);
      expect(organization.ids('metrics')).not.toContain(gone);
      organization.faultAt = () => undefined;
      await applyTo(organization, text, prune);
      expect((await planFor(organization, text, prune)).changes).toEqual([]);
      expect(organization.ids('filters')).toHaveLength(1);
    },
  );

  describe('an item that is to be deleted', () => {
    async function removeAfter(
      disturb: (organization: Organization, id: string) => void,
      read?: (record: JsonObject) => JsonObject,
    ) {
      const organization = createOrganization();
      const shop = organization.add('workspace', '', { name: 'Shop' });
      const id = organization.add('filters', shop, { title: 'Mine', filter: 'a' });
      organization.add('filters', shop, { title: 'Other', filter: 'a' });
      const kinds = organization.kinds.map((managed) => {
        const { access } = managed;
        const whole = access.read;
        if (read === undefined || whole === undefined) return managed;
        const change = async (place: string, wanted: string) => read(await whole(place, wanted));
        return { ...managed, access: { ...access, read: change } };
      });
      const text = 'version: 1\nworkspace: Shop\nfilters: [{title: Other, filter: a}]';
      const { changes } = await planFor({ ...organization, kinds }, text, { prune: ['filters'] });
      expect(changes).toMatchObject([{ action: 'delete', id }]);
      disturb(organization, id);
      const before = organization.counts.changes;
      const outcomes = await apply(changes);
      const sent = organization.counts.changes - before;
      const shown = outcomes.map(({ fate, id, error }) =>
        error === undefined ? `${fate} ${id}` : `${error.code}: ${error.message}`,
      );
      return [...shown, sent];
    }

    test('and is gone by then is unchanged', async () => {
      const outcomes = await removeAfter((organization, id) => organization.drop(id));
      expect(outcomes).toEqual(['unchanged fil_2', 0]);
    });

    test.each(['network', 'forbidden'] as const)('is not if reading it fails: %s', async (code) => {
      const outcomes = await removeAfter(
        () => undefined,
        () => {
          throw new CostctlError(code, 'no answer');
        },
      );
      expect(outcomes).toEqual([`${code}: no answer`, 0]);
    });

    test.each([{ id: 'fil_3' }, { id: null }])('is not if the answer has %j', async (other) => {
      const outcomes = await removeAfter(
        () => undefined,
        (record) => ({ ...record, ...other }),
      );
      const message = 'the service answered with another record than filter Mine (fil_2)';
      expect(outcomes).toEqual([`unexpected_response: ${message}`, 0]);
    });
  });

  test('a deleted item is reported', async () => {
    const outcomes = await applyAfter((organization) => {
      const [orders = ''] = organization.ids('metrics');
      organization.drop(orders);
    });
    expect(outcomes).toEqual(['there is no met_2', 'done']);
  });
});
