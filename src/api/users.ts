import type { Http } from './http.ts';
import { operations } from './operations.ts';
import { type Paging, readItems } from './pages.ts';
import type { InviteUserRequest } from './schemas/user.ts';

export const listUsers = (http: Http, includeRemoved: boolean | undefined, paging: Paging) =>
  readItems(http, operations.listUsers, { query: { includeRemoved } }, paging);

export const getUser = (http: Http, userId: string) =>
  http.send(operations.getUser, { path: { userId } });

export const inviteUser = (http: Http, body: InviteUserRequest) =>
  http.send(operations.inviteUser, { body });
