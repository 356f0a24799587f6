import type { Schema } from '../declaration/json-schema.ts';
import type { JsonObject, JsonValue } from '../json/number.ts';
import { visiblePattern } from '../json/visible-text.ts';

/** A kind of item that a file may contain: how it is written, and which fields can be changed. */
export interface Kind {
  /** The key in the file, and the word for --only and --prune: `metrics`. */
  readonly name: string;
  /** For messages: `metric`. */
  readonly noun: string;
  readonly scope: 'organization' | 'workspace';
  /** The field that identifies an item: its name, title or email. */
  readonly identity: string;
  /** Two identities that differ in case only are the same: email addresses. */
  readonly ignoreCase?: boolean;
  /** In the order of a file. */
  readonly fields: Readonly<Record<string, Field>>;
  /** Other fields are accepted unchecked, since the service publishes none. */
  readonly open?: boolean;
  /** Why no item can be deleted; undefined if it can. */
  readonly keeps?: string;
  /** Why its list may be incomplete: then nothing can be compared with it. */
  readonly unproven?: string;
  /** An update replaces the whole record: what the service does not return is sent again. */
  readonly replaced?: boolean;
  /** The field that only one item of a workspace can have set: the change that sets it comes last. */
  readonly exclusive?: string;
}

export interface Field {
  readonly form: Schema;
  /** Needed to create an item. */
  readonly required?: boolean;
  /** Names an item of this kind; the service gets its id. */
  readonly refersTo?: string;
  /** Once the item exists, it cannot be changed: a difference is an error, or (`drift`) only reported. */
  readonly fixed?: 'error' | 'drift';
  /** The service never returns it, so a difference cannot be seen. */
  readonly writeOnly?: boolean;
  /** Its texts are secrets: the file names their sources. */
  readonly secret?: boolean;
  /** The same of what these names and indexes lead to. */
  readonly hides?: (steps: readonly (string | number)[]) => boolean;
  /** A list whose order means nothing. */
  readonly unordered?: boolean;
  /** What the service has, in the form of what a file wants: without the parts that the service adds itself. */
  readonly alike?: (held: JsonValue, wanted: JsonValue) => JsonValue;
  /** What else is wrong with a value; undefined if nothing is. */
  readonly check?: (value: JsonValue) => string | undefined;
}

/** What the service offers for a kind. Fields of a file go in, records come out. */
export interface Access {
  readonly list: (workspaceId: string) => AsyncIterable<JsonObject>;
  /** The current record, to compare it before it is replaced. */
  readonly read?: (workspaceId: string, id: string) => Promise<JsonObject>;
  readonly create?: (workspaceId: string, fields: JsonObject) => Promise<JsonObject>;
  /** `record` is what `read` has just returned. */
  readonly update?: (
    target: { readonly workspaceId: string; readonly id: string; readonly record: JsonObject },
    fields: JsonObject,
  ) => Promise<unknown>;
  readonly remove?: (workspaceId: string, id: string) => Promise<unknown>;
  /** The fields of a file, from a record: without ids, timestamps and secrets. */
  readonly toFields: (record: JsonObject) => JsonObject;
  /** What the service would reject in a new item, as far as it can be known before. */
  readonly checkNew?: (fields: JsonObject) => Promise<string | undefined>;
}

export interface ManagedKind {
  readonly kind: Kind;
  readonly access: Access;
}

export function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Undefined for a field that an open kind accepts without declaring it. */
export function fieldOf(kind: Kind, name: string): Field | undefined {
  return Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
}

export function keyOf(kind: Kind, name: string): string {
  return kind.ignoreCase === true ? name.toLowerCase() : name;
}

const text: Field['form'] = { type: ['string'] };
const optionalText: Field['form'] = { type: ['string', 'null'] };

/** An identifier of a source: never the secret itself. */
const secretSource = {
  type: ['string'],
  pattern: '^(env:[A-Za-z_][A-Za-z0-9_]*|@[^\\u0000]+)$',
  expected: 'env:VARIABLE or @file: a secret does not belong in this file',
} as const;

export const secretForm: Field['form'] = secretSource;

const workspaceKind: Kind = {
  name: 'workspace',
  noun: 'workspace',
  scope: 'organization',
  identity: 'name',
  fields: { name: { form: { ...text, minLength: 1 }, required: true } },
  open: true,
  keeps: 'costctl workspaces delete does that, with everything in the workspace',
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
        items: { type: ['string'], minLength: 1 },
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
    isDefault: { form: { type: ['boolean'], description: 'the default filter of the workspace' } },
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
    enabled: { form: { type: ['boolean'] } },
    accounts: {
      form: {
        anyOf: [
          { enum: ['all'], type: ['string'] },
          { type: ['array', 'null'], items: { type: ['string'] }, uniqueItems: true },
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
    syncFrequencyMinutes: { form: { type: ['integer'], minimum: 60, maximum: 1440 } },
    settings: {
      form: { type: ['object', 'null'], additionalProperties: { type: ['string'] } },
      writeOnly: true,
    },
    credentials: {
      form: { type: ['object', 'null'], additionalProperties: secretSource },
      writeOnly: true,
      secret: true,
    },
  },
};

const personName = {
  ...text,
  maxLength: 100,
  pattern: visiblePattern,
  expected: 'a name without control characters',
} as const;

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
        pattern: `(?=${visiblePattern})^[^\\s@]+@[^\\s@]+$`,
        expected: 'an email address',
      },
      required: true,
      fixed: 'drift',
    },
    firstName: { form: personName, required: true, fixed: 'drift' },
    lastName: { form: personName, required: true, fixed: 'drift' },
    role: {
      form: { enum: ['viewer', 'editor', 'integrationOwner', 'owner'] },
      required: true,
      fixed: 'drift',
    },
  },
};

/** In the order of a file, and of a plan. */
export const builtInKinds = {
  workspace: workspaceKind,
  metrics,
  filters,
  workspaceProviders,
  providers,
  users,
} as const;
