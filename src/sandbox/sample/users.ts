import { startOfDay, timestamp } from '../calendar.ts';
import type { User } from '../state/records.ts';

/** Invitations and logins are dated relative to the day on which the sandbox starts. */
export function sampleUsers(today: number): readonly User[] {
  const member = (
    id: string,
    first: string,
    last: string,
    role: string,
    daysAway: number,
  ): User => ({
    ...person(id, first, last, role),
    status: 'active',
    joinedAt: '2025-03-02T08:05:00Z',
    lastLoginAt: timestamp(startOfDay(today - daysAway) - 7 * 3_600_000),
  });
  return [
    member('usr_mara', 'Mara', 'Lindqvist', 'owner', 0),
    member('usr_kenji', 'Kenji', '田中', 'editor', 1),
    member('usr_amina', 'Amina', 'Diallo', 'editor', 2),
    member('usr_bjorn', 'Björn', 'Ångström', 'viewer', 12),
    member('usr_odhran', 'Odhrán', "O'Neill, Jr.", 'integrationOwner', 1),
    member('usr_lucia', 'Lucía', 'Fernández "Lu"', 'viewer', 45),
    {
      ...person('usr_pavel', 'Pavel', 'Novák', 'viewer'),
      status: 'suspended',
      joinedAt: '2025-04-01T12:00:00Z',
    },
    {
      ...person('usr_noor', 'Noor', 'Haddad', 'editor'),
      status: 'invited',
      inviteExpiresAt: timestamp(startOfDay(today + 4)),
    },
    {
      ...person('usr_tomas', 'Tomás', 'Silva', 'viewer'),
      status: 'invited',
      inviteExpiresAt: timestamp(startOfDay(today - 20)),
    },
    {
      ...person('usr_greta', 'Greta', 'Weiß', 'viewer'),
      status: 'removed',
      joinedAt: '2025-03-09T09:00:00Z',
    },
  ];
}

function person(id: string, firstName: string, lastName: string, role: string): User {
  const email = `${id.slice('usr_'.length)}@example.com`;
  const dates = { joinedAt: null, lastLoginAt: null, inviteExpiresAt: null };
  return { id, email, firstName, lastName, status: 'active', role, ...dates };
}
