import type { Command } from 'commander';
import * as z from 'zod/mini';
import { UserId } from '../api/schemas/ids.ts';
import { OrganizationRole, organizationRoles, User } from '../api/schemas/user.ts';
import { getUser, listUsers } from '../api/users.ts';
import type { Context } from '../context.ts';
import type { View } from '../output/output.ts';
import { organizationAction } from './action.ts';
import { examples } from './examples.ts';
import { addInvite } from './invite.ts';
import { listInput, listOptions, pagingOf } from './options.ts';

const view: View<User> = {
  columns: [
    { path: 'id', importance: 'answer' },
    { path: 'email', importance: 'answer' },
    { path: 'firstName', header: 'first name' },
    { path: 'lastName', header: 'last name' },
    { path: 'status', kind: 'state', importance: 'answer' },
    { path: 'role', importance: 'answer' },
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

const ListInput = z.strictObject({
  ...listInput,
  includeRemoved: z.optional(z.boolean()),
  role: z.optional(OrganizationRole),
  status: z.optional(z.string()),
});
const GetInput = z.strictObject({ user: UserId });

export function addUsers(program: Command, context: Context): void {
  const users = program
    .command('users')
    .description('Members and invitations (needs an organization token)');

  listOptions(users.command('list').alias('ls'))
    .description('List members and pending invitations')
    .option('--include-removed', 'list removed users too')
    .option('--role <role>', `only this role: ${organizationRoles.join(', ')}`)
    .option('--status <status>', 'only this status')
    .addHelpText('after', examples('costctl users list --role owner'))
    .action(
      organizationAction(context, ListInput, ({ http, output }, input) => {
        const { role, status, includeRemoved, max, ...paging } = input;
        const chosen = role !== undefined || status !== undefined;
        // The service cannot choose: where this program does, --max counts what it has chosen.
        const items = listUsers(
          http,
          includeRemoved,
          pagingOf(chosen ? paging : { ...paging, max }),
        );
        const matches = (user: User) =>
          (role === undefined || user.role === role) &&
          (status === undefined || user.status?.toLowerCase() === status.toLowerCase());
        return output.list(chosen ? choose(items, matches, max) : items, view);
      }),
    );

  users
    .command('get')
    .description('Show one user')
    .argument('<user>', 'user id')
    .addHelpText('after', examples('costctl users get usr_mara'))
    .action(
      organizationAction(context, GetInput, ({ http, output }, { user }) =>
        output.one(getUser(http, user), view),
      ),
    );

  addInvite(users, context);
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
