import { operations } from '../../api/operations.ts';
import { describeFailure } from '../../api/problem.ts';
import { type InviteUserRequest, organizationRoles, UserInvited } from '../../api/schemas/user.ts';
import { inviteUser } from '../../api/user-calls.ts';
import { command } from '../../command.ts';
import { checkedBy, inputFile, oneOf } from '../../declaration/kind.ts';
import { optional } from '../../declaration/option.ts';
import { type Fields, listOf, record, viewOf } from '../../declaration/result.ts';
import { CostctlError, hasCode, usageError, withHint } from '../../errors.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { readSpec } from '../request-options.ts';
import {
  createInviter,
  findWaiting,
  found,
  type Invited,
  readUsers,
  type Users,
} from './invitations.ts';
import { Email, type Invitee, PersonName, readInvitees } from './invitees.ts';

const invitedView: View<UserInvited> = { columns: [], fields: Object.keys(UserInvited.shape) };

const invitedFields: Fields = {
  email: ['text', { importance: 'answer' }],
  result: ['text', { kind: 'state', importance: 'answer' }],
  id: ['text or null', {}],
  message: ['text or null', { importance: 'answer' }],
};

const personName = checkedBy(PersonName, 'name');
const notWithFile = { excludes: ['from'] };

export const invite = command({
  words: 'users invite',
  purpose: 'Invite one person, or all in a file',
  operation: operations.inviteUser,
  changes: 'service',
  options: {
    email: optional(checkedBy(Email, 'address'), 'address, at most 320 characters', notWithFile),
    firstName: optional(personName, 'first name, at most 100 characters', notWithFile),
    lastName: optional(personName, 'last name, at most 100 characters', notWithFile),
    role: optional(oneOf(organizationRoles, 'role'), organizationRoles.join(', '), notWithFile),
    from: optional(inputFile, 'csv or JSON with email, firstName, lastName, role; - for stdin'),
  },
  result: () => ({ anyOf: [{ type: 'object', required: ['id'] }, listOf(record(invitedFields))] }),
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
    if (!hasCode(error, 'conflict')) throw error;
    const hint = `${invitee.email} is already a member, invited or suspended: costctl users list`;
    throw withHint(error, hint);
  }
}

async function inviteAll(session: Session, from: string): Promise<void> {
  const { context, output } = session;
  const text = await readSpec(context, from === '-' ? from : `@${from}`, '--from');
  const invitees = readInvitees(text);
  const users = readUsers(session.http, undefined);
  const { waiting, isComplete } = await findWaiting(users, context.clock.now());
  if (session.dryRun) {
    const left = invitees.filter(({ email }) => !waiting.has(email.toLowerCase()));
    const open = invitees.length - left.length;
    if (open > 0) {
      output.note(`${open} of ${invitees.length} ${open === 1 ? 'is' : 'are'} already invited`);
    }
    const { method, path } = operations.inviteUser;
    await output.list(
      left.map((body) => ({ method, path, body })),
      { columns: [], stacked: true },
    );
    return;
  }
  const again = `run the command again${isComplete ? ': it leaves out those already invited' : ' without those already invited'}`;
  const { results, stop } = await sendInvitations(session, invitees, { users, waiting, again });
  if (stop !== undefined && !results.some(({ result }) => result === 'invited')) throw stop;
  await output.list(results, viewOf(invitedFields));
  const settled = new Set(['invited', 'member', 'already invited']);
  const left = results.filter(({ result }) => !settled.has(result)).length;
  if (left === 0) return;
  const why = stop === undefined ? '' : `, because of an earlier error: ${stop.message}`;
  throw new CostctlError('incomplete', `${countOf(left, results.length)} not invited${why}`, {
    hint: `correct the failures in the list and ${again}`,
    cause: stop,
  });
}

interface Known {
  readonly users: Promise<Users>;
  readonly waiting: Users;
  /** What continues after a failure. */
  readonly again: string;
}

/** Codes after which every further invitation would end the same way. */
const finalCodes = new Set(['unauthenticated', 'forbidden', 'not_found', 'rate_limited']);

/** Invites one person after the other. A person who cannot be invited does not stop the rest. */
async function sendInvitations(
  { http, progress, context }: Session,
  invitees: readonly Invitee[],
  { users, waiting, again }: Known,
) {
  const results: Invited[] = [];
  const invite = createInviter(http, users, context.clock.now);
  /** After this one no further invitation was tried. */
  let stop: CostctlError | undefined;
  progress.start('');
  for (const invitee of invitees) {
    const { email } = invitee;
    if (stop !== undefined) {
      results.push({ email, result: 'not tried', id: null, message: null });
      continue;
    }
    progress.update(`inviting ${results.length + 1} of ${invitees.length}`);
    try {
      const open = waiting.get(email.toLowerCase());
      results.push(
        open === undefined ? await invite(invitee) : found(email, open, 'already invited'),
      );
    } catch (error) {
      if (!(error instanceof CostctlError)) throw error;
      if (error.code === 'interrupted') throw interruption(error, results, invitees.length, again);
      if (finalCodes.has(error.code)) stop = error;
      results.push({ email, result: 'failed', id: null, message: describeFailure(error) });
    }
  }
  return { results, stop };
}

/** What was done before, and that the invitation on its way may have arrived. */
function interruption(
  error: CostctlError,
  results: readonly Invited[],
  people: number,
  again: string,
): CostctlError {
  const invited = results.filter(({ result }) => result === 'invited').length;
  const message = `${error.message}: ${countOf(invited, people)} invited, and one more may have been`;
  return new CostctlError('interrupted', message, { ...error.details, hint: again });
}

function countOf(count: number, whole: number): string {
  return `${count} of ${whole} ${count === 1 ? 'was' : 'were'}`;
}
