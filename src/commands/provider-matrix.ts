import type { Http } from '../api/http.ts';
import { readAll } from '../api/pages.ts';
import { listProviders } from '../api/provider-calls.ts';
import { listWorkspaceProviders } from '../api/workspace-calls.ts';
import { CostctlError, hasCode, repeatedByAll, usageError } from '../errors.ts';
import type { Column } from '../output/view.ts';
import type { Session } from '../session.ts';
import { nameFirst, pluralize } from '../text.ts';
import {
  describeUnread,
  type FoundIn,
  readEverywhere,
  refuseWorkspaceFlag,
  requireAll,
} from './all-workspaces.ts';

type Connection = Readonly<Record<string, unknown>>;

/** Shows which workspace reads which provider, with the providers that none reads. */
export async function listMatrix(session: Session, allWorkspaces: boolean | undefined) {
  if (!allWorkspaces) throw usageError('--matrix is for all workspaces', 'add --all-workspaces');
  refuseWorkspaceFlag(session);
  const [found, names] = await Promise.all([readConnections(session.http), readNames(session)]);
  // Nothing is known of a workspace that could not be read: it has no value, and may read each provider.
  const known = found.filter(({ error }) => error === undefined);
  const lacks = describeUnread(found);
  const ids = new Set([...names.keys(), ...found.flatMap(({ items }) => items.map(providerOf))]);
  const rows = [...ids].map((provider) => {
    const cells = known.map(({ workspace, items }) => {
      const own = items.filter((one) => providerOf(one) === provider);
      return [workspace.id, own.map(reach).join(', ') || null] as const;
    });
    return {
      provider,
      name: names.get(provider) ?? null,
      readBy: cells.filter(([, cell]) => cell !== null && cell !== 'off').length,
      workspaces: Object.fromEntries(cells),
    };
  });
  const all = found.map(({ workspace }) => workspace.name);
  const shared = new Set(all.filter((name, place) => all.indexOf(name) !== place));
  const columns: Column<(typeof rows)[number]>[] = [
    { path: 'provider', importance: 'answer' },
    { path: 'name', importance: 'answer' },
    {
      path: 'readBy',
      header: 'read by',
      kind: 'number',
      importance: 'answer',
      isMore: () => lacks !== undefined,
    },
    ...found.map(({ workspace: { id, name }, error }) => ({
      path: `workspaces.${id}`,
      header: name === null ? id : shared.has(name) ? `${name} (${id})` : name,
      ...(error === undefined ? {} : { cell: () => 'not read' }),
    })),
  ];
  await session.output.list(rows, { columns, lacks });
  requireAll(found);
}

/** For the question before a removal, which is possible too if they cannot be listed. */
export async function describeReaders(http: Http, provider: string): Promise<string> {
  try {
    const found = await readConnections(http);
    const failed = found.filter(({ error }) => error !== undefined).length;
    const readers = found.flatMap(({ workspace: { id, name }, items }) =>
      items.some((one) => providerOf(one) === provider && reach(one) !== 'off')
        ? [name === null ? id : `${name} (${id})`]
        : [],
    );
    const all = failed === 0 ? '' : `; ${pluralize(failed, 'workspace')} could not be read`;
    if (readers.length === 0) return `; no workspace reads it${all}`;
    const read = readers.length === 1 ? 'reads' : 'read';
    return `; ${pluralize(readers.length, 'workspace')} ${read} it: ${nameFirst(readers, 10)}${all}`;
  } catch (error) {
    if (error instanceof CostctlError && repeatedByAll.has(error.code)) throw error;
    return '; which workspaces read it is not known';
  }
}

async function readConnections(http: Http): Promise<FoundIn<Connection>[]> {
  return readAll(readEverywhere<Connection>(http, (id) => listWorkspaceProviders(http, id, {})));
}

async function readNames({ http, output }: Session): Promise<Map<string, string | null>> {
  const names = new Map<string, string | null>();
  try {
    for await (const { id, name } of listProviders(http, undefined, {})) {
      if (typeof id === 'string') names.set(id, name ?? null);
    }
  } catch (error) {
    if (!hasCode(error, 'forbidden')) throw error;
    output.warn('this token may not list providers: those that no workspace reads are missing');
  }
  return names;
}

/** The fields of a connection are not published: one that names no provider has a row of its own. */
function providerOf({ providerId, id }: Connection): string {
  return String(providerId ?? id ?? '');
}

/** How much of the provider is read, as far as the connection says so. */
function reach({ enabled, allAccounts, accounts }: Connection): string {
  if (enabled === false) return 'off';
  if (allAccounts === true) return 'all';
  return Array.isArray(accounts) ? pluralize(accounts.length, 'account') : 'yes';
}
