import { describe, expect, test } from 'vitest';
import { describeProblem, InvalidFile } from '../../src/formats/yaml/file-problem.ts';
import { applyTo, planFor, pullText } from './helpers.ts';
import { createOrganization, type Organization } from './organization.ts';

function createShop(): Organization {
  const organization = createOrganization();
  const shop = organization.add('workspace', '', { name: 'Shop', currency: 'EUR' });
  organization.add('metrics', shop, { name: 'Orders', unit: 'order', labelColumns: ['a', 'b'] });
  organization.add('metrics', shop, { name: 'Seats', unit: 'seat', labelColumns: [] });
  organization.add('filters', shop, { title: 'All', filter: '', isDefault: true });
  const aws = organization.add('providers', '', { name: 'AWS', key: 'aws', parent: null });
  organization.add('workspaceProviders', shop, { provider: aws, enabled: true, accounts: 'all' });
  organization.add('users', '', { email: 'a@b', firstName: 'A', lastName: 'B', role: 'viewer' });
  return organization;
}

async function summary(organization: Organization, text: string | string[], options = {}) {
  const { changes } = await planFor(organization, text, options);
  return changes.map(({ action, managed, name, fields }) => [
    action,
    managed.kind.name,
    name,
    ...fields.map(({ field }) => field),
  ]);
}

async function problemsOf(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
  } catch (error) {
    if (error instanceof InvalidFile) return error.problems.map(describeProblem);
    throw error;
  }
  return [];
}

test('fields missing from the file stay unchanged; null clears a field', async () => {
  const organization = createShop();
  expect(
    await summary(organization, 'version: 1\nworkspace: Shop\nmetrics: [{name: Orders}]'),
  ).toEqual([]);
  const text = 'version: 1\nworkspace: {name: Shop, currency: null}';
  expect(await summary(organization, text)).toEqual([['update', 'workspace', 'Shop', 'currency']]);
});

test('shows only the fields that differ', async () => {
  const text =
    'version: 1\nworkspace: Shop\nmetrics: [{name: Orders, unit: cart, labelColumns: [b, a]}]';
  const { changes } = await planFor(createShop(), text);
  expect(changes.map(({ fields }) => fields)).toEqual([
    [{ field: 'unit', before: 'order', after: 'cart' }],
  ]);
});

describe('a field with a secret inside', () => {
  const file = (hook: string) => `version: 1\nworkspace: {name: Shop, hook: ${hook}}`;

  test.each([
    ['{url: a, options: {region: x, accessToken: env:T}}', []],
    ['{url: a, options: {region: x, accessToken: null}}', []],
    ['{url: b, options: {region: x, accessToken: env:T}}', ['hook']],
    ['{url: a, options: {region: y, accessToken: env:T}}', ['hook']],
    ['{url: a, options: {accessToken: env:T}}', ['hook']],
  ])('is compared without the secret: %s', async (hook, changed) => {
    const organization = createOrganization();
    const held = { url: 'a', options: { region: 'x', accessToken: 'held-secret' } };
    organization.add('workspace', '', { name: 'Shop', hook: held });
    const { changes } = await planFor(organization, file(hook));
    const fields = changes.flatMap((change) => change.fields);
    expect(fields.map(({ field }) => field)).toEqual(changed);
    expect(JSON.stringify(fields)).not.toContain('held-secret');
  });

  test('is sent if the service does not have it yet', async () => {
    const organization = createOrganization();
    organization.add('workspace', '', { name: 'Shop' });
    const text = file('{url: a, token: env:T}');
    expect(await summary(organization, text)).toEqual([['update', 'workspace', 'Shop', 'hook']]);
    await applyTo(organization, text);
    expect(await summary(organization, text)).toEqual([]);
  });
});

test('an item of the organization is not deleted because the workspace of its file is left out', async () => {
  const organization = createShop();
  const text =
    'version: 1\nworkspace: Gone\nproviders: [{name: AWS, key: aws}]\nusers: [{email: a@b}]';
  const { changes, leftOut, unchanged } = await planFor(organization, text, {
    ...{ allWorkspaces: true, prune: ['providers'] },
  });
  expect(leftOut.map(({ workspace: { name } }) => name)).toEqual(['Gone']);
  expect({ changes, unchanged }).toEqual({ changes: [], unchanged: 2 });
});

test('names match exactly, and a near match causes a warning', async () => {
  const text = 'version: 1\nworkspace: Shop\nmetrics: [{name: orders, unit: order}]';
  const { changes, warnings } = await planFor(createShop(), text);
  expect(changes.map(({ action, name }) => [action, name])).toEqual([['create', 'orders']]);
  expect(warnings).toEqual([
    'the metric orders will be created in addition to Orders: names match exactly or not at all',
  ]);
});

test.each([
  ['Views', 'views', ''],
  ['Caf\u00e9', 'Cafe\u0301', ', and they look the same'],
])('two new names that are alike cause a warning: %s, %s', async (one, other, more) => {
  const metrics = [one, other].map((name) => `{name: ${name}, unit: u}`).join(', ');
  const text = `version: 1\nworkspace: Shop\nmetrics: [${metrics}]`;
  const { changes, warnings } = await planFor(createShop(), text);
  expect(changes.map(({ name }) => name)).toEqual([one, other]);
  expect(warnings).toEqual([
    `the metric ${other} will be created in addition to ${one}: names match exactly or not at all${more}`,
  ]);
});

