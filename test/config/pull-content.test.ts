import { assert, asyncProperty, boolean } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSecretText } from '../../src/api/secret-names.ts';
import { makePlan } from '../../src/config/make-plan.ts';
import { createState } from '../../src/config/service-state.ts';
import { updateFile } from '../../src/config/update-file.ts';
import { stringifyJson } from '../../src/json/stringify.ts';
import { createLimit } from '../../src/limit.ts';
import { runs } from '../helpers/runs.ts';
import { build, content } from './contents.ts';
import {
  isSecretName,
  noOptions,
  planFor,
  pullAll,
  pullOf,
  pullText,
  readFilesOf,
} from './helpers.ts';
import { createOrganization, type Organization } from './organization.ts';

async function updateAll(organization: Organization, text: string) {
  const state = createState(createLimit(4));
  const plan = await makePlan({
    desired: readFilesOf([text], { UNIT: 'order' }),
    kinds: organization.kinds,
    options: { ...noOptions, prune: organization.kinds.map(({ kind }) => kind.name) },
    workspace: () => '',
    limit: createLimit(4),
    isSecretName,
    state,
    inverse: true,
  });
  const lists = await state.read();
  return updateFile({
    source: { path: 'f.yaml', text },
    plan,
    listOf: (kind, workspaceId) =>
      lists.find(
        ({ managed, workspaceId: scope }) =>
          managed.kind.name === kind &&
          scope === (managed.kind.scope === 'workspace' ? workspaceId : ''),
      ),
    isSecretName,
    isSecretText,
  });
}

const updateFrom = async (...asked: Parameters<typeof updateAll>) =>
  (await updateAll(...asked)).text;

function createShop(): Organization {
  const organization = createOrganization();
  const shop = organization.add('workspace', '', { name: 'Shop', currency: 'EUR' });
  organization.add('metrics', shop, { name: 'Orders', unit: 'order', labelColumns: ['a', 'b'] });
  organization.add('metrics', shop, { name: 'Seats', unit: 'no', labelColumns: [] });
  const aws = organization.add('providers', '', { name: 'AWS', key: 'aws', parent: null });
  organization.add('workspaceProviders', shop, {
    provider: aws,
    enabled: true,
    accounts: ['1', '3'],
  });
  return organization;
}

test('a field with a secret keeps its source, and receives no secret of the service', async () => {
  const text = 'version: 1\nworkspace: {name: Shop, hook: {url: a, token: env:T}, other: {x: 1}}\n';
  const organization = createOrganization();
  const other = { x: 1, password: 'held-secret' };
  organization.add('workspace', '', { name: 'Shop', hook: { url: 'b', token: '****' }, other });
  expect(await updateFrom(organization, text)).toBe(text);
});

test('a value that a file cannot hold is left out, and the file stays valid', async () => {
  const organization = createOrganization();
  const shop = organization.add('workspace', '', { name: 'Shop' });
  organization.add('filters', shop, { title: 'A', filter: 'new' });
  organization.add('providers', '', { name: 'AWS', key: 'aws', parent: null });
  const person = { email: 'a@b.c', firstName: 'Ada', lastName: 'B' };
  organization.add('users', '', { ...person, role: 'billing' });
  const text = `version: 1
workspace: Shop
filters:
  - {title: A, filter: old, isDefault: true}
providers:
  - {name: AWS, key: aws, description: x, syncFrequencyMinutes: 60}
users:
  - {email: a@b.c, firstName: A, lastName: B, role: owner}
`;
  const updated = await updateAll(organization, text);
  expect(updated.warnings).toEqual([
    'the isDefault of the filter A is left out: a file cannot hold it',
    'the syncFrequencyMinutes of the provider AWS is left out: a file cannot hold it',
    'the role of the user a@b.c is left out: a file cannot hold it',
  ]);
  expect(updated.text).toBe(
    text
      .replace('old', '"new"')
      .replace('description: x', 'description: null')
      .replace('firstName: A', 'firstName: "Ada"'),
  );
  expect(readFilesOf([updated.text], {}).entries).toHaveLength(3);
});

