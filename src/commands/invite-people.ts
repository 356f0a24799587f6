import type { User } from '../api/schemas/user.ts';
import { inviteUser, listUsers } from '../api/users.ts';
import { CostctlError } from '../errors.ts';
import type { Session } from '../session.ts';
import type { Person } from './people.ts';

export interface Invited {
  readonly email: string;
  readonly result: 'invited' | 'member' | 'already invited' | 'suspended' | 'failed';
  readonly id: string | null;
  readonly message: string | null;
}

/** Codes after which every further invitation would end the same way. */
const finalCodes = new Set(['unauthenticated', 'forbidden', 'not_found']);

/** Invites one after the other. Who cannot be invited does not stop the rest. */
export async function invitePeople(
  session: Session,
  people: readonly Person[],
): Promise<{ results: Invited[]; stop: CostctlError | undefined }> {
  const results: Invited[] = [];
  const lookUp = createLookUp(session);
  let stop: CostctlError | undefined;
  for (const person of people) {
    if (stop !== undefined) {
      results.push(failed(person, 'not tried'));
      continue;
    }
    session.progress.update(`inviting ${results.length + 1} of ${people.length}`);
    try {
      const { id } = await inviteUser(session.http, person);
      results.push({ email: person.email, result: 'invited', id, message: null });
    } catch (error) {
      if (!(error instanceof CostctlError) || error.code === 'interrupted') throw error;
      if (finalCodes.has(error.code)) stop = error;
      results.push(
        error.code === 'conflict' ? await lookUp(person) : failed(person, error.message),
      );
    }
  }
  return { results, stop };
}

function failed({ email }: Person, message: string): Invited {
  return { email, result: 'failed', id: null, message };
}

/** Why a person could not be invited stands in the user list, which is read once. */
function createLookUp({ http }: Session): (person: Person) => Promise<Invited> {
  let known: Promise<Map<string, User>> | undefined;
  return async ({ email }) => {
    known ??= readUsers(http);
    const user = (await known).get(email.toLowerCase());
    if (user === undefined) {
      return { email, result: 'failed', id: null, message: 'a conflict, yet not in the user list' };
    }
    return { email, result: standing(user), id: user.id, message: user.status ?? null };
  };
}

async function readUsers(http: Session['http']): Promise<Map<string, User>> {
  const users = new Map<string, User>();
  for await (const user of listUsers(http, undefined, {})) {
    if (user.email) users.set(user.email.toLowerCase(), user);
  }
  return users;
}

/** The values of `status` are not published; the dates tell an invitation from a member. */
function standing(user: User): Invited['result'] {
  if (/suspend/i.test(user.status ?? '')) return 'suspended';
  return user.inviteExpiresAt && !user.joinedAt ? 'already invited' : 'member';
}
