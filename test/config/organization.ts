import { type Access, builtInKinds, type ManagedKind } from '../../src/config/managed-kinds.ts';
import { CostctlError } from '../../src/errors.ts';
import type { JsonObject, JsonValue } from '../../src/json/number.ts';

type KindName = keyof typeof builtInKinds;

interface Stored {
  readonly kind: KindName;
  readonly workspaceId: string;
  readonly record: JsonObject;
}

/** What goes wrong with one request. */
export type Fault = 'refused' | 'lost before' | 'lost after' | 'interrupted';

/** A service in memory, with the same kinds as the real one. */
export interface Organization {
  readonly kinds: readonly ManagedKind[];
  /** Everything in it, without ids and timestamps, in one order. */
  readonly content: () => readonly string[];
  readonly add: (kind: KindName, workspaceId: string, fields: JsonObject) => string;
  readonly change: (id: string, fields: JsonObject) => void;
  readonly drop: (id: string) => void;
  readonly ids: (kind: KindName) => readonly string[];
  /** Asked before each request that changes something. */
  faultAt: (request: number) => Fault | undefined;
  /** Requests so far: lists, and those that change something. */
  readonly counts: { lists: number; reads: number; changes: number };
}

export function createOrganization(): Organization {
  const stored = new Map<string, Stored>();
  const counts = { lists: 0, reads: 0, changes: 0 };
  let made = 0;

  const add = (kind: KindName, workspaceId: string, fields: JsonObject): string => {
    made += 1;
    const id = `${kind.slice(0, 3)}_${made}`;
    stored.set(id, { kind, workspaceId, record: { ...fields, id, createdAt: String(made) } });
    return id;
  };
  const replace = (id: string, fields: JsonObject) => {
    const held = stored.get(id);
    if (held === undefined) throw notFound(id);
    stored.set(id, { ...held, record: { ...held.record, ...fields, updatedAt: String(made) } });
  };
  const attempt = async <Result>(work: () => Result): Promise<Result> => {
    counts.changes += 1;
    const fault = organization.faultAt(counts.changes);
    await new Promise((resolve) => setImmediate(resolve));
    if (fault === 'refused') throw new CostctlError('invalid_request', 'refused by the service');
    if (fault === 'lost before') throw new CostctlError('network', 'connection lost');
    if (fault === 'interrupted') throw new CostctlError('interrupted', 'interrupted by SIGTERM');
    const result = work();
    if (fault === 'lost after') throw new CostctlError('network', 'connection lost');
    return result;
  };

  function accessTo(kind: KindName): Access {
    const { keeps, fields } = builtInKinds[kind];
    const fixed = kind === 'users';
    return {
      list: async function* (workspaceId: string) {
        counts.lists += 1;
        const scope = builtInKinds[kind].scope === 'workspace' ? workspaceId : '';
        for (const one of stored.values()) {
          if (one.kind === kind && one.workspaceId === scope) yield one.record;
        }
      },
      ...(fixed
        ? {}
        : {
            read: async (_workspace: string, id: string) => {
              counts.reads += 1;
              const held = stored.get(id);
              if (held === undefined) throw notFound(id);
              return held.record;
            },
            update: async ({ id }: { id: string }, changes: JsonObject) =>
              attempt(() => {
                if (kind === 'filters' && changes['isDefault'] === true) depose(id);
                replace(id, changes);
              }),
          }),
      create: async (workspaceId, given) =>
        attempt(() => {
          const id = add(kind, builtInKinds[kind].scope === 'workspace' ? workspaceId : '', given);
          if (kind === 'filters' && given['isDefault'] === true) depose(id);
          return { id };
        }),
      ...(keeps === undefined
        ? { remove: async (_workspace: string, id: string) => attempt(() => stored.delete(id)) }
        : {}),
      toFields: ({ id, createdAt, updatedAt, ...record }) => withoutUnseen(record, fields),
    };
  }

  /** A workspace has one default at most. */
  function depose(chosen: string): void {
    const workspaceId = stored.get(chosen)?.workspaceId;
    for (const [id, one] of stored) {
      const isOther = one.kind === 'filters' && one.workspaceId === workspaceId && id !== chosen;
      if (isOther && one.record['isDefault'] === true) replace(id, { isDefault: false });
    }
  }

  const names = Object.keys(builtInKinds) as KindName[];
  const organization: Organization = {
    kinds: names.map((name) => ({ kind: builtInKinds[name], access: accessTo(name) })),
    content: () =>
      [...stored.values()]
        .map(({ kind, workspaceId, record: { id, createdAt, updatedAt, ...fields } }) =>
          JSON.stringify([kind, nameOf(workspaceId), sortKeys(named(fields))]),
        )
        .sort(),
    add,
    change: replace,
    drop: (id) => stored.delete(id),
    ids: (kind) => [...stored].filter(([, one]) => one.kind === kind).map(([id]) => id),
    faultAt: () => undefined,
    counts,
  };
  return organization;

  /** Names in place of ids, so that two organizations with the same things compare equal. */
  function named(fields: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(fields)
        .filter(([name, value]) => value !== null && name !== 'credentials')
        .map(([name, value]) => [name, typeof value === 'string' ? nameOf(value) : value]),
    );
  }

  function nameOf(id: string): string {
    const { name } = stored.get(id)?.record ?? {};
    return typeof name === 'string' ? name : id;
  }
}

function withoutUnseen(
  record: JsonObject,
  fields: Readonly<Record<string, { readonly writeOnly?: boolean }>>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => fields[name]?.writeOnly !== true),
  );
}

function sortKeys(value: JsonObject): [string, JsonValue][] {
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}

function notFound(id: string): CostctlError {
  return new CostctlError('not_found', `there is no ${id}`);
}
