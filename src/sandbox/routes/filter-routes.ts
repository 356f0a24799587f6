import { operations } from '../../api/operations.ts';
import { WorkspaceId } from '../../api/schemas/shared-fields.ts';
import { timestamp } from '../calendar.ts';
import { type Call, changed, newId, notFound, ok, type Route } from '../call.ts';
import { checkText, optionalRange, pageOf, readBody, readOptionalBody } from '../read-call.ts';
import type { Filter } from '../state/record-kinds.ts';
import { type Change, put, remove, type State } from '../state/state.ts';
import { queriedWorkspace, reachWorkspace } from '../token-reach.ts';

export const filterRoutes = {
  listSavedFilters: {
    read(call, state) {
      const range = optionalRange(call);
      const { id } = queriedWorkspace(call, state);
      return ok(pageOf(call, range, findAll(state, id).map(show)));
    },
  },
  createSavedFilter: {
    change(call, state) {
      const given = readBody(call, operations.createSavedFilter);
      const id = checkText('workspaceId', given.workspaceId, WorkspaceId);
      const workspace = reachWorkspace(call, state, id);
      const filter = {
        id: newId(call, state, 'filters'),
        workspaceId: workspace.id,
        title: given.title ?? '',
        filter: given.filter ?? '',
        isDefault: given.isDefault ?? false,
        createdAt: timestamp(call.now),
      };
      return changed(store(state, filter), { status: 201, body: show(filter) });
    },
  },
  getSavedFilter: {
    read: (call, state) => ok(show(reachFilter(call, state))),
  },
  updateSavedFilter: {
    change(call, state) {
      const {
        title,
        filter: text,
        isDefault,
      } = readOptionalBody(call, operations.updateSavedFilter);
      const filter = reachFilter(call, state);
      const updated = {
        ...filter,
        title: title ?? filter.title,
        filter: text ?? filter.filter,
        isDefault: isDefault ?? filter.isDefault,
      };
      return changed(store(state, updated), ok(show(updated)));
    },
  },
  deleteSavedFilter: {
    change(call, state) {
      const { id } = reachFilter(call, state);
      return changed([remove('filters', id)], { status: 204 });
    },
  },
} satisfies Record<string, Route>;

function findAll(state: State, workspaceId: string): Filter[] {
  return state.list('filters').filter((filter) => filter.workspaceId === workspaceId);
}

function reachFilter(call: Call, state: State): Filter {
  const workspace = queriedWorkspace(call, state);
  const id = call.path['filterId'] ?? '';
  const filter = state.get('filters', id);
  if (filter?.workspaceId !== workspace.id) throw notFound('saved filter', id);
  return filter;
}

/** A workspace has at most one default: a new one replaces the old one. */
function store(state: State, filter: Filter): Change[] {
  const replaced = filter.isDefault
    ? findAll(state, filter.workspaceId).filter((one) => one.isDefault && one.id !== filter.id)
    : [];
  return [
    ...replaced.map((one) => put('filters', { ...one, isDefault: false })),
    put('filters', filter),
  ];
}

function show({ id, workspaceId, ...filter }: Filter) {
  return { id: { Value: id }, ...filter };
}
