import * as z from 'zod/mini';
import { boundedText, OpaqueId, openObject, optionalText, promised } from './shared-fields.ts';

export const organizationRoles = ['viewer', 'editor', 'integrationOwner', 'owner'] as const;
export const OrganizationRole = z.enum(
  organizationRoles,
  `must be one of ${organizationRoles.join(', ')}`,
);
export type OrganizationRole = z.infer<typeof OrganizationRole>;

export const User = openObject(() => ({
  id: promised(OpaqueId),
  email: optionalText,
  firstName: optionalText,
  lastName: optionalText,
  status: optionalText,
  role: optionalText,
  joinedAt: optionalText,
  lastLoginAt: optionalText,
  inviteExpiresAt: optionalText,
}));
export type User = z.infer<typeof User>;

export const UserInvited = openObject(() => ({ id: promised(OpaqueId), email: optionalText }));
export type UserInvited = z.infer<typeof UserInvited>;

export const UserEmail = boundedText(320);
export const UserName = boundedText(100);

export const InviteUserRequest = openObject(() => ({
  email: z.optional(UserEmail),
  firstName: z.optional(UserName),
  lastName: z.optional(UserName),
  role: OrganizationRole,
}));
export type InviteUserRequest = z.infer<typeof InviteUserRequest>;
