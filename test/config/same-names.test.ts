import { expect, test } from 'vitest';
import { makePlan } from '../../src/config/make-plan.ts';
import { builtInKinds, type Kind, type ManagedKind } from '../../src/config/managed-kinds.ts';
import type { JsonObject } from '../../src/json/number.ts';
import { createLimit } from '../../src/limit.ts';
import { toText } from './contents.ts';
import { apply, applyTo, isSecretName, noOptions, planFor, readFilesOf } from './helpers.ts';
import { createOrganization } from './organization.ts';

test('two items of one name, each with its id, are both changed', async () => {
  const organization = createOrganization();
  const shop = organization.add('workspace', '', { name: 'Shop' });
  const one = organization.add('metrics', shop, { name: 'Orders', unit: 'old' });
  const other = organization.add('metrics', shop, { name: 'Orders', unit: 'old' });
  const file = toText({
    version: 1,
    workspace: shop,
    metrics: [
      { id: one, name: 'Orders', unit: 'first' },
      { id: other, name: 'Orders', unit: 'second' },
    ],
  });
  const outcomes = await applyTo(organization, file);
  expect(outcomes.map(({ id, fate }) => [id, fate])).toEqual([
    [one, 'done'],
    [other, 'done'],
  ]);
  expect((await planFor(organization, file)).changes).toEqual([]);
});

test('an item that is renamed and another one of its new name each need an id', async () => {
  const organization = createOrganization();
  const shop = organization.add('workspace', '', { name: 'Shop' });
  const id = organization.add('filters', shop, { title: 'a', filter: 'f', isDefault: false });
  const filters = [
    { id, title: 'b', filter: 'f' },
    { title: 'b', filter: 'g' },
  ];
  const plan = planFor(organization, toText({ version: 1, workspace: shop, filters }));
  await expect(plan).rejects.toThrow('the filter b is described at');
});

test('a use of a new provider whose response was lost is found again', async () => {
  const organization = createOrganization();
  const shop = organization.add('workspace', '', { name: 'Shop' });
  organization.faultAt = (request) => (request === 2 ? 'lost after' : undefined);
  const file = toText({
    version: 1,
    workspace: shop,
    providers: [{ name: 'p', key: 'k' }],
    workspaceProviders: [{ provider: 'p' }],
  });
  const outcomes = await applyTo(organization, file);
  expect(outcomes.map(({ change, fate }) => [change.managed.kind.name, fate])).toEqual([
    ['workspaceProviders', 'done'],
    ['providers', 'done'],
  ]);
});

/** A kind as an imported document gives it: its items name a metric and a person. */
const budgets: Kind = {
  name: 'budgets',
  noun: 'budget',
  scope: 'workspace',
  identity: 'name',
  fields: {
    name: { form: { type: ['string'] }, required: true },
    metricId: { form: { type: ['string'] }, refersTo: 'metrics' },
    userId: { form: { type: ['string'] }, refersTo: 'users' },
  },
};

function withBudgets() {
  const organization = createOrganization();
  const created: JsonObject[] = [];
  const managed: ManagedKind = {
    kind: budgets,
    access: {
      list: async function* () {},
      create: async (workspaceId, fields) => {
        created.push({ workspaceId, ...fields });
        return { id: `bud_${created.length}` };
      },
      toFields: (record) => record,
    },
  };
  const kinds = [...organization.kinds, managed];
  const plan = (...files: JsonObject[]) =>
    makePlan({
      desired: readFilesOf(files.map(toText), {}, [...Object.values(builtInKinds), budgets]),
      kinds,
      options: noOptions,
      workspace: () => '',
      limit: createLimit(4),
      isSecretName,
    });
  return { organization, created, plan };
}

test('a name refers to the new item of its own workspace, not to one of another', async () => {
  const { organization, created, plan } = withBudgets();
  const [one, other] = ['One', 'Other'].map((name) => organization.add('workspace', '', { name }));
  const fileOf = (workspace = '') => ({
    version: 1,
    workspace,
    metrics: [{ name: 'Orders', unit: 'order' }],
    budgets: [{ name: 'b', metricId: 'Orders' }],
  });
  const { metrics: _metrics, ...lacking } = fileOf(other);
  await expect(plan(fileOf(one), lacking)).rejects.toThrow('there is no metric named Orders');
  const { changes } = await plan(fileOf(one), fileOf(other));
  const outcomes = await apply(changes);
  const metricOf = (workspaceId = '') =>
    outcomes.find(
      ({ change: { managed, workspace } }) =>
        managed.kind.name === 'metrics' && workspace?.id === workspaceId,
    )?.id;
  expect(created).toEqual([
    { workspaceId: one, name: 'b', metricId: metricOf(one) },
    { workspaceId: other, name: 'b', metricId: metricOf(other) },
  ]);
});

test('a person is referred to by the address in any case', async () => {
  const { organization, created, plan } = withBudgets();
  const workspace = organization.add('workspace', '', { name: 'Shop' });
  const id = organization.add('users', '', { email: 'Ann@Example.com' });
  for (const userId of ['Ann@Example.com', 'ann@example.com']) {
    created.length = 0;
    const { changes } = await plan({ version: 1, workspace, budgets: [{ name: 'b', userId }] });
    await apply(changes);
    expect(created).toEqual([{ workspaceId: workspace, name: 'b', userId: id }]);
  }
});
