import {
  createFilter,
  deleteFilter,
  getFilter,
  listFilters,
  updateFilter,
} from '../../api/filter-calls.ts';
import type { Http } from '../../api/http.ts';
import {
  createMetric,
  deleteMetric,
  getMetric,
  listMetrics,
  updateMetric,
} from '../../api/metric-calls.ts';
import { organizationRoles } from '../../api/schemas/user.ts';
import { inviteUser, isExpired, listUsers } from '../../api/user-calls.ts';
import {
  createWorkspace,
  enableWorkspaceProvider,
  getWorkspace,
  getWorkspaceAsSent,
  getWorkspaceProviderAsSent,
  listWorkspaceProviders,
  listWorkspaces,
  removeWorkspaceProvider,
  updateWorkspace,
  updateWorkspaceProvider,
} from '../../api/workspace-calls.ts';
import { type Access, builtInKinds, type ManagedKind } from '../../config/managed-kinds.ts';
import { CostctlError, hasCode, usageError } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../json/number.ts';
import { refuseMasked } from '../request-options.ts';
import { providerAccess } from './provider-access.ts';
import { asRecord, inFormOf, openFields, pick, records, textField } from './record-fields.ts';

/** `known`: workspaces to read one by one if the token may not list them. */
export function createAccess(
  http: Http,
  known: readonly string[],
  now: () => number,
): readonly ManagedKind[] {
  const { workspace, metrics, filters, workspaceProviders, providers, users } = builtInKinds;
  return [
    { kind: workspace, access: workspaceAccess(http, known) },
    { kind: metrics, access: metricAccess(http) },
    { kind: filters, access: filterAccess(http) },
    { kind: workspaceProviders, access: workspaceProviderAccess(http) },
    { kind: providers, access: providerAccess(http) },
    { kind: users, access: userAccess(http, now) },
  ];
}

function workspaceAccess(http: Http, known: readonly string[]): Access {
  return {
    list: async function* () {
      try {
        yield* records(listWorkspaces(http, {}));
      } catch (error) {
        // A workspace token can read its own workspace, but may not list workspaces.
        if (!hasCode(error, 'forbidden') || known.length === 0) throw error;
        for (const id of known) yield asRecord(await getWorkspace(http, id));
      }
    },
    read: async (_workspace, id) => asRecord(await getWorkspaceAsSent(http, id)),
    create: async (_workspace, fields) => asRecord(await createWorkspace(http, fields)),
    update: ({ id, record }, fields) =>
      updateWorkspace(http, id, refuseMasked({ ...record, ...inFormOf(record, fields) })),
    toFields: openFields,
  };
}

function metricAccess(http: Http): Access {
  return {
    list: (workspaceId) => records(listMetrics(http, workspaceId, {})),
    read: async (workspaceId, metricId) =>
      asRecord(await getMetric(http, { workspaceId, metricId })),
    create: async (workspaceId, fields) => {
      const { name, unit, labelColumns } = fields;
      const body = { workspaceId, name: String(name), unit: String(unit) };
      const labels = Array.isArray(labelColumns) ? { labelColumns: labelColumns.map(String) } : {};
      return asRecord(await createMetric(http, { ...body, ...labels }));
    },
    update: ({ workspaceId, id, record }, fields) => {
      const { name, unit } = { ...record, ...fields };
      return updateMetric(
        http,
        { workspaceId, metricId: id },
        { ...textField('name', name), ...textField('unit', unit) },
      );
    },
    remove: (workspaceId, metricId) => deleteMetric(http, { workspaceId, metricId }),
    toFields: (record) => pick(record, ['name', 'unit', 'labelColumns']),
  };
}

function filterAccess(http: Http): Access {
  const bodyOf = ({ title, filter, isDefault }: JsonObject) => ({
    ...textField('title', title),
    ...textField('filter', filter),
    isDefault: isDefault === true,
  });
  return {
    list: (workspaceId) => records(listFilters(http, workspaceId, {})),
    read: async (workspaceId, id) => asRecord(await getFilter(http, workspaceId, id)),
    create: async (workspaceId, fields) =>
      asRecord(await createFilter(http, { workspaceId, ...bodyOf(fields) })),
    // The service does not say what a PUT without a field does: all three are sent.
    update: ({ workspaceId, id, record }, fields) =>
      updateFilter(http, workspaceId, id, bodyOf({ ...record, ...fields })),
    remove: (workspaceId, id) => deleteFilter(http, workspaceId, id),
    toFields: (record) => pick(record, ['title', 'filter', 'isDefault']),
  };
}

function workspaceProviderAccess(http: Http): Access {
  const bodyOf = ({ provider, accounts, ...others }: JsonObject): JsonObject => ({
    ...others,
    ...(provider === undefined ? {} : { providerId: provider }),
    ...(accounts === undefined ? {} : { accounts: accounts === 'all' ? null : (accounts ?? []) }),
  });
  const toFields = (record: JsonObject): JsonObject => {
    const { providerId, allAccounts, accounts, ...others } = openFields(record);
    // A service that does not say `allAccounts` has null for all, as it is sent.
    const isAll = allAccounts ?? accounts === null;
    const read = isAll === true ? 'all' : accounts;
    return {
      ...others,
      ...(providerId === undefined ? {} : { provider: providerId }),
      ...(read === undefined || read === null ? {} : { accounts: read }),
    };
  };
  return {
    list: (workspaceId) => records(listWorkspaceProviders(http, workspaceId, {})),
    read: async (workspaceId, id) =>
      asRecord(await getWorkspaceProviderAsSent(http, workspaceId, id)),
    create: async (workspaceId, fields) =>
      asRecord(await enableWorkspaceProvider(http, { workspaceId, ...bodyOf(fields) })),
    update: ({ workspaceId, id, record }, fields) => {
      const { allAccounts, ...held } = record;
      const all = allAccounts === true ? { accounts: null } : {};
      const body = refuseMasked({ ...held, ...all, ...inFormOf(record, bodyOf(fields)) });
      return updateWorkspaceProvider(http, id, body, workspaceId);
    },
    remove: (workspaceId, id) => removeWorkspaceProvider(http, workspaceId, id),
    toFields,
  };
}

function userAccess(http: Http, now: () => number): Access {
  return {
    // A person whose invitation has expired is not a member: an apply invites them again.
    list: async function* () {
      for await (const user of listUsers(http, undefined, {})) {
        if (!isExpired(user, now())) yield asRecord(user);
      }
    },
    create: async (_workspace, { email, firstName, lastName, role }) =>
      asRecord(
        await inviteUser(http, {
          email: String(email),
          firstName: String(firstName),
          lastName: String(lastName),
          role: roleOf(role),
        }).catch((error: unknown) => {
          throw notInvited(error, String(email));
        }),
      ),
    toFields: (record) => pick(record, ['email', 'firstName', 'lastName', 'role']),
  };
}

/** The error for a person who is a member or suspended: not a conflict, since a new plan would be the same. */
function notInvited(error: unknown, email: string): unknown {
  if (!hasCode(error, 'conflict')) return error;
  return new CostctlError('incomplete', `${email} was not invited: ${error.message}`, {
    ...error.details,
    hint: 'the person is a member or suspended: costctl users list --include-removed',
  });
}

function roleOf(role: JsonValue | undefined) {
  const found = organizationRoles.find((one) => one === role);
  if (found === undefined) throw usageError(`unknown role: ${String(role)}`);
  return found;
}
