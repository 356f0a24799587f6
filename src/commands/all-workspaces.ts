import type { Http } from '../api/http.ts';
import { readAll } from '../api/pages.ts';
import { describeFailure } from '../api/problem.ts';
import { listWorkspaces } from '../api/workspace-calls.ts';
import { flag } from '../declaration/option.ts';
import { CostctlError, repeatedByAll, usageError } from '../errors.ts';
import { inOrder } from '../limit.ts';
import type { Column, View } from '../output/view.ts';
import type { Session } from '../session.ts';
import { nameFirst } from '../text.ts';
import { addFields } from './add-fields.ts';

export const allWorkspacesOption = {
  allWorkspaces: flag('read every workspace that the token can list; a column names each', {
    excludes: ['page'],
  }),
};

interface KnownWorkspace {
  readonly id: string;
  readonly name: string | null;
}

export interface FoundIn<Item> {
  readonly workspace: KnownWorkspace;
  readonly items: readonly Item[];
  readonly error?: CostctlError;
}

/** In the order of their list. One that cannot be read does not stop the others. */
export async function* readEverywhere<Item>(
  http: Http,
  read: (workspaceId: string) => AsyncIterable<Item>,
): AsyncGenerator<FoundIn<Item>> {
  const workspaces = new Map<string, KnownWorkspace>();
  for await (const { id, name } of listWorkspaces(http, {})) {
    if (typeof id !== 'string' || id === '') {
      throw new CostctlError('unexpected_response', 'the service sent a workspace without an id');
    }
    // A workspace that is created meanwhile moves another one to the next page, where it comes again.
    workspaces.set(id, { id, name: typeof name === 'string' ? name : null });
  }
  yield* readEach([...workspaces.values()], http.concurrency, read);
}

export function readEach<Item>(
  workspaces: readonly KnownWorkspace[],
  concurrency: number,
  read: (workspaceId: string) => AsyncIterable<Item>,
): AsyncGenerator<FoundIn<Item>> {
  const tasks = workspaces.map((workspace) => () => readOne(workspace, read));
  return inOrder(tasks, concurrency);
}

async function readOne<Item>(
  workspace: KnownWorkspace,
  read: (workspaceId: string) => AsyncIterable<Item>,
): Promise<FoundIn<Item>> {
  try {
    return { workspace, items: await readAll(read(workspace.id)) };
  } catch (error) {
    if (!(error instanceof CostctlError) || repeatedByAll.has(error.code) || error.code === 'usage')
      throw error;
    return { workspace, items: [], error };
  }
}

/** Shows what could be read; then a workspace that could not be read is an error. */
export async function listEverywhere<Item extends object>(
  session: Session,
  { max = Number.POSITIVE_INFINITY }: { readonly max?: number | undefined },
  read: (workspaceId: string) => AsyncIterable<Item>,
  view: View<never> = { columns: [] },
): Promise<void> {
  refuseWorkspaceFlag(session);
  const found: FoundIn<Item>[] = [];
  let left = max;
  for await (const one of readEverywhere(session.http, read)) {
    found.push({ ...one, items: one.items.slice(0, left) });
    left -= one.items.length;
    if (left <= 0) break;
  }
  const lacks = describeUnread(found);
  // If no workspace could be read, an empty list would be a false answer.
  if (lacks !== undefined && found.every(({ error }) => error !== undefined)) requireAll(found);
  const rows = found.flatMap(({ workspace: { id: workspace, name: workspaceName }, items }) =>
    items.map((item) => addFields(item, { workspace, workspaceName })),
  );
  const place = lacks === undefined ? 'any workspace yet' : 'the workspaces that could be read';
  await session.output.list(rows, { ...withWorkspace(view, `Nothing in ${place}.`), lacks });
  requireAll(found);
}

export function refuseWorkspaceFlag({ flags }: Session): void {
  if (flags.workspace === undefined) return;
  throw usageError(
    '--all-workspaces and --workspace cannot be used together',
    'leave out one of them',
  );
}

export function requireAll(found: readonly FoundIn<unknown>[]): void {
  const unread = describeUnread(found);
  if (unread === undefined) return;
  const failed = found.filter(({ error }) => error !== undefined);
  const hint =
    failed.length < found.length ? 'the result has the others' : failed[0]?.error?.details.hint;
  throw new CostctlError('incomplete', unread, { hint });
}

/** The workspaces that could not be read, and why; undefined if there are none. */
export function describeUnread(found: readonly FoundIn<unknown>[]): string | undefined {
  const reasons = found.flatMap(({ workspace, error }) =>
    error === undefined ? [] : [`${workspace.id} (${describeFailure(error)})`],
  );
  if (reasons.length === 0) return undefined;
  return `${reasons.length} of ${found.length} workspaces could not be read: ${nameFirst(reasons, 10)}`;
}

const workspaceColumns: readonly Column<unknown>[] = [
  { path: 'workspace', importance: 'answer', whole: true },
  { path: 'workspaceName', header: 'workspace name', importance: 'extra' },
];

function withWorkspace(view: View<never>, empty: string): View<object> {
  const { suggest } = view;
  return {
    empty,
    columns: view.columns.length === 0 ? [] : [...workspaceColumns, ...view.columns],
    fields: ['workspace', 'workspaceName', ...(view.fields ?? [])],
    suggest: (rows) => {
      const details = (view.details ?? []).map((one) => ({ ...one, importance: 'extra' as const }));
      const own = suggest?.(rows) ?? [...view.columns, ...details];
      // The id of the workspace in the item itself says the same again, so it comes last.
      const repeated = own.filter(({ path }) => path === 'workspaceId');
      return [...workspaceColumns, ...own.filter((one) => !repeated.includes(one)), ...repeated];
    },
  };
}
