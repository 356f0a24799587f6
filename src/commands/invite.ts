import type { Command } from 'commander';
import * as z from 'zod/mini';
import { operations } from '../api/operations.ts';
import { organizationRoles, UserInvited } from '../api/schemas/user.ts';
import { inviteUser } from '../api/users.ts';
import type { Context } from '../context.ts';
import { CostctlError, usageError } from '../errors.ts';
import type { View } from '../output/output.ts';
import type { Session } from '../session.ts';
import { organizationAction } from './action.ts';
import { readSpec } from './body.ts';
import { examples } from './examples.ts';
import { type Invited, invitePeople } from './invite-people.ts';
import { changeOptions } from './options.ts';
import { type Person, personInput, readPeople } from './people.ts';

const InviteInput = z.strictObject({
  ...personInput,
  email: z.optional(personInput.email),
  role: z.optional(personInput.role),
  from: z.optional(z.string()),
});
type InviteInput = z.infer<typeof InviteInput>;

const invitedView: View<UserInvited> = { columns: [], fields: Object.keys(UserInvited.shape) };

const peopleView: View<Invited> = {
  columns: [
    { path: 'email', importance: 'answer' },
    { path: 'result', kind: 'state', importance: 'answer' },
    { path: 'id' },
    { path: 'message', importance: 'answer' },
  ],
  fields: ['email', 'result', 'id', 'message'],
};

export function addInvite(users: Command, context: Context): void {
  changeOptions(users.command('invite'))
    .description('Invite a person, or all that a file lists; an invitation is valid for seven days')
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
      organizationAction(context, InviteInput, async (session, { from, ...person }) => {
        if (from === undefined) return inviteOne(session, requirePerson(person));
        if (Object.keys(person).length > 0) {
          throw usageError(
            '--from cannot stand beside --email, --first-name, --last-name or --role',
          );
        }
        await inviteAll(session, from);
      }),
    );
}

function requirePerson({ email, role, ...names }: Omit<InviteInput, 'from'>): Person {
  if (email === undefined) throw usageError('--email is missing', 'give --email or --from');
  if (role === undefined) {
    throw usageError('--role is missing', `give --role: ${organizationRoles.join(', ')}`);
  }
  return { email, ...names, role };
}

async function inviteOne({ http, output }: Session, person: Person): Promise<void> {
  try {
    await output.one(await inviteUser(http, person), invitedView);
  } catch (error) {
    if (!(error instanceof CostctlError) || error.code !== 'conflict') throw error;
    const hint = `${person.email} is a member already, invited or suspended: costctl users list`;
    throw new CostctlError(error.code, error.message, { ...error.details, hint, cause: error });
  }
}

async function inviteAll(session: Session, from: string): Promise<void> {
  const { context, output } = session;
  const text = await readSpec(context, from === '-' ? from : `@${from}`, '--from');
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
  if (stop !== undefined && !results.some(({ result }) => result === 'invited')) throw stop;
  await output.list(results, peopleView);
  const settled = new Set(['invited', 'member', 'already invited']);
  const left = results.filter(({ result }) => !settled.has(result)).length;
  if (left === 0) return;
  const why = stop === undefined ? '' : `, after: ${stop.message}`;
  throw new CostctlError('incomplete', `${left} of ${results.length} were not invited${why}`, {
    hint: 'mend what the list says and run it again: who is invited already is left alone',
    cause: stop,
  });
}
