import type { JsonSchema } from '../../declaration/kind.ts';

const workspace = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};

const change = {
  type: 'object',
  required: ['action', 'kind', 'name', 'fields'],
  properties: {
    action: {
      enum: ['create', 'update', 'delete', 'drift'],
      description: 'drift: it differs, and the service cannot change it',
    },
    kind: { type: 'string' },
    name: { type: 'string' },
    id: { type: 'string', description: 'missing for an item that does not exist yet' },
    workspace,
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field'],
        properties: {
          field: { type: 'string' },
          before: { description: 'missing if the service does not return it' },
          after: {},
          fixed: { const: true },
        },
      },
    },
    secrets: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'from', 'hash'],
        properties: {
          field: { type: 'string' },
          from: { type: 'string', description: 'env:VARIABLE or @file' },
          hash: { type: ['string', 'null'], description: 'null: it could not be read' },
        },
      },
    },
    from: { type: 'string', description: 'file:line:column' },
  },
};

/** The JSON Schema of a plan as JSON, version 1. */
export const planSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Plan of costctl config, version 1',
  type: 'object',
  required: [
    'format',
    'version',
    'address',
    'files',
    'options',
    'totals',
    'changes',
    'unmanaged',
    'unseen',
    'warnings',
    'state',
  ],
  properties: {
    format: { const: 'costctl-plan' },
    version: { const: 1 },
    address: { type: 'string' },
    files: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'sha256'],
        properties: {
          path: { type: 'string' },
          sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        },
      },
    },
    options: {
      type: 'object',
      required: ['prune', 'create', 'resend'],
      properties: {
        prune: { type: 'array', items: { type: 'string' } },
        create: { type: 'array', items: { type: 'string' } },
        resend: { type: 'boolean' },
      },
    },
    totals: {
      type: 'object',
      required: ['create', 'update', 'delete', 'drift', 'unchanged'],
      additionalProperties: { type: 'integer', minimum: 0 },
    },
    changes: { type: 'array', items: change },
    unmanaged: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind', 'count'],
        properties: { kind: { type: 'string' }, workspace, count: { type: 'integer' } },
      },
    },
    unseen: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind', 'name', 'from'],
        properties: {
          kind: { type: 'string' },
          name: { type: 'string' },
          from: { type: 'string' },
        },
      },
    },
    warnings: { type: 'array', items: { type: 'string' } },
    state: {
      type: 'object',
      description: 'what was read, as hashes: list by list, id by id',
      additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
};
