import type { JsonObject, JsonValue } from '../json/number.ts';
import type { Form } from './json-form.ts';

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
  /** The service does not list it, so nothing can be compared. */
  readonly createOnly?: boolean;
  /** Only one item of a workspace has it: the change that sets it comes last. */
  readonly exclusive?: string;
}

export interface Field {
  readonly form: Form;
  /** Needed to create an item. */
  readonly required?: boolean;
  /** Names an item of this kind; the service gets its id. */
  readonly refersTo?: string;
  /** `error`: it can't be changed once the item exists. `drift`: that is only reported. */
  readonly fixed?: 'error' | 'drift';
  /** The service never returns it, so a difference can't be seen. */
  readonly writeOnly?: boolean;
  /** Its texts are secrets: the file names their sources. */
  readonly secret?: boolean;
  /** A list whose order means nothing. */
  readonly unordered?: boolean;
  /** What else is wrong with a value; undefined if nothing is. */
  readonly check?: (value: JsonValue) => string | undefined;
}

/** What the service offers for a kind. Fields of a file go in, records come out. */
export interface Access {
  readonly list?: (workspaceId: string) => AsyncIterable<JsonObject>;
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

/** The identity in the form used to compare it. */
export function keyOf(kind: Kind, name: string): string {
  return kind.ignoreCase === true ? name.toLowerCase() : name;
}
