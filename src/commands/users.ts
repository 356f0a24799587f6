import { invite } from './users/invite.ts';
import { get, list } from './users/records.ts';

export const users = [list, get, invite];
