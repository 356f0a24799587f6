import { listFilters } from './filter-calls.ts';
import type { Http } from './http.ts';
import { listMetrics } from './metric-calls.ts';
import { listProviders } from './provider-calls.ts';
import { listUsers } from './user-calls.ts';
import { listWorkspaceProviders, listWorkspaces } from './workspace-calls.ts';

/** The kinds of record that can be referred to by name. */
export type Noun = 'workspaces' | 'metrics' | 'providers' | 'filters' | 'users' | 'connections';

export interface NamedRecord {
  readonly id: string;
  /** The name used by people: a name, a title or an email address; empty if missing. */
  readonly name: string;
}

/** The ids and names of all records of a kind. */
export async function* listNames(
  http: Http,
  noun: Noun,
  workspace: () => string,
  paging: { readonly max?: number } = {},
): AsyncGenerator<NamedRecord> {
  for await (const record of listRecords(http, noun, workspace, paging)) {
    const id = textOf(record, 'id');
    const name = textOf(record, 'name') || textOf(record, 'title') || textOf(record, 'email');
    if (id !== '') yield { id, name };
  }
}

function listRecords(
  http: Http,
  noun: Noun,
  workspace: () => string,
  paging: { readonly max?: number },
): AsyncIterable<object> {
  switch (noun) {
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
