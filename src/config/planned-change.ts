import type { CostctlError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json/number.ts';
import type { Entry } from './desired.ts';
import type { Place } from './located.ts';
import type { ManagedKind } from './managed-kind.ts';

export type Action = 'create' | 'update' | 'delete' | 'drift';

/** A workspace that exists, or that a change of this plan creates. */
export interface Workspace {
  /** Undefined until it is created. */
  readonly id?: string | undefined;
  readonly name: string;
  /** The change that creates it. */
  readonly createdBy?: string | undefined;
}

/** The id of an item that does not exist yet: the change with this key creates it. */
export class Pending {
  readonly key: string;
  readonly name: string;

  constructor(key: string, name: string) {
    this.key = key;
    this.name = name;
  }
}

/** One change, with everything needed to show it and to make it. */
export interface Change {
  /** Unique within the plan, and the same for the same files and state. */
  readonly key: string;
  readonly action: Action;
  readonly managed: ManagedKind;
  readonly workspace?: Workspace | undefined;
  readonly name: string;
  /** Undefined if it does not exist yet. */
  readonly id?: string | undefined;
  readonly fields: readonly FieldChange[];
  /** The compared record; undefined if it does not exist yet. */
  readonly before?: JsonObject | undefined;
  /** The fields to send, named as in the file. */
  readonly send: Readonly<Record<string, JsonValue | Pending>>;
  /** Changes without which this one is impossible. */
  readonly needs: readonly string[];
  /** Changes that come first, whether they succeed or not. */
  readonly after: readonly string[];
  readonly place?: Place | undefined;
  readonly entry?: Entry | undefined;
}

/** As people and the saved plan see it: names for ids, sources for secrets. */
export interface FieldChange {
  readonly field: string;
  /** Undefined for a new item, and for fields that the service does not return. */
  readonly before?: JsonValue | undefined;
  /** Undefined for an item that is deleted. */
  readonly after?: JsonValue | undefined;
  /** It is different, and the service cannot change it. */
  readonly fixed?: boolean | undefined;
}

type Fate =
  | 'done'
  /** It already matched the file when its turn came. */
  | 'unchanged'
  | 'failed'
  /** The request may have arrived, but the response was lost. */
  | 'unknown'
  /** Something that it needs failed, or the run ended before its turn. */
  | 'skipped';

export interface Outcome {
  readonly change: Change;
  readonly fate: Fate;
  readonly id?: string | undefined;
  readonly error?: CostctlError | undefined;
  readonly reason?: string | undefined;
}
