import { operations } from '../api/operations.ts';
import { organizationRoles, User } from '../api/schemas/user.ts';
import { getUser, isExpired, listUsers } from '../api/user-calls.ts';
import { command } from '../command.ts';
import { oneOf, text } from '../declaration/kind.ts';
import { argument, flag, optional } from '../declaration/option.ts';
import { listOptions, pagingOf, userId, withEmpty } from '../declaration/shared.ts';
import type { View } from '../output/view.ts';
import { invite } from './users/invite.ts';

const view: View<User> = {
  columns: [
    { path: 'id', importance: 'answer' },
    { path: 'email', importance: 'answer', names: true },
    { path: 'firstName', header: 'first name', importance: 'extra' },
    { path: 'lastName', header: 'last name', importance: 'extra' },
    { path: 'status', kind: 'state', importance: 'answer' },
    { path: 'role', importance: 'answer', whole: true },
    { path: 'lastLoginAt', header: 'last login', kind: 'timestamp', importance: 'answer' },
    {
      path: 'inviteExpiresAt',
      header: 'invitation expires',
      kind: 'timestamp',
      importance: 'extra',
    },
  ],
  details: [{ path: 'joinedAt', header: 'joined', kind: 'timestamp' }],
  fields: Object.keys(User.shape),
};

const list = command({
  words: 'users list',
  purpose: 'List members and pending invitations',
  operation: operations.listUsers,
  options: {
    includeRemoved: flag('list removed users too'),
    role: optional(
      oneOf(organizationRoles, 'role'),
      `only this role: ${organizationRoles.join(', ')}`,
    ),
    status: optional(text('status'), 'only this status; expired: invitations that ran out'),
    ...listOptions,
  },
  view,
  examples: ['costctl users list --role owner'],
  run: async ({ http, output, context }, { role, status, includeRemoved, ...input }) => {
    const { max, ...paging } = pagingOf(input);
    const isChosen = role !== undefined || status !== undefined;
    // The service cannot filter: if this program does, --max counts what matches.
    const listed = listUsers(http, includeRemoved, isChosen ? paging : pagingOf(input));
    const users = withExpired(listed, context.clock.now());
    if (!isChosen)
      return output.list(
        users,
        withEmpty(view, input, 'No users yet; costctl users invite --help'),
      );
    const statuses = createStatusFilter(status, includeRemoved === true);
    const matches = (user: User) =>
      statuses.accepts(user) && (role === undefined || user.role === role);
    await output.list(choose(users, matches, max), {
      ...view,
      empty: 'No user matches; costctl users list shows all.',
    });
    output.warn(statuses.message());
  },
});

const get = command({
  words: 'users get',
  purpose: 'Show one user',
  operation: operations.getUser,
  arguments: { id: argument(userId, 'user id or email', 'user') },
  view,
  examples: ['costctl users get usr_mara'],
  run: async ({ http, output, context }, { id }) =>
    output.one(showExpired(await getUser(http, id), context.clock.now())),
});

export const users = [list, get, invite];

/** An expired invitation is shown as expired, whatever the service calls it. */
function showExpired(user: User, now: number): User {
  return isExpired(user, now) ? { ...user, status: 'expired' } : user;
}

async function* withExpired(users: AsyncIterable<User>, now: number): AsyncGenerator<User> {
  for await (const user of users) yield showExpired(user, now);
}

/** The statuses that a user can have are not published: the ones seen distinguish a typo from an empty list. */
function createStatusFilter(wanted: string | undefined, hasRemoved: boolean) {
  const seen = new Set<string>();
  let isFound = false;
  return {
    accepts({ status }: User): boolean {
      if (wanted === undefined) return true;
      if (status) seen.add(status);
      const isSame = status?.toLowerCase() === wanted.toLowerCase();
      if (isSame) isFound = true;
      return isSame;
    },
    message(): string | undefined {
      if (wanted === undefined || isFound) return undefined;
      const values = [...seen].sort().join(', ');
      const found = values === '' ? 'no status was seen' : `seen: ${values}`;
      const more = hasRemoved ? '' : '; --include-removed lists removed users too';
      return `no user that was listed has the status ${wanted}; ${found}${more}`;
    },
  };
}

async function* choose<Item>(
  items: AsyncIterable<Item>,
  matches: (item: Item) => boolean,
  max = Number.POSITIVE_INFINITY,
): AsyncGenerator<Item> {
  let count = 0;
  for await (const item of items) {
    if (!matches(item)) continue;
    yield item;
    count += 1;
    if (count >= max) return;
  }
}
