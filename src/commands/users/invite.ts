import { operations } from '../../api/operations.ts';
import { type InviteUserRequest, organizationRoles, UserInvited } from '../../api/schemas/user.ts';
import { inviteUser } from '../../api/user-calls.ts';
import { command, listOf, record, text, textOrNull } from '../../declaration/command.ts';
import { checkedBy, inputFile, oneOf } from '../../declaration/kind.ts';
import { optional } from '../../declaration/option.ts';
import { CostctlError, usageError } from '../../errors.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { readSpec } from '../body-options.ts';
import { Email, type Invitee, PersonName, readInvitees } from './invitees.ts';
import { type Invited, sendInvitations } from './send-invitations.ts';

const invitedView: View<UserInvited> = { columns: [], fields: Object.keys(UserInvited.shape) };

const listView: View<Invited> = {
  columns: [
    { path: 'email', importance: 'answer' },
    { path: 'result', kind: 'state', importance: 'answer' },
    { path: 'id' },
    { path: 'message', importance: 'answer' },
  ],
  fields: ['email', 'result', 'id', 'message'],
};

const notWithFile = { excludes: ['from'] };

export const invite = command({
  words: 'users invite',
  purpose: 'Invite a person, or everybody in a file; an invitation is valid for seven days',
  operation: operations.inviteUser,
  changes: 'service',
  options: {
    email: optional(checkedBy(Email, 'address'), 'address, at most 320 characters', notWithFile),
    firstName: optional(
      checkedBy(PersonName, 'name'),
      'first name, at most 100 characters',
      notWithFile,
    ),
    lastName: optional(
      checkedBy(PersonName, 'name'),
      'last name, at most 100 characters',
      notWithFile,
    ),
    role: optional(oneOf(organizationRoles, 'role'), organizationRoles.join(', '), notWithFile),
    from: optional(inputFile, 'csv or JSON with email, firstName, lastName, role; - for stdin'),
  },
  result: () => ({
    anyOf: [
      { type: 'object', required: ['id'] },
      listOf(record({ email: text, result: text, id: textOrNull, message: textOrNull })),
    ],
  }),
  examples: [
    'costctl users invite --email ada@example.com --first-name Ada --last-name Byron --role viewer --dry-run',
  ],
  run: async (session, { from, ...person }) => {
    if (from === undefined) await inviteOne(session, requireWhole(person));
    else await inviteAll(session, from);
  },
});

/** As the options say it; what is not given is undefined. */
type Given = { readonly [Field in keyof Invitee]?: Invitee[Field] | undefined };

function requireWhole({ email, role, ...names }: Given): InviteUserRequest {
  if (email === undefined) throw usageError('--email is missing', 'give --email or --from');
  if (role === undefined) {
    throw usageError('--role is missing', `give --role: ${organizationRoles.join(', ')}`);
  }
  return { email, ...names, role };
}

async function inviteOne({ http, output }: Session, invitee: InviteUserRequest): Promise<void> {
  try {
    await output.one(await inviteUser(http, invitee), invitedView);
  } catch (error) {
    if (!(error instanceof CostctlError) || error.code !== 'conflict') throw error;
    const hint = `${invitee.email} is already a member, invited or suspended: costctl users list`;
    throw new CostctlError(error.code, error.message, { ...error.details, hint, cause: error });
  }
}

async function inviteAll(session: Session, from: string): Promise<void> {
  const { context, output } = session;
  const text = await readSpec(context, from === '-' ? from : `@${from}`, '--from');
  const invitees = await readInvitees(text);
  if (session.dryRun) {
    const { method, path } = operations.inviteUser;
    await output.list(
      invitees.map((body) => ({ method, path, body })),
      { columns: [], stacked: true },
    );
    return;
  }
  const { results, stop } = await sendInvitations(session, invitees);
  if (stop !== undefined && !results.some(({ result }) => result === 'invited')) throw stop;
  await output.list(results, listView);
  const settled = new Set(['invited', 'member', 'already invited']);
  const left = results.filter(({ result }) => !settled.has(result)).length;
  if (left === 0) return;
  const why = stop === undefined ? '' : `, after: ${stop.message}`;
  throw new CostctlError('incomplete', `${left} of ${results.length} were not invited${why}`, {
    hint: 'correct what the list reports and run the command again: it leaves out those already invited',
    cause: stop,
  });
}