test.each([
  'https://files.example.com/a?sv=1&sig=abcdefgh1234',
  'https://me:held-password@example.com',
])('an address that lets anyone in is in no file: %s', async (url) => {
  const organization = createOrganization();
  const hook = { urls: ['https://example.com/?page=1', url] };
  const fields = { name: 'Shop', currency: 'EUR', description: url, hook };
  const shop = organization.add('workspace', '', fields);
  const pulled = await pullText(organization, shop);
  expect(pulled).toContain('Shop');
  expect(pulled).not.toContain(url);
  organization.add('metrics', shop, { name: 'Orders', unit: url, labelColumns: [] });
  const start = 'version: 1\nworkspace: {name: Shop, description: mine, currency:';
  const { text, warnings } = await updateAll(organization, `${start} USD}\nmetrics: []\n`);
  expect(text).toContain(`${start} "EUR"}\n`);
  expect(text).toContain('name: Orders');
  expect(text).not.toContain(url);
  expect(warnings).toEqual([
    'the description of the workspace Shop is left out: a file cannot hold it',
    'the unit of the metric Orders is left out: a file cannot hold it',
  ]);
});

test('only values change; comments, order, quotes and blank lines stay', async () => {
  const text = `# top
version: 1   # the format
workspace: { name: Shop, "currency": 'USD' } # ours

metrics:

    # the first
    - unit: seats    # to be changed
      name: "Seats"
    - # a comment
      name: Orders
      unit: \${UNIT}
      labelColumns:
        # one
        - 'a' # a
        - z   # gone
    - name: Gone
      unit: gone
workspaceProviders:
- accounts:
  - "1"   # first
  - "2"
  # between
  provider: AWS
filters: [] # none
users:
providers: # all
- name: AWS # main
  description: >-
    old
    text
  key: aws
# end
`;
  const organization = createShop();
  const [aws = ''] = organization.ids('providers');
  organization.change(aws, { description: 'new\ntext # here' });
  organization.add('filters', organization.ids('workspace')[0] ?? '', {
    title: 'no',
    filter: 'x: y',
    isDefault: true,
  });
  const updated = await updateFrom(organization, text);
  expect(updated).toMatchInlineSnapshot(`
    "# top
    version: 1   # the format
    workspace: { name: Shop, "currency": "EUR" } # ours

    metrics:

        # the first
        - unit: "no"    # to be changed
          name: "Seats"
        - # a comment
          name: Orders
          unit: \${UNIT}
          labelColumns:
            # one
            - 'a' # a
            - b
    workspaceProviders:
    - accounts:
      - "1"   # first
      - "3"
      # between
      provider: AWS
    filters: # none
      - title: "no"
        filter: "x: y"
        isDefault: true
    users:
    providers: # all
    - name: AWS # main
      description: "new\\ntext # here"
      key: aws
    # end
    "
  `);
  expect(await updateFrom(organization, updated)).toBe(updated);
});

test('a file that already matches the service stays identical to the byte', async () => {
  const organization = createShop();
  const [shop = ''] = organization.ids('workspace');
  const text = `# c\r\n${await pullText(organization, shop)}`.replaceAll('\n', '\r\n');
  expect(await updateFrom(organization, text)).toBe(text);
});

test('the comment on the line of a key stays if what is below it becomes one value', async () => {
  const text = `version: 1
workspace: Shop
providers:
  - name: AWS
    description: >- # why
      old
workspaceProviders:
  - provider: AWS
    accounts: # which
      - "1"
`;
  const organization = createShop();
  const [aws = ''] = organization.ids('providers');
  const [use = ''] = organization.ids('workspaceProviders');
  organization.change(aws, { description: 'new' });
  organization.change(use, { accounts: 'all' });
  const updated = await updateFrom(organization, text);
  expect(updated).toContain('    description: new # why\n');
  expect(updated).toContain('    accounts: all # which\n');
});

