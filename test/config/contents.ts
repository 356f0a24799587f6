import {
  type Arbitrary,
  array,
  boolean,
  constantFrom,
  integer,
  option,
  record,
  string,
  uniqueArray,
} from 'fast-check';
import { writeContent } from '../../src/config/file-form.ts';
import type { JsonObject } from '../../src/json/number.ts';
import { applyTo } from './helpers.ts';
import { createOrganization, type Organization } from './organization.ts';

/** Names that are hard to distinguish, to write, or to look up. */
const names = constantFrom(
  ...[
    'Orders',
    'orders',
    ' Orders',
    'no',
    '0123',
    '2026-10-01',
    '- x',
    'a/b',
    '${HOME}',
    '__proto__',
  ],
  ...['constructor', 'é', 'e\u0301', '\u202eevil', 'a\nb', '\u001b[31m', '#', 'null', '~', '*x'],
);
const text = string({ maxLength: 8 });

const metric = record({
  name: names,
  unit: text,
  labelColumns: uniqueArray(names, { maxLength: 2 }),
});
const filter = record({ title: names, filter: text });
const provider = record({
  name: names,
  key: constantFrom('aws', 'gcp'),
  description: option(text),
  syncFrequencyMinutes: integer({ min: 60, max: 1440 }),
});
const user = record({
  email: constantFrom('a@b', 'c@d', 'e@f', 'g@h'),
  firstName: text,
  lastName: text,
  role: constantFrom('viewer', 'owner'),
});

export interface Content {
  readonly workspace: JsonObject;
  readonly metrics: readonly JsonObject[];
  readonly filters: readonly JsonObject[];
  readonly providers: readonly JsonObject[];
  readonly enabled: readonly { readonly enabled: boolean; readonly accounts: readonly string[] }[];
  readonly users: readonly JsonObject[];
}

const unique = <Item extends object>(items: Arbitrary<Item>, key: keyof Item) =>
  uniqueArray(items, { maxLength: 4, selector: (item) => item[key] });

export const content: Arbitrary<Content> = record({
  workspace: record({
    currency: constantFrom('EUR', 'USD'),
    owners: array(text, { maxLength: 2 }),
  }),
  metrics: unique(metric, 'name'),
  filters: unique(filter, 'title'),
  providers: unique(provider, 'name'),
  enabled: array(record({ enabled: boolean(), accounts: uniqueArray(text, { maxLength: 2 }) }), {
    maxLength: 4,
  }),
  users: unique(user, 'email'),
});

/** The file that says so. The first filter is the default. */
export function toFile(wanted: Content, name = 'Shop'): JsonObject {
  const { enabled, filters, workspace, ...lists } = wanted;
  return {
    version: 1,
    workspace: { name, ...workspace },
    ...lists,
    filters: filters.map((one, at) => ({ ...one, isDefault: at === 0 })),
    workspaceProviders: lists.providers.flatMap(({ name: provided }, at) => {
      const one = enabled[at];
      return one === undefined ? [] : [{ provider: provided ?? '', ...one }];
    }),
  };
}

export const toText = (file: JsonObject) => writeContent(escapeNames(file), [], {});

/** As a pull does: a file fills in what looks like a variable. */
function escapeNames(file: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(file).replaceAll('${', () => '$${'));
}

/** Fields that are fixed stay as they were made. */
export function keepFixed(from: Content, to: Content): Content {
  const metrics = to.metrics.map((one) => {
    const before = from.metrics.find(({ name }) => name === one['name']);
    return before === undefined ? one : { ...one, labelColumns: before['labelColumns'] ?? [] };
  });
  const providers = to.providers.map((one) => {
    const before = from.providers.find(({ name }) => name === one['name']);
    return before === undefined ? one : { ...one, key: before['key'] ?? '' };
  });
  const users = [
    ...from.users,
    ...to.users.filter(({ email }) => from.users.every((known) => known['email'] !== email)),
  ];
  return { ...to, metrics, providers, users };
}

export async function build(wanted: Content): Promise<Organization> {
  const organization = createOrganization();
  await applyTo(organization, toText(toFile(wanted)));
  return organization;
}
