import type { Http } from './http.ts';
import { operations } from './operations.ts';
import { type Paging, readItems } from './pages.ts';
import type { ConnectProviderRequest, UpdateProviderRequest } from './schemas/provider.ts';

export const listProviders = (http: Http, type: string | undefined, paging: Paging) =>
  readItems(http, operations.listProviders, { query: { type } }, paging);

/** For callers that send requests about each provider. */
export const listIdentifiedProviders = (http: Http) =>
  readItems(http, operations.listProviders, { needed: ['id'] });

export const getProvider = (http: Http, providerId: string) =>
  http.send(operations.getProvider, { path: { providerId } });

/** For callers that look up the definition of the provider's kind. */
export const getKeyedProvider = (http: Http, providerId: string) =>
  http.send(operations.getProvider, { path: { providerId }, needed: ['key'] });

export const connectProvider = (http: Http, body: ConnectProviderRequest) =>
  http.send(operations.connectProvider, { body });

export const updateProvider = (http: Http, providerId: string, body: UpdateProviderRequest) =>
  http.send(operations.updateProvider, { path: { providerId }, body });

export const deleteProvider = (http: Http, providerId: string) =>
  http.send(operations.deleteProvider, { path: { providerId } });

export const listAvailableProviders = (http: Http) => http.send(operations.listAvailableProviders);

export const getSyncHistory = (http: Http, providerId: string, limit: number | undefined) =>
  http.send(operations.getProviderSyncHistory, { path: { providerId }, query: { limit } });

export const testProvider = (http: Http, providerId: string) =>
  http.send(operations.testProvider, { path: { providerId } });

export const syncProvider = (http: Http, providerId: string, fullSync: boolean) =>
  http.send(operations.syncProvider, { path: { providerId }, body: { fullSync } });