test('two entries that the service would make the only default cause a warning', async () => {
  const warningsOf = async (filters: string) =>
    (await planFor(createShop(), `version: 1\nworkspace: Shop\nfilters: [${filters}]`)).warnings;
  const filter = (title: string, isDefault: boolean) =>
    `{title: ${title}, filter: '', isDefault: ${isDefault}}`;
  const [one, two] = [filter('One', true), filter('Two', true)];
  expect(await warningsOf(`${one}, ${two}`)).toEqual([
    'isDefault is true for One, Two: a service that allows one keeps the last',
  ]);
  expect(await warningsOf(`${one}, ${filter('Two', false)}`)).toEqual([]);
});

test('a workspace of which there are two needs an id', async () => {
  const organization = createShop();
  organization.add('workspace', '', { name: 'Shop', currency: 'USD' });
  const ids = organization.ids('workspace');
  const plan = (name: string) =>
    planFor(organization, `version: 1\nworkspace: ${name}\nmetrics: [{name: New, unit: order}]`);
  expect(await problemsOf(plan('Shop'))).toEqual([
    `f.yaml:2:12: workspace: the service has 2 workspaces named Shop (${ids.join(', ')}); write the id instead`,
  ]);
  expect(await problemsOf(plan('Shup'))).toEqual([
    'f.yaml:2:12: workspace: there is no workspace Shup; did you mean Shop?',
  ]);
  for (const id of ids) {
    const { changes } = await plan(id);
    expect(changes.map(({ name, workspace }) => [name, workspace?.id])).toEqual([['New', id]]);
  }
});

test('a reference by a name that two items have names their ids', async () => {
  const organization = createShop();
  const [first, second] = [
    ...organization.ids('providers'),
    organization.add('providers', '', { name: 'AWS', key: 'aws', parent: null }),
  ];
  const text = 'version: 1\nworkspace: Shop\nworkspaceProviders: [{provider: AWS, enabled: false}]';
  const [problem] = await problemsOf(planFor(organization, text));
  expect(problem).toContain(
    `the service has 2 providers named AWS (${first}, ${second}); write the id`,
  );
});

test('a plan shows that there was a secret, and not which', async () => {
  const organization = createOrganization();
  organization.add('workspace', '', { name: 'Shop', hook: { url: 'a', token: 'old' } });
  const text = 'version: 1\nworkspace: {name: Shop, hook: {url: b, token: env:T}}';
  const { changes } = await planFor(organization, text);
  expect(changes[0]?.fields[0]).toMatchObject({ before: { url: 'a', token: '****' } });
});

test('a value that a file could not have is not pulled', async () => {
  const organization = createShop();
  const shop = organization.ids('workspace')[0] ?? '';
  organization.add('providers', '', { name: 'Odd', key: 'odd', syncFrequencyMinutes: 30 });
  organization.add('providers', '', { name: 'Even', key: 'even', syncFrequencyMinutes: 60 });
  const text = await pullText(organization, shop);
  expect(text.match(/syncFrequencyMinutes: .*/g)).toEqual(['syncFrequencyMinutes: 60']);
  expect(await summary(organization, text)).toEqual([]);
});

test('an id finds an item whose name differs', async () => {
  const organization = createShop();
  const [id = ''] = organization.ids('metrics');
  const text = `version: 1\nworkspace: Shop\nmetrics: [{id: ${id}, name: Sales}]`;
  expect(await summary(organization, text)).toEqual([['update', 'metrics', 'Sales', 'name']]);
});

test('items are deleted only if their kind is pruned and the file has their list', async () => {
  const organization = createShop();
  const text = 'version: 1\nworkspace: Shop\nmetrics: [{name: Orders}]\nfilters: []';
  const { unmanaged } = await planFor(organization, text);
  expect(unmanaged.map(({ kind, count }) => [kind, count])).toEqual([
    ['metrics', 1],
    ['filters', 1],
  ]);
  expect(await summary(organization, text)).toEqual([]);
  expect(await summary(organization, text, { prune: ['metrics'] })).toEqual([
    ['delete', 'metrics', 'Seats'],
  ]);
  const empty = 'version: 1\nworkspace: Shop\nmetrics: []';
  expect(await summary(organization, empty, { prune: ['filters', 'metrics'] })).toEqual([
    ['delete', 'metrics', 'Orders'],
    ['delete', 'metrics', 'Seats'],
  ]);
  expect(
    await summary(organization, 'version: 1\nworkspace: Shop', { prune: ['metrics'] }),
  ).toEqual([]);
});

test('a different role is reported but not sent', async () => {
  const organization = createShop();
  const text = 'version: 1\nusers: [{email: A@B, role: owner}]';
  expect(await summary(organization, text)).toEqual([['drift', 'users', 'A@B', 'role']]);
  expect(await applyTo(organization, text)).toEqual([]);
  expect(organization.counts.changes).toBe(0);
});

