import { momentOf } from '../days.ts';
import { type Http, queryOf } from './http.ts';
import { operations } from './operations.ts';
import { type Paging, readItems } from './pages.ts';
import type { InviteUserRequest, User } from './schemas/user.ts';

export const listUsers = (http: Http, includeRemoved: boolean | undefined, paging: Paging) =>
  readItems(http, operations.listUsers, { query: { includeRemoved } }, paging);

export const getUser = (http: Http, userId: string) =>
  http.send(operations.getUser, { path: { userId } });

export const inviteUser = (http: Http, body: InviteUserRequest) =>
  http.send(operations.inviteUser, { body });

/** The cheapest request that requires an organization token: it reveals the kind of the token. */
export const probeUsers = (http: Http) =>
  http.send(operations.listUsers, { query: queryOf({ page: 1, limit: 1 }) });

/** Whether an invitation has expired. Anyone who has joined no longer has one. */
export function isExpired({ joinedAt, inviteExpiresAt }: User, now: number): boolean {
  return !joinedAt && momentOf(inviteExpiresAt ?? '') <= now;
}
