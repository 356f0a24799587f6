import type { Http } from '../api/http.ts';
import { describeFailure } from '../api/problem.ts';
import type { User } from '../api/schemas/user.ts';
import { inviteUser, listUsers } from '../api/users.ts';
import { CostctlError } from '../errors.ts';
import type { Session } from '../session.ts';
import type { Person } from './people.ts';

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

/** Invites one after the other. Who cannot be invited does not stop the rest. */
export async function invitePeople(
  { http, progress }: Session,
  people: readonly Person[],
): Promise<Invitations> {
  const results: Invited[] = [];
  const invite = createInviter(http);
  let stop: CostctlError | undefined;
  progress.start('');
  for (const person of people) {
    const { email } = person;
    if (stop !== undefined) {
      results.push({ email, result: 'not tried', id: null, message: null });
      continue;
    }
    progress.update(`inviting ${results.length + 1} of ${people.length}`);
    try {
      results.push(await invite(person));
    } catch (error) {
      if (!(error instanceof CostctlError) || error.code === 'interrupted') throw error;
      if (finalCodes.has(error.code)) stop = error;
      results.push({ email, result: 'failed', id: null, message: describeFailure(error) });
    }
  }
  return { results, stop };
}

/** Why a person is a conflict stands in the user list, which is read once. */
function createInviter(http: Http): (person: Person) => Promise<Invited> {
  let known: Promise<ReadonlyMap<string, User>> | undefined;
  return async (person) => {
    const { email } = person;
    try {
      const { id = null } = await inviteUser(http, person);
      return { email, result: 'invited', id, message: null };
    } catch (error) {
      if (!(error instanceof CostctlError) || error.code !== 'conflict') throw error;
    }
    known ??= readUsers(http);
    const user = (await known).get(email.toLowerCase());
    if (user !== undefined) {
      return { email, result: standingOf(user), id: user.id ?? null, message: user.status ?? null };
    }
    return { email, result: 'failed', id: null, message: 'a conflict, yet not in the user list' };
  };
}

async function readUsers(http: Http): Promise<ReadonlyMap<string, User>> {
  const users = new Map<string, User>();
  for await (const user of listUsers(http, undefined, {})) {
    if (user.email) users.set(user.email.toLowerCase(), user);
  }
  return users;
}

/** The values of `status` are not published; the dates tell an invitation from a member. */
function standingOf(user: User): Result {
  if (/suspend/i.test(user.status ?? '')) return 'suspended';
  return user.inviteExpiresAt && !user.joinedAt ? 'already invited' : 'member';
}
