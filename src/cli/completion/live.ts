import { listFilters } from '../../api/filters.ts';
import { listMetrics } from '../../api/metrics.ts';
import { listProviders } from '../../api/providers.ts';
import { listUsers } from '../../api/users.ts';
import { listWorkspaceProviders } from '../../api/workspace-providers.ts';
import { listWorkspaces } from '../../api/workspaces.ts';
import type { Session } from '../../session.ts';
import type { LiveKind, Offer } from './offer.ts';

/** No more than anybody reads through. */
const paging = { max: 500 };

/** What the service has of a kind. */
export async function readLive(
  kind: Exclude<LiveKind, 'profiles'>,
  session: Session,
): Promise<Offer[]> {
  const offers: Offer[] = [];
  for await (const record of listOf(kind, session)) {
    const id = textOf(record, 'id');
    const name = textOf(record, 'name') || textOf(record, 'title') || textOf(record, 'email');
    if (id !== '') offers.push([id, name]);
  }
  return offers;
}

function listOf(
  kind: Exclude<LiveKind, 'profiles'>,
  { http, workspace }: Session,
): AsyncIterable<object> {
  switch (kind) {
    case 'workspaces':
      return listWorkspaces(http, paging);
    case 'metrics':
      return listMetrics(http, workspace(), paging);
    case 'providers':
      return listProviders(http, undefined, paging);
    case 'filters':
      return listFilters(http, workspace(), paging);
    case 'users':
      return listUsers(http, undefined, paging);
    case 'connections':
      return listWorkspaceProviders(http, workspace(), paging);
  }
}

function textOf(record: object, name: string): string {
  const value: unknown = new Map(Object.entries(record)).get(name);
  return typeof value === 'string' ? value : '';
}
