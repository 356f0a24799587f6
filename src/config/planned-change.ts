import type { CostctlError } from '../errors.ts';
import { InvalidFile, type Place } from '../formats/yaml/file-problem.ts';
import type { JsonObject, JsonValue } from '../json/number.ts';
import type { Entry } from './desired.ts';
import type { ManagedKind } from './managed-kinds.ts';

export type Action = 'create' | 'update' | 'delete' | 'drift';

/** A workspace that exists, or that a change of this plan creates. */
export interface Workspace {
  /** Undefined until it is created. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly createdBy?: string | undefined;
}

/** The id of an item that does not exist yet: the change with this key creates it. */
export class Pending {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
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

/** The item with what the file says of it. */
export function recordOf({ before, entry }: Pick<Change, 'before' | 'entry'>): JsonObject {
  return { ...before, ...entry?.fields };
}

/** The change of a field as people and the saved plan see it: names for ids, sources for secrets. */
export interface FieldChange {
  readonly field: string;
  /** Undefined for a new item, and for fields that the service does not return. */
  readonly before?: JsonValue | undefined;
  /** Undefined for an item that is deleted. */
  readonly after?: JsonValue | undefined;
  /** The field differs, and the service cannot change it. */
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

/**
 * Adds the order of changes: an item is created or changed after those that it refers to, and deleted
 * before them. Nothing is deleted before the rest is done, nor if an item of its list could not be created:
 * an item with a new name is one that is created and one that is deleted.
 */
export function orderChanges(changes: readonly Change[]): readonly Change[] {
  refuseCircles(changes);
  const deletions = changes.filter(({ action }) => action === 'delete');
  const others = changes.filter(({ action }) => action !== 'delete');
  const made = others.map(({ key }) => key);
  return [
    ...others.map((change) => ({
      ...change,
      after: [...change.after, ...beforeChosen(change, others)],
    })),
    ...deletions.map((change) => {
      const created = others.filter(
        (other) => other.action === 'create' && isInList(other, change),
      );
      const needs = [...referring(change, deletions), ...created.map(({ key }) => key)];
      return { ...change, needs, after: made };
    }),
  ];
}

/** The changes that come before this one. If only one item can be the chosen one, it is changed last. */
function beforeChosen(change: Change, others: readonly Change[]): string[] {
  const { exclusive } = change.managed.kind;
  if (exclusive === undefined || change.send[exclusive] !== true) return [];
  const place = others.indexOf(change);
  return others
    .filter((other, at) => {
      const chosen = other.send[exclusive] === true;
      return (
        isInList(other, change) &&
        other.action !== 'drift' &&
        (chosen ? at < place : other !== change)
      );
    })
    .map(({ key }) => key);
}

/** Whether two changes are of one kind in one workspace. */
function isInList(one: Change, { managed, workspace }: Change): boolean {
  return (
    one.managed.kind.name === managed.kind.name &&
    one.workspace?.id === workspace?.id &&
    one.workspace?.name === workspace?.name
  );
}

function referring({ managed: { kind }, id }: Change, deletions: readonly Change[]): string[] {
  return deletions
    .filter(({ managed, before = {}, id: other }) =>
      Object.entries(managed.kind.fields).some(
        ([field, { refersTo }]) => refersTo === kind.name && before[field] === id && other !== id,
      ),
    )
    .map(({ key }) => key);
}

/** Items that refer to each other in a circle can never be created. */
function refuseCircles(changes: readonly Change[]): void {
  const byKey = new Map(changes.map((change) => [change.key, change]));
  const states = new Map<string, 'open' | 'done'>();
  const visit = (change: Change): void => {
    const state = states.get(change.key);
    if (state === 'done') return;
    if (state === 'open') throw refuseCircle(change);
    states.set(change.key, 'open');
    for (const key of change.needs) {
      const needed = byKey.get(key);
      if (needed !== undefined) visit(needed);
    }
    states.set(change.key, 'done');
  };
  for (const change of changes) visit(change);
}

function refuseCircle({ managed: { kind }, name, place, entry }: Change): InvalidFile {
  const message = `the ${kind.noun} ${name} refers to itself, directly or through other items`;
  const where = place ?? { file: '', line: 0, column: 0 };
  return new InvalidFile([{ ...where, path: entry?.path ?? '', message }]);
}
