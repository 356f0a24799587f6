import { operations } from '../../api/operations.ts';
import { timestamp } from '../calendar.ts';
import { changed, invalidField, newId, notFound, ok, Problem, type Route } from '../call.ts';
import { optionalBoolean, pageOf, readBody, requiredRange, userIdOf } from '../read-call.ts';
import type { User } from '../state/record-kinds.ts';
import { put } from '../state/state.ts';

const invitationLifetime = 7 * 24 * 3_600_000;

export const userRoutes = {
  listUsers: {
    read(call, state) {
      const range = requiredRange(call);
      const all = optionalBoolean(call, 'includeRemoved');
      const users = state.list('users').map((user) => show(user, call.now));
      const listed = users.filter(({ status }) => all || !gone.includes(status));
      return ok(pageOf(call, range, listed));
    },
  },
  inviteUser: {
    change(call, state) {
      const given = readBody(call, operations.inviteUser);
      const email = given.email ?? '';
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidField('email', 'must be an email address');
      const known = state.list('users').find((user) => sameEmail(user.email, email));
      if (known?.status === 'active') throw new Problem(409, `${email} is already a member`);
      if (known?.status === 'suspended') throw new Problem(409, `${email} is suspended`);
      // An open or expired invitation is sent again.
      const user = {
        id: known?.id ?? newId(call, state, 'users'),
        email,
        firstName: given.firstName ?? '',
        lastName: given.lastName ?? '',
        status: 'invited' as const,
        role: given.role,
        joinedAt: null,
        lastLoginAt: null,
        inviteExpiresAt: timestamp(call.now + invitationLifetime),
      };
      return changed([put('users', user)], { status: 201, body: { id: user.id, email } });
    },
  },
  getUser: {
    read(call, state) {
      const id = userIdOf(call);
      const user = state.get('users', id);
      if (user === undefined) throw notFound('user', id);
      return ok(show(user, call.now));
    },
  },
} satisfies Record<string, Route>;

/** The list has members and open invitations. */
const gone = ['removed', 'expired'];

function sameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function show(user: User, now: number) {
  const { status, inviteExpiresAt } = user;
  const ranOut =
    status === 'invited' && inviteExpiresAt !== null && Date.parse(inviteExpiresAt) <= now;
  return { ...user, status: ranOut ? 'expired' : status };
}
