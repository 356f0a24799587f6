import type { JsonValue } from '../../json/number.ts';

/** The records of the sandbox, by kind. Ids are plain text here; responses wrap them. */
export interface Kinds {
  readonly workspaces: Workspace;
  readonly workspaceProviders: WorkspaceProvider;
  readonly virtualTags: Stored & { readonly name: string; readonly [field: string]: JsonValue };
  readonly providers: Provider;
  readonly runs: Run;
  readonly metrics: Metric;
  readonly filters: Filter;
  readonly users: User;
}

export type Kind = keyof Kinds;

export const prefixes: Readonly<Record<Kind, string>> = {
  workspaces: 'wsp_',
  workspaceProviders: 'wpr_',
  virtualTags: 'vtg_',
  providers: 'prv_',
  runs: 'run_',
  metrics: 'bmt_',
  filters: 'flt_',
  users: 'usr_',
};

export const kinds = Object.keys(prefixes) as readonly Kind[];

interface Stored {
  readonly id: string;
  readonly createdAt: string;
}

interface Changeable extends Stored {
  readonly updatedAt: string | null;
}

/** The service publishes no fields of a workspace, so whatever else was sent is stored too. */
export interface Workspace extends Changeable {
  readonly name: string;
  readonly [field: string]: JsonValue;
}

export interface WorkspaceProvider extends Changeable {
  readonly workspaceId: string;
  readonly providerId: string;
  readonly enabled: boolean;
  /** Null: every account of the connection. */
  readonly accounts: readonly string[] | null;
}

export interface Provider extends Changeable {
  readonly key: string;
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
  readonly parentProviderId: string | null;
  readonly externalId: string | null;
  readonly syncFrequencyMinutes: number;
  /** Why its credentials do not work; null if they do. */
  readonly fault: string | null;
  /** Sample providers have scheduled runs, up to this many hours ago; null: none. */
  readonly syncedHoursAgo: number | null;
}

export interface Run {
  readonly id: string;
  readonly providerId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly completedAt: number;
  readonly recordsIngested: number;
  readonly errorMessage: string | null;
}

export interface Metric extends Changeable {
  readonly workspaceId: string;
  readonly name: string;
  readonly unit: string;
  readonly labelColumns: readonly string[];
}

export interface Filter extends Stored {
  readonly workspaceId: string;
  readonly title: string;
  readonly filter: string;
  readonly isDefault: boolean;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly status: 'active' | 'invited' | 'suspended' | 'removed';
  readonly role: string;
  readonly joinedAt: string | null;
  readonly lastLoginAt: string | null;
  readonly inviteExpiresAt: string | null;
}
