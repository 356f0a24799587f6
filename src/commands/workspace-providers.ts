import type { Http } from '../api/http.ts';
import { operations } from '../api/operations.ts';
import { getProvider } from '../api/provider-calls.ts';
import {
  enableWorkspaceProvider,
  getWorkspaceProvider,
  getWorkspaceProviderAsSent,
  listWorkspaceProviders,
  removeWorkspaceProvider,
  updateWorkspaceProvider,
} from '../api/workspace-calls.ts';
import { command } from '../command.ts';
import { argument, flag } from '../declaration/option.ts';
import { connectionId, listOptions, pagingOf, withEmpty } from '../declaration/shared.ts';
import { usageError } from '../errors.ts';
import { isObject } from '../json/number.ts';
import type { Column, View } from '../output/view.ts';
import { allWorkspacesOption, listEverywhere } from './all-workspaces.ts';
import { confirm } from './confirm.ts';
import { listMatrix } from './provider-matrix.ts';
import { bodyFields, mergeBody, mergeOption, requireBody } from './request-options.ts';

/** Its fields are not published: a table shows each, first those that say what is read. */
const view: View<Row> = { columns: [], suggest: suggestColumns };

type Row = Readonly<Record<string, unknown>>;

function suggestColumns(rows: readonly Row[]): Column<Row>[] {
  const present = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns: Column<Row>[] = [
    ...['id', 'name', 'providerId', 'enabled', 'status'].map(
      (path) => ({ path, importance: 'answer', whole: true }) as const,
    ),
    ...['allAccounts', 'accounts'].map((path) => ({ path })),
    { path: 'workspaceId', importance: 'extra' },
    ...['createdAt', 'updatedAt'].map(
      (path) => ({ path, kind: 'timestamp', importance: 'extra' }) as const,
    ),
  ];
  return columns.filter(({ path }) => present.has(path));
}

const connection = argument(connectionId, 'workspace provider id');

const list = command({
  words: 'workspaces providers list',
  purpose: 'List the connections of a workspace',
  operation: operations.listWorkspaceProviders,
  workspace: true,
  options: {
    ...listOptions,
    ...allWorkspacesOption,
    matrix: flag('a row for each provider and a column for each workspace', {
      excludes: ['page', 'max'],
    }),
  },
  view,
  examples: [
    'costctl workspaces providers list',
    'costctl workspaces providers list --all-workspaces',
    'costctl workspaces providers list --all-workspaces --matrix',
  ],
  run: (session, { allWorkspaces, matrix, ...input }) => {
    const read = (id: string) => listWorkspaceProviders(session.http, id, pagingOf(input));
    if (matrix) return listMatrix(session, allWorkspaces);
    if (allWorkspaces) return listEverywhere(session, input, read, view);
    const none = 'No providers in this workspace yet; costctl workspaces providers enable --help';
    return session.output.list(read(session.workspace()), withEmpty(view, input, none));
  },
});

const get = command({
  words: 'workspaces providers get',
  purpose: 'Show one connection and the accounts the workspace reads',
  operation: operations.getWorkspaceProvider,
  workspace: true,
  arguments: { connection },
  examples: ['costctl workspaces providers get wpr_storefront_aws'],
  run: ({ http, output, workspace }, input) =>
    output.one(getWorkspaceProvider(http, workspace(), input.connection)),
});

const enable = command({
  words: 'workspaces providers enable',
  purpose: 'Enable a connection in a workspace; sends exactly the given body',
  operation: operations.createWorkspaceProvider,
  changes: 'service',
  options: bodyFields,
  examples: ['costctl workspaces providers enable --data @connection.json --dry-run'],
  run: async ({ http, output, context }, input) =>
    output.one(enableWorkspaceProvider(http, await requireBody(context, input))),
});

const update = command({
  words: 'workspaces providers update',
  purpose: 'Turn a connection on or off, or replace the accounts it reads',
  operation: operations.updateWorkspaceProvider,
  changes: 'service',
  workspace: true,
  arguments: { connection },
  options: { ...mergeOption, ...bodyFields },
  examples: [
    'costctl workspaces providers update wpr_storefront_aws --set-json enabled=false --dry-run',
  ],
  run: async (session, { connection: id, merge, ...input }) => {
    const { http, output, workspace, context, flags } = session;
    if (merge !== true && flags.workspace !== undefined) {
      throw usageError(
        '--workspace has no effect without --merge: exactly the given body is sent',
        'add --merge, or leave --workspace out',
      );
    }
    const changes = await requireBody(context, input);
    const body = await mergeBody(merge, changes, () =>
      getWorkspaceProviderAsSent(http, workspace(), id),
    );
    await output.one(updateWorkspaceProvider(http, id, body));
  },
});

const remove = command({
  words: 'workspaces providers remove',
  purpose: 'Stop reading a connection in a workspace',
  operation: operations.deleteWorkspaceProvider,
  changes: 'service',
  irreversible: true,
  workspace: true,
  arguments: { connection },
  examples: ['costctl workspaces providers remove wpr_storefront_aws --dry-run'],
  run: async (session, { connection: id }) => {
    const workspaceId = session.workspace();
    const label = await confirm(
      session,
      (label) =>
        `This will stop the connection ${label} from being read by the workspace ${workspaceId}; the connection, its cost and other workspaces are unaffected`,
      { id, readName: () => readConnectionName(session.http, workspaceId, id) },
    );
    await removeWorkspaceProvider(session.http, workspaceId, id);
    session.output.note(`removed the connection ${label} from ${workspaceId}`);
  },
});

/** A connection's own name, or else that of its provider. */
async function readConnectionName(http: Http, workspaceId: string, id: string): Promise<unknown> {
  const sent = await getWorkspaceProvider(http, workspaceId, id);
  const record = new Map<string, unknown>(isObject(sent) ? Object.entries(sent) : []);
  const name = record.get('name');
  const provider = record.get('providerId');
  if (typeof name === 'string' && name !== '') return name;
  if (typeof provider !== 'string' || provider === '') return undefined;
  // The record refers to the provider, but another token may be needed to read that.
  return getProvider(http, provider).then(
    (found) => found.name,
    () => provider,
  );
}

export const workspaceProviders = [list, get, enable, update, remove];
