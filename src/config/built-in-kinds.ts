import type { Field, Kind } from './managed-kind.ts';

const text: Field['form'] = { type: 'string' };
const optionalText: Field['form'] = { type: ['string', 'null'] };

/** An identifier of a source: never the secret itself. */
const secretSource = {
  type: 'string',
  pattern: '^(env:[A-Za-z_][A-Za-z0-9_]*|@[^\\u0000]+)$',
  'x-expected': 'env:VARIABLE or @file: a secret does not belong in this file',
} as const;

export const secretForm: Field['form'] = secretSource;

const workspaceKind: Kind = {
  name: 'workspace',
  noun: 'workspace',
  scope: 'organization',
  identity: 'name',
  fields: { name: { form: { ...text, minLength: 1 }, required: true } },
  open: true,
  keeps: 'a workspace takes everything in it along: costctl workspaces delete does that',
};

const metrics: Kind = {
  name: 'metrics',
  noun: 'metric',
  scope: 'workspace',
  identity: 'name',
  fields: {
    name: { form: { ...text, description: 'name of the metric' }, required: true },
    unit: { form: { ...text, description: 'what is counted, such as order' }, required: true },
    labelColumns: {
      form: {
        type: ['array', 'null'],
        items: { type: 'string', minLength: 1 },
        uniqueItems: true,
        description: 'labels that distinguish values of one day; fixed once the metric exists',
      },
      fixed: 'error',
      unordered: true,
    },
  },
};

const filters: Kind = {
  name: 'filters',
  noun: 'filter',
  scope: 'workspace',
  identity: 'title',
  exclusive: 'isDefault',
  fields: {
    title: { form: { ...text, maxLength: 200 }, required: true },
    filter: { form: { ...text, maxLength: 4000 }, required: true },
    isDefault: { form: { type: 'boolean', description: 'the default filter of the workspace' } },
  },
};

const workspaceProviders: Kind = {
  name: 'workspaceProviders',
  noun: 'workspace provider',
  scope: 'workspace',
  identity: 'provider',
  open: true,
  fields: {
    provider: {
      form: { ...text, minLength: 1, description: 'name or id of the provider' },
      required: true,
      refersTo: 'providers',
      fixed: 'error',
    },
    enabled: { form: { type: 'boolean' } },
    accounts: {
      form: {
        anyOf: [
          { const: 'all', type: 'string' },
          { type: ['array', 'null'], items: { type: 'string' }, uniqueItems: true },
        ],
        description: 'the accounts that the workspace reads: all, or a list',
      },
      unordered: true,
    },
  },
};

const providers: Kind = {
  name: 'providers',
  noun: 'provider',
  scope: 'organization',
  identity: 'name',
  fields: {
    name: { form: { ...text, minLength: 1, maxLength: 255 }, required: true, fixed: 'error' },
    key: {
      form: { ...text, minLength: 1, description: 'costctl providers available lists them' },
      required: true,
      fixed: 'error',
    },
    parent: {
      form: { ...optionalText, description: 'name or id of the provider it belongs to' },
      refersTo: 'providers',
      fixed: 'error',
    },
    description: { form: { ...optionalText, maxLength: 1000 } },
    externalId: { form: optionalText },
    syncFrequencyMinutes: { form: { type: 'integer', minimum: 60, maximum: 1440 } },
    settings: {
      form: { type: ['object', 'null'], additionalProperties: { type: 'string' } },
      writeOnly: true,
    },
    credentials: {
      form: { type: ['object', 'null'], additionalProperties: secretSource },
      writeOnly: true,
      secret: true,
    },
  },
};

const users: Kind = {
  name: 'users',
  noun: 'user',
  scope: 'organization',
  identity: 'email',
  ignoreCase: true,
  keeps: 'costctl invites users and removes none',
  fields: {
    email: {
      form: {
        ...text,
        maxLength: 320,
        pattern: '^[^\\s@]+@[^\\s@]+$',
        'x-expected': 'an email address',
      },
      required: true,
      fixed: 'drift',
    },
    firstName: { form: { ...text, maxLength: 100 }, required: true, fixed: 'drift' },
    lastName: { form: { ...text, maxLength: 100 }, required: true, fixed: 'drift' },
    role: {
      form: { enum: ['viewer', 'editor', 'integrationOwner', 'owner'] },
      required: true,
      fixed: 'drift',
    },
  },
};

const virtualTags: Kind = {
  name: 'virtualTags',
  noun: 'virtual tag',
  scope: 'workspace',
  identity: 'name',
  open: true,
  createOnly: true,
  keeps: 'the service publishes no way to list virtual tags',
  fields: { name: { form: { ...text, minLength: 1 }, required: true } },
};

/** In the order of a file, and of a plan. */
export const builtInKinds = {
  workspace: workspaceKind,
  metrics,
  filters,
  workspaceProviders,
  virtualTags,
  providers,
  users,
} as const;
