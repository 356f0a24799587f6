import * as z from 'zod/mini';
import { operations } from '../../api/operations.ts';
import { WorkspaceId } from '../../api/schemas/shared-fields.ts';
import { timestamp } from '../calendar.ts';
import {
  type Call,
  change,
  changed,
  checkText,
  invalidField,
  newId,
  notFound,
  ok,
  optionalBoolean,
  optionalRange,
  Problem,
  pageOf,
  read,
  readBody,
  readOptionalBody,
  requiredRange,
  userIdOf,
} from '../call.ts';
import type { Filter, User } from '../state/record-kinds.ts';
import { type Change, put, remove, type State } from '../state/state.ts';
import { queriedWorkspace, reachRecord, reachWorkspace, recordsOf } from '../token-reach.ts';

export const filterRoutes = {
  listSavedFilters: read((call, state) => {
    const range = optionalRange(call);
    const { id } = queriedWorkspace(call, state);
    return ok(pageOf(call, range, recordsOf(state, 'filters', id).map(showFilter)));
  }),
  createSavedFilter: change((call, state) => {
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
    return changed(store(state, filter), { status: 201, body: showFilter(filter) });
  }),
  getSavedFilter: read((call, state) => ok(showFilter(reachFilter(call, state)))),
  updateSavedFilter: change((call, state) => {
    const { title, filter: text, isDefault } = readOptionalBody(call, operations.updateSavedFilter);
    const filter = reachFilter(call, state);
    const updated = {
      ...filter,
      title: title ?? filter.title,
      filter: text ?? filter.filter,
      isDefault: isDefault ?? filter.isDefault,
    };
    return changed(store(state, updated), ok(showFilter(updated)));
  }),
  deleteSavedFilter: change((call, state) => {
    const { id } = reachFilter(call, state);
    return changed([remove('filters', id)], { status: 204 });
  }),
};

function reachFilter(call: Call, state: State): Filter {
  return reachRecord(call, state, 'filters', call.path['filterId']);
}

/** A workspace has at most one default: a new one replaces the old one. */
function store(state: State, filter: Filter): Change[] {
  const replaced = filter.isDefault
    ? recordsOf(state, 'filters', filter.workspaceId).filter(
        (one) => one.isDefault && one.id !== filter.id,
      )
    : [];
  return [
    ...replaced.map((one) => put('filters', { ...one, isDefault: false })),
    put('filters', filter),
  ];
}

function showFilter({ id, workspaceId, ...filter }: Filter) {
  return { id: { Value: id }, ...filter };
}

const invitationLifetime = 7 * 24 * 3_600_000;

export const userRoutes = {
  listUsers: read((call, state) => {
    const range = requiredRange(call);
    const all = optionalBoolean(call, 'includeRemoved');
    const users = state.list('users').map((user) => showUser(user, call.now));
    const listed = users.filter(({ status }) => all || !gone.includes(status));
    return ok(pageOf(call, range, listed));
  }),
  inviteUser: change((call, state) => {
    const given = readBody(call, operations.inviteUser);
    const email = given.email ?? '';
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidField('email', 'must be an email address');
    const plain = email.toLowerCase();
    const known = state.list('users').find((user) => user.email.toLowerCase() === plain);
    if (known?.status === 'active') throw new Problem(409, `${email} is already a member`);
    if (known?.status === 'suspended') throw new Problem(409, `${email} is suspended`);
    // An open or expired invitation is sent again.
    const user = {
      id: known?.id ?? newId(call, state, 'users'),
      email,
      firstName: given.firstName ?? '',
      lastName: given.lastName ?? '',
      status: 'invited' as const,
      role: given.role,
      joinedAt: null,
      lastLoginAt: null,
      inviteExpiresAt: timestamp(call.now + invitationLifetime),
    };
    return changed([put('users', user)], { status: 201, body: { id: user.id, email } });
  }),
  getUser: read((call, state) => {
    const id = userIdOf(call);
    const user = state.get('users', id);
    if (user === undefined) throw notFound('user', id);
    return ok(showUser(user, call.now));
  }),
};

/** The statuses that the list leaves out unless it is asked for them: it has members and open invitations. */
const gone = ['removed', 'expired'];

function showUser(user: User, now: number) {
  const { status, inviteExpiresAt } = user;
  const ranOut =
    status === 'invited' && inviteExpiresAt !== null && Date.parse(inviteExpiresAt) <= now;
  return { ...user, status: ranOut ? 'expired' : status };
}

/** The service publishes no schema: a name is required, and a workspace is checked if given. */
const CreateRequest = z.looseObject({
  name: z.string('must be text').check(z.minLength(1, 'must not be empty')),
  workspaceId: z.optional(WorkspaceId),
});

export const virtualTagRoutes = {
  createVirtualTag: change((call, state) => {
    const given = readBody(call, { request: CreateRequest });
    const named = call.caller.token === 'workspace' ? call.caller.workspaceId : undefined;
    const workspaceId = given.workspaceId ?? named;
    if (workspaceId !== undefined) reachWorkspace(call, state, workspaceId);
    const fixed = { id: newId(call, state, 'virtualTags'), createdAt: timestamp(call.now) };
    const scope = { workspaceId: workspaceId ?? null };
    const tag = { ...fixed, status: 'active', ...given, ...scope, ...fixed };
    return changed([put('virtualTags', tag)], { status: 201, body: tag });
  }),
};
