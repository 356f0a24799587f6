import {
  createFilter,
  deleteFilter,
  getFilter,
  listFilters,
  updateFilter,
} from '../api/filter-calls.ts';
import { operations } from '../api/operations.ts';
import { FilterText, FilterTitle, SavedFilter } from '../api/schemas/filter.ts';
import { command } from '../command.ts';
import { checkedBy, text } from '../declaration/kind.ts';
import { argument, flag, optional, required } from '../declaration/option.ts';
import { filterId, listOptions, pagingOf, withEmpty } from '../declaration/shared.ts';
import { CostctlError, usageError } from '../errors.ts';
import type { View } from '../output/view.ts';
import { allWorkspacesOption, listEverywhere } from './all-workspaces.ts';
import { confirm } from './confirm.ts';
import { readTextOption } from './request-options.ts';

const view: View<SavedFilter> = {
  columns: [
    { path: 'id', importance: 'answer', whole: true },
    { path: 'title', importance: 'answer', names: true },
    { path: 'isDefault', header: 'default', importance: 'extra' },
    { path: 'filter', importance: 'answer' },
  ],
  details: [
    { path: 'createdAt', header: 'created', kind: 'timestamp' },
    { path: 'updatedAt', header: 'updated', kind: 'timestamp' },
  ],
  fields: Object.keys(SavedFilter.shape),
};

const id = argument(filterId, 'filter id or title', 'filter');
const title = checkedBy(FilterTitle, 'text');
const filterText = text('text', { empty: true });

const list = command({
  words: 'filters list',
  purpose: 'List the saved filters of a workspace',
  operation: operations.listSavedFilters,
  workspace: true,
  options: { ...listOptions, ...allWorkspacesOption },
  view,
  examples: ['costctl filters list', 'costctl filters list --all-workspaces'],
  run: (session, { allWorkspaces, ...input }) => {
    const read = (id: string) => listFilters(session.http, id, pagingOf(input));
    if (allWorkspaces) return listEverywhere(session, input, read, view);
    const none = 'No filters in this workspace yet; costctl filters create --help';
    return session.output.list(read(session.workspace()), withEmpty(view, input, none));
  },
});

const get = command({
  words: 'filters get',
  purpose: 'Show one saved filter',
  operation: operations.getSavedFilter,
  workspace: true,
  arguments: { id },
  view,
  examples: ['costctl filters get flt_production'],
  run: ({ http, output, workspace }, input) => output.one(getFilter(http, workspace(), input.id)),
});

const create = command({
  words: 'filters create',
  purpose: 'Create a saved filter',
  operation: operations.createSavedFilter,
  changes: 'service',
  workspace: true,
  options: {
    title: required(title, 'title, at most 200 characters'),
    filter: required(filterText, 'filter text, at most 4000 characters, or @file'),
    default: flag('make it the default filter of the workspace'),
  },
  view,
  examples: ["costctl filters create --title Production --filter 'tag:env = prod' --dry-run"],
  run: async ({ http, output, workspace }, input) =>
    output.one(
      createFilter(http, {
        workspaceId: workspace(),
        title: input.title,
        filter: await readFilterText(input.filter),
        isDefault: input.default ?? false,
      }),
    ),
});

const update = command({
  words: 'filters update',
  purpose: 'Change a saved filter; what is not given stays as it is',
  operation: operations.updateSavedFilter,
  changes: 'service',
  workspace: true,
  arguments: { id },
  options: {
    title: optional(title, 'new title, at most 200 characters'),
    filter: optional(filterText, 'new filter text, at most 4000 characters, or @file'),
    default: flag('make it the default filter of the workspace', {
      negative: 'make it an ordinary filter',
    }),
  },
  view,
  examples: ['costctl filters update flt_production --default --dry-run'],
  run: async ({ http, output, workspace }, { id, ...input }) => {
    if (Object.keys(input).length === 0) {
      throw usageError('nothing to change', 'give --title, --filter, --default or --no-default');
    }
    const given = input.filter === undefined ? undefined : await readFilterText(input.filter);
    const stored = await getFilter(http, workspace(), id);
    const body = {
      title: input.title ?? stored.title,
      filter: given ?? stored.filter,
      isDefault: input.default ?? stored.isDefault,
    };
    await output.one(updateFilter(http, workspace(), id, requireWhole(id, body)));
  },
});

const remove = command({
  words: 'filters delete',
  purpose: 'Delete a saved filter',
  operation: operations.deleteSavedFilter,
  changes: 'service',
  irreversible: true,
  workspace: true,
  arguments: { id },
  examples: ['costctl filters delete flt_production --dry-run'],
  run: async (session, { id }) => {
    const workspaceId = session.workspace();
    const label = await confirm(
      session,
      (label) => `This will delete the saved filter ${label} of ${workspaceId}`,
      { id, readName: async () => (await getFilter(session.http, workspaceId, id)).title },
    );
    await deleteFilter(session.http, workspaceId, id);
    session.output.note(`deleted the saved filter ${label}`);
  },
});

export const filters = [list, get, create, update, remove];

const fieldOptions = {
  title: '--title',
  filter: '--filter',
  isDefault: '--default or --no-default',
};

/** The service does not say what a PUT without a field does: all three are sent, or nothing is. */
function requireWhole(id: string, { title = null, filter = null, isDefault = null }: Fields) {
  if (title !== null && filter !== null && isDefault !== null) return { title, filter, isDefault };
  const missing = title === null ? 'title' : filter === null ? 'filter' : 'isDefault';
  throw new CostctlError(
    'unexpected_response',
    `the service sent the filter ${id} without ${missing}, which an update must send too`,
    { hint: `give ${fieldOptions[missing]}` },
  );
}

type Fields = Pick<SavedFilter, 'title' | 'filter' | 'isDefault'>;

async function readFilterText(spec: string): Promise<string> {
  const checked = FilterText.safeParse(await readTextOption(spec));
  if (checked.success) return checked.data;
  throw usageError(`--filter: ${checked.error.issues[0]?.message ?? 'is invalid'}`);
}
