import { MetricId, OpaqueId, UserId, WorkspaceId } from '../api/schemas/ids.ts';
import { checkedBy } from './kind.ts';

/** The ids of the service. A name is accepted in place of an id: `noun` names the list to search. */
export const workspaceId = checkedBy(WorkspaceId, 'id', { noun: 'workspaces' });
export const metricId = checkedBy(MetricId, 'id', { noun: 'metrics' });
export const userId = checkedBy(UserId, 'id', { noun: 'users' });
export const providerId = checkedBy(OpaqueId, 'id', { noun: 'providers' });
export const filterId = checkedBy(OpaqueId, 'id', { noun: 'filters' });
export const connectionId = checkedBy(OpaqueId, 'id', { noun: 'connections' });
