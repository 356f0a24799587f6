import type { operations } from '../api/operations.ts';
import type { Facts } from './facts.ts';

const workspaceId = 'required, text, of the form ^wsp_[A-Za-z0-9_-]+$';
const inWorkspace: Facts = { query: { workspaceId } };
const nothing: Facts = { query: {}, body: {} };
const undocumentedBody: Facts = { query: {} };

const page = 'required, a whole number, at least 1';
const limit = 'required, a whole number';
const day = 'optional, text, YYYY-MM-DD';
const optionalText = 'optional, text, or null';
const optionalSwitch = 'optional, true or false';

const filterFields = {
  title: 'optional, text, at most 200 characters',
  filter: 'optional, text, at most 4000 characters',
  isDefault: optionalSwitch,
};

/** What this program takes the published operations to ask for; the words are those of `factsOf`. */
export const expected: Readonly<Record<keyof typeof operations, Facts>> = {
  createWorkspace: undocumentedBody,
  listWorkspaces: { query: { page, limit } },
  getWorkspace: nothing,
  updateWorkspace: undocumentedBody,
  deleteWorkspace: nothing,
  getExchangeRatePolicy: nothing,
  createWorkspaceProvider: undocumentedBody,
  listWorkspaceProviders: { query: { workspaceId, page, limit } },
  getWorkspaceProvider: inWorkspace,
  updateWorkspaceProvider: undocumentedBody,
  deleteWorkspaceProvider: inWorkspace,
  createVirtualTag: undocumentedBody,
  listProviders: { query: { page, limit, type: 'optional, text' } },
  connectProvider: {
    query: {},
    body: {
      key: 'required, text, at least 1 character',
      credentials: 'required, an object',
      name: 'optional, text, at most 255 characters, or null',
      description: 'optional, text, at most 1000 characters, or null',
      parentProviderId: 'optional, an id, or null',
      externalId: optionalText,
      settings: 'optional, an object, or null',
      syncFrequencyMinutes: 'optional, a whole number, 60 to 1440',
    },
  },
  listAvailableProviders: nothing,
  getProvider: nothing,
  updateProvider: {
    query: {},
    body: {
      description: 'optional, text, at most 1000 characters, or null',
      externalId: optionalText,
      credentials: 'optional, an object, or null',
      settings: 'optional, an object, or null',
      syncFrequencyMinutes: 'optional, a whole number, 60 to 1440, or null',
    },
  },
  deleteProvider: nothing,
  getProviderSyncHistory: { query: { limit: 'optional, a whole number' } },
  testProvider: nothing,
  syncProvider: { query: {}, body: { fullSync: optionalSwitch } },
  listBusinessMetrics: { query: { workspaceId, page, limit } },
  createBusinessMetric: {
    query: {},
    body: {
      workspaceId,
      name: 'required, text',
      unit: 'required, text',
      labelColumns: 'optional, a list, or null',
    },
  },
  getBusinessMetric: inWorkspace,
  updateBusinessMetric: { ...inWorkspace, body: { name: optionalText, unit: optionalText } },
  deleteBusinessMetric: inWorkspace,
  listBusinessMetricValues: { query: { workspaceId, page, limit, from: day, to: day } },
  importBusinessMetricValues: { ...inWorkspace, body: { values: 'optional, a list' } },
  listSavedFilters: {
    query: {
      workspaceId,
      page: 'optional, a whole number, at least 1',
      limit: 'optional, a whole number',
    },
  },
  createSavedFilter: {
    query: {},
    body: { workspaceId: 'required, text, at least 1 character', ...filterFields },
  },
  getSavedFilter: inWorkspace,
  updateSavedFilter: { ...inWorkspace, body: filterFields },
  deleteSavedFilter: inWorkspace,
  listUsers: { query: { page, limit, includeRemoved: optionalSwitch } },
  inviteUser: {
    query: {},
    body: {
      email: 'optional, text, at most 320 characters',
      firstName: 'optional, text, at most 100 characters',
      lastName: 'optional, text, at most 100 characters',
      role: 'required, one of viewer, editor, integrationOwner, owner',
    },
  },
  getUser: nothing,
  getExchangeRate: {
    query: { baseCurrency: 'optional, text', targetCurrency: 'optional, text', date: day },
  },
  listExchangeRates: { query: { date: day } },
  getCosts: {
    query: {
      startDate: day,
      endDate: day,
      page: 'optional, a whole number, at least 1',
      limit: 'optional, a whole number, 1 to 5000',
    },
  },
};

/** The operations whose request body the service does not show. */
export function isUnshown(id: keyof typeof operations): boolean {
  return expected[id] === undocumentedBody;
}