test('a comment in a list between brackets stays if the item after it is removed', async () => {
  const list = '[{ name: Seats, unit: no }, # about seats\n  { name: Gone, unit: x }]';
  const text = `version: 1\nworkspace: Shop\nmetrics: ${list}\n`;
  const updated = await updateFrom(createShop(), text);
  expect(updated).toContain('[{ name: Seats, unit: no } # about seats\n  , {"name":"Orders"');
  expect(updated).not.toContain('Gone');
});

test('an alias whose value differs is replaced by a value of its own', async () => {
  const text = 'version: 1\nworkspace: Shop\nmetrics:\n  - &m {name: Orders, unit: x}\n  - *m\n';
  await expect(updateFrom(createShop(), text)).rejects.toThrow('described at');
  const shared =
    'version: 1\nworkspace: Shop\nmetrics:\n  - {name: Orders, unit: &u x}\n  - {name: Seats, unit: *u}\n';
  const updated = await updateFrom(createShop(), shared);
  expect(updated).toContain('{name: Orders, unit: &u "order"}\n  - {name: Seats, unit: "no"}');
});

describe('for any service content and any file layout', () => {
  test('the updated file matches the service and keeps the comments between its lists', async () => {
    await assert(
      asyncProperty(content, content, boolean(), async (from, to, asJson) => {
        const before = await build(from);
        const [id = ''] = before.ids('workspace');
        const pulled = asJson
          ? stringifyJson(await pullOf(before, id), 2)
          : (await pullText(before, id)).replace(/^( *)(-|[a-z]\w*:)/gim, '$1# at $2\n$1$2');
        const text = pulled.replace(/"?id"?: "?wor_\d+"?,?/, '');
        const after = await build(to);
        const updated = await updateFrom(after, text);
        const { changes, unmanaged } = await planFor(after, updated);
        expect([changes, unmanaged]).toEqual([[], []]);
        const comments = (one: string) => one.split('\n').filter((line) => /^# at/.test(line));
        expect(comments(updated)).toEqual(expect.arrayContaining(comments(text)));
      }),
      { numRuns: runs(30) },
    );
  });

  test('a second update changes nothing', async () => {
    await assert(
      asyncProperty(content, content, async (from, to) => {
        const before = await build(from);
        const [id = ''] = before.ids('workspace');
        const text = (await pullText(before, id)).replace(/^ *id: wor_\d+\n/m, '');
        const after = await build(to);
        const updated = await updateFrom(after, text);
        expect(await updateFrom(after, updated)).toBe(updated);
      }),
      { numRuns: runs(30) },
    );
  });
});

test('a reference to what the token may not see is pulled, and planned as no change', async () => {
  const organization = createOrganization();
  const shop = organization.add('workspace', '', { name: 'Shop' });
  organization.add('providers', '', { name: 'Cluster', key: 'kubernetes', parent: 'hidden' });
  organization.add('workspaceProviders', shop, { provider: 'unseen', accounts: 'all' });
  const pulled = await pullText(organization, shop);
  expect(pulled).toContain('parent: hidden');
  expect(pulled).toContain('provider: unseen');
  expect((await planFor(organization, pulled)).changes).toEqual([]);
  expect(await updateFrom(organization, pulled)).toBe(pulled);
  const mistyped = pulled.replace('parent: hidden', 'parent: Hidden');
  await expect(planFor(organization, mistyped)).rejects.toThrow(
    'there is no provider named Hidden',
  );
});

test('what a file cannot hold is named in the singular, by its id if it has no name', async () => {
  const organization = createOrganization();
  const shop = organization.add('workspace', '', { name: 'Shop' });
  const id = organization.add('providers', '', { name: '', key: 'aws', parent: null });
  const { warnings } = await pullAll(organization, shop);
  expect(warnings).toEqual([`the name of the provider ${id} is left out: a file cannot hold it`]);
});
