import type { Command } from 'commander';
import * as z from 'zod/mini';
import { operations } from '../api/operations.ts';
import {
  InviteUserRequest,
  OrganizationRole,
  organizationRoles,
  UserEmail,
  UserName,
} from '../api/schemas/user.ts';
import { inviteUser } from '../api/users.ts';
import type { Context } from '../context.ts';
import { CostctlError, usageError } from '../errors.ts';
import { readAll, readTextFile } from '../files/input.ts';
import type { View } from '../output/output.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';
import { examples } from './examples.ts';
import { type Invited, invitePeople } from './invite-people.ts';
import { changeOptions } from './options.ts';
import { readPeople } from './people.ts';

const InviteInput = z.strictObject({
  email: z.optional(UserEmail),
  firstName: z.optional(UserName),
  lastName: z.optional(UserName),
  role: z.optional(OrganizationRole),
  from: z.optional(z.string()),
});
type InviteInput = z.infer<typeof InviteInput>;

const peopleView: View<Invited> = {
  columns: [{ path: 'email' }, { path: 'result' }, { path: 'id' }, { path: 'message' }],
  fields: ['email', 'result', 'id', 'message'],
};

export function addInvite(users: Command, context: Context): void {
  changeOptions(users.command('invite'))
    .description('Invite a person, or all that a file lists; an invitation stands for seven days')
    .option('--email <address>', 'address, at most 320 characters')
    .option('--first-name <name>', 'first name, at most 100 characters')
    .option('--last-name <name>', 'last name, at most 100 characters')
    .option('--role <role>', organizationRoles.join(', '))
    .option('--from <file>', 'csv or JSON of email, firstName, lastName, role; - for stdin')
    .addHelpText(
      'after',
      examples(
        'costctl users invite --email ada@example.com --first-name Ada --last-name Byron --role viewer --dry-run',
      ),
    )
    .action(
      action(context, InviteInput, async (session, { from, ...person }) => {
        if (from === undefined) return inviteOne(session, person);
        if (Object.keys(person).length > 0) {
          throw usageError(
            '--from cannot stand beside --email, --first-name, --last-name or --role',
          );
        }
        await inviteAll(session, from);
      }),
    );
}

async function inviteOne({ http, output }: Session, person: Omit<InviteInput, 'from'>) {
  if (person.email === undefined) throw usageError('--email is missing', 'give --email or --from');
  if (person.role === undefined) throw usageError('--role is missing', 'give --role or --from');
  await output.one(inviteUser(http, InviteUserRequest.parse(person)));
}

async function inviteAll(session: Session, from: string): Promise<void> {
  const { context, output } = session;
  const text =
    from === '-' ? await readAll(context.stdin, context.signal) : await readTextFile(from);
  const people = await readPeople(text);
  if (session.dryRun) {
    const { method, path } = operations.inviteUser;
    await output.list(
      people.map((body) => ({ method, path, body })),
      { columns: [] },
    );
    return;
  }
  const { results, stop } = await invitePeople(session, people);
  const stored = results.some(({ result }) => result === 'invited');
  if (stop !== undefined && !stored) throw stop;
  await output.list(results, peopleView);
  const left = results.filter(({ result }) => result === 'failed' || result === 'suspended');
  if (left.length === 0) return;
  throw new CostctlError('incomplete', `${left.length} of ${results.length} were not invited`, {
    hint: 'mend what the list says and run it again: who is invited already is left alone',
    cause: stop,
  });
}
