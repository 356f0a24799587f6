import { array, assert, asyncProperty, constantFrom, option } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeContent } from '../../src/config/file-form.ts';
import { CostctlError } from '../../src/errors.ts';
import type { JsonObject } from '../../src/json/number.ts';
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
    { numRuns: 50 },
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
    { numRuns: 30 },
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
    { numRuns: 60 },
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
      { numRuns: 60 },
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

describe('a service that answers a new item without its id', () => {
  test.each([
    ['is asked for the list', true, 'done met_2'],
    ['has not made what is not in the list', false, 'failed undefined'],
  ] as const)('%s', async (_name, isMade, expected) => {
    const organization = createOrganization();
    organization.add('workspace', '', { name: 'Shop' });
    const kinds = organization.kinds.map((managed) => {
      const { access } = managed;
      const create = async (workspace: string, fields: JsonObject) => {
        if (isMade) await access.create?.(workspace, fields);
        return {};
      };
      return { ...managed, access: { ...access, create } };
    });
    const text = 'version: 1\nworkspace: Shop\nmetrics: [{name: m, unit: u}]';
    const outcomes = await applyTo({ ...organization, kinds }, text);
    expect(outcomes.map(({ fate, id }) => `${fate} ${id}`)).toEqual([expected]);
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
    expect(organization.ids(kind)).toEqual([id]);
  });

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
      return [...outcomes.map(({ fate, id, error }) => error?.message ?? `${fate} ${id}`), sent];
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
      expect(outcomes).toEqual(['no answer', 0]);
    });

    test.each([{ id: 'fil_3' }, { id: null }])('is not if the answer has %j', async (other) => {
      const outcomes = await removeAfter(
        () => undefined,
        (record) => ({ ...record, ...other }),
      );
      const message = 'the service answered with another record than filter Mine (fil_2)';
      expect(outcomes).toEqual([message, 0]);
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
