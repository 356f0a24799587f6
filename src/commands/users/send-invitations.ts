import type { Http } from '../../api/http.ts';
import { describeFailure } from '../../api/problem.ts';
import type { User } from '../../api/schemas/user.ts';
import { inviteUser, listUsers } from '../../api/user-calls.ts';
import { CostctlError } from '../../errors.ts';
import type { Session } from '../../session.ts';
import type { Invitee } from './invitees.ts';

export interface Invited {
  readonly email: string;
  readonly result: Result;
  readonly id: string | null;
  readonly message: string | null;
}

type Result = 'invited' | 'member' | 'already invited' | 'suspended' | 'failed' | 'not tried';

export interface Invitations {
  readonly results: readonly Invited[];
  /** After this one no further invitation was tried. */
  readonly stop: CostctlError | undefined;
}

/** Codes after which every further invitation would end the same way. */
const finalCodes = new Set(['unauthenticated', 'forbidden', 'not_found']);

/** Invites one person after the other. A person who cannot be invited does not stop the rest. */
export async function sendInvitations(
  { http, progress }: Session,
  invitees: readonly Invitee[],
): Promise<Invitations> {
  const results: Invited[] = [];
  const invite = createInviter(http);
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
      results.push(await invite(invitee));
    } catch (error) {
      if (!(error instanceof CostctlError) || error.code === 'interrupted') throw error;
      if (finalCodes.has(error.code)) stop = error;
      results.push({ email, result: 'failed', id: null, message: describeFailure(error) });
    }
  }
  return { results, stop };
}

/** The user list says why a person is a conflict. It is read once. */
function createInviter(http: Http): (invitee: Invitee) => Promise<Invited> {
  let known: Promise<ReadonlyMap<string, User>> | undefined;
  return async (invitee) => {
    const { email } = invitee;
    try {
      const { id = null } = await inviteUser(http, invitee);
      return { email, result: 'invited', id, message: null };
    } catch (error) {
      if (!(error instanceof CostctlError) || error.code !== 'conflict') throw error;
    }
    known ??= readUsers(http);
    const user = (await known).get(email.toLowerCase());
    if (user !== undefined) {
      return { email, result: standingOf(user), id: user.id ?? null, message: user.status ?? null };
    }
    return { email, result: 'failed', id: null, message: 'a conflict, but not in the user list' };
  };
}

async function readUsers(http: Http): Promise<ReadonlyMap<string, User>> {
  const users = new Map<string, User>();
  for await (const user of listUsers(http, undefined, {})) {
    if (user.email) users.set(user.email.toLowerCase(), user);
  }
  return users;
}

/** The values of `status` are not published; the dates distinguish an invitation from a member. */
function standingOf(user: User): Result {
  if (/suspend/i.test(user.status ?? '')) return 'suspended';
  return user.inviteExpiresAt && !user.joinedAt ? 'already invited' : 'member';
}