describe('a plan reports changes that the service does not support', () => {
  test.each([
    [
      'metrics: [{name: Orders, labelColumns: [a]}]',
      'cannot change the labelColumns of the metric Orders',
    ],
    ['metrics: [{name: New}]', 'unit is missing, and the metric New does not exist yet'],
    ['metrics: [{id: none, name: Orders}]', 'there is no metric none'],
    ['providers: [{name: AWS, key: gcp}]', 'cannot change the key of the provider AWS'],
    ['workspaceProviders: [{provider: AXS}]', 'did you mean AWS?'],
    [
      'providers: [{name: a, key: k, parent: b}, {name: b, key: k, parent: a}]',
      'refers to itself, directly or through other items',
    ],
    [
      'metrics: [{name: Orders, workspace: Shup}]',
      'there is no workspace Shup; did you mean Shop?',
    ],
  ])('%s', async (lists, message) => {
    const text = `version: 1\nworkspace: Shop\n${lists}`;
    const problems = await problemsOf(planFor(createShop(), text));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^f\.yaml:3:\d+: /);
    expect(problems[0]).toContain(message);
  });

  test('two items with the same name need an id', async () => {
    const organization = createShop();
    const [shop = ''] = organization.ids('workspace');
    const twin = organization.add('metrics', shop, { name: 'Orders', unit: 'x', labelColumns: [] });
    const text = 'version: 1\nworkspace: Shop\nmetrics: [{name: Orders, unit: y}]';
    const [problem] = await problemsOf(planFor(organization, text));
    expect(problem).toContain(`the service has 2 metrics for Orders (met_2, ${twin}); add the id`);
    const chosen = `version: 1\nworkspace: Shop\nmetrics: [{id: ${twin}, unit: y}]`;
    expect(await summary(organization, chosen)).toEqual([['update', 'metrics', 'Orders', 'unit']]);
    // A pull distinguishes them by itself.
    expect(await summary(organization, await pullText(organization, shop))).toEqual([]);
  });

  test('an entry by id and an entry by name cannot be the same item', async () => {
    const organization = createShop();
    const [id = ''] = organization.ids('metrics');
    const text = `version: 1\nworkspace: Shop\nmetrics: [{id: ${id}}, {name: Orders}]`;
    expect(await problemsOf(planFor(organization, text))).toEqual([
      'f.yaml:3:24: metrics[1]: the metric Orders is described at f.yaml:3:11 already',
    ]);
  });
});

test('new items are created after the new items they refer to', async () => {
  const organization = createOrganization();
  const files = [
    'version: 1\nworkspace: {name: New}\nmetrics: [{name: m, unit: u}]\nworkspaceProviders: [{provider: child, accounts: [x]}]',
    'version: 1\nproviders: [{name: child, key: k, parent: top}, {name: top, key: k}]\nfilters: [{title: t, filter: f, workspace: New}]',
  ];
  const outcomes = await applyTo(organization, files);
  expect(outcomes.map(({ fate }) => fate)).toEqual(Array(6).fill('done'));
  expect(organization.content()).toEqual([
    '["filters","New",[["filter","f"],["title","t"]]]',
    '["metrics","New",[["name","m"],["unit","u"]]]',
    '["providers","",[["key","k"],["name","child"],["parent","top"]]]',
    '["providers","",[["key","k"],["name","top"]]]',
    '["workspace","",[["name","New"]]]',
    '["workspaceProviders","New",[["accounts",["x"]],["provider","child"]]]',
  ]);
  expect(await summary(organization, files)).toEqual([]);
});

test('an item is deleted after the items that refer to it', async () => {
  const organization = createShop();
  const order: string[] = [];
  const kinds = organization.kinds.map(({ kind, access }) => ({
    kind,
    access: {
      ...access,
      ...(access.remove === undefined
        ? {}
        : {
            remove: async (workspace: string, id: string) => {
              order.push(kind.name);
              await access.remove?.(workspace, id);
            },
          }),
    },
  }));
  const text = 'version: 1\nworkspace: Shop\nproviders: []\nworkspaceProviders: []';
  await applyTo({ ...organization, kinds }, text, { prune: ['providers', 'workspaceProviders'] });
  expect(order).toEqual(['workspaceProviders', 'providers']);
});

test('a plan requests one list per workspace and no single items', async () => {
  const organization = createOrganization();
  const files = Array.from({ length: 50 }, (_, at) => {
    const id = organization.add('workspace', '', { name: `W${at}` });
    const metrics = Array.from({ length: 100 }, (_each, metric) => {
      organization.add('metrics', id, { name: `M${metric}`, unit: 'u', labelColumns: [] });
      return `  - {name: M${metric}, unit: v}`;
    });
    return `version: 1\nworkspace: W${at}\nmetrics:\n${metrics.join('\n')}\n`;
  });
  const { changes } = await planFor(organization, files);
  expect(changes).toHaveLength(5000);
  expect(organization.counts).toEqual({ lists: 51, reads: 0, changes: 0 });
});
