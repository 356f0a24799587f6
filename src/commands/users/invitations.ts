import type { Http } from '../../api/http.ts';
import type { User } from '../../api/schemas/user.ts';
import { inviteUser, isExpired, listUsers } from '../../api/user-calls.ts';
import { hasCode } from '../../errors.ts';
import type { Invitee } from './invitees.ts';

export interface Invited {
  readonly email: string;
  readonly result: Result;
  readonly id: string | null;
  readonly message: string | null;
}

type Result =
  | 'invited'
  | 'member'
  | 'already invited'
  | 'expired'
  | 'suspended'
  | 'failed'
  | 'not tried';

/**
 * Those whose invitation is open. The service would send it a second time: only members and suspended people
 * are a conflict. A token that may not list the users invites everyone.
 */
export async function findWaiting(
  users: Promise<Users>,
  now: number,
): Promise<{ readonly waiting: Users; readonly isComplete: boolean }> {
  try {
    const open = [...(await users)].filter(
      ([, user]) => standingOf(user, now) === 'already invited',
    );
    return { waiting: new Map(open), isComplete: true };
  } catch (error) {
    if (!hasCode(error, 'forbidden')) throw error;
    return { waiting: new Map(), isComplete: false };
  }
}

/** The user list says why the service reports a conflict. It was read before the first invitation. */
export function createInviter(
  http: Http,
  users: Promise<Users>,
  now: () => number,
): (invitee: Invitee) => Promise<Invited> {
  let gone: Promise<Users> | undefined;
  return async (invitee) => {
    const { email } = invitee;
    try {
      const { id = null } = await inviteUser(http, invitee);
      return { email, result: 'invited', id, message: null };
    } catch (error) {
      if (!hasCode(error, 'conflict')) throw error;
    }
    const failed = (message: string): Invited => ({ email, result: 'failed', id: null, message });
    const key = email.toLowerCase();
    try {
      const user = (await users).get(key);
      if (user !== undefined) return found(email, user, standingOf(user, now()));
      // The list promises members and pending invitations; a suspended person may be missing.
      gone ??= readUsers(http, true);
      const past = (await gone).get(key);
      if (past !== undefined) return found(email, past, isSuspended(past) ? 'suspended' : 'failed');
      return failed('a conflict, but not in the user list');
    } catch (error) {
      // A token that may not list users may still invite the others.
      if (!hasCode(error, 'forbidden')) throw error;
      return failed('a conflict: a member, or suspended; this token may not list users');
    }
  };
}

export function found(email: string, { id = null, status = null }: User, result: Result): Invited {
  return { email, result, id, message: status };
}

export type Users = ReadonlyMap<string, User>;

export async function readUsers(http: Http, includeRemoved: true | undefined): Promise<Users> {
  const users = new Map<string, User>();
  for await (const user of listUsers(http, includeRemoved, {})) {
    if (user.email) users.set(user.email.toLowerCase(), user);
  }
  return users;
}

/** The values of `status` are not published; the dates distinguish an invitation from a member. */
function standingOf(user: User, now: number): Result {
  if (isSuspended(user)) return 'suspended';
  if (isExpired(user, now)) return 'expired';
  return user.inviteExpiresAt && !user.joinedAt ? 'already invited' : 'member';
}

function isSuspended({ status }: User): boolean {
  return /suspend/i.test(status ?? '');
}
