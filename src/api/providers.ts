import type { Http } from './http.ts';
import { operations } from './operations.ts';
import { type Paging, readItems } from './pages.ts';
import { listOf } from './schema.ts';
import {
  type ConnectProviderRequest,
  Provider,
  ProviderConnected,
  ProviderDefinition,
  ProviderSyncResult,
  ProviderTestResult,
  SyncHistory,
  type UpdateProviderRequest,
} from './schemas/provider.ts';

export const listProviders = (http: Http, type: string | undefined, paging: Paging) =>
  readItems(http, operations.listProviders, { query: { type }, answer: Provider }, paging);

export const getProvider = (http: Http, providerId: string) =>
  http.send(operations.getProvider, { path: { providerId }, answer: Provider });

export const connectProvider = (http: Http, body: ConnectProviderRequest) =>
  http.send(operations.connectProvider, { body, answer: ProviderConnected });

export const updateProvider = (http: Http, providerId: string, body: UpdateProviderRequest) =>
  http.send(operations.updateProvider, { path: { providerId }, body, answer: Provider });

export const deleteProvider = (http: Http, providerId: string) =>
  http.send(operations.deleteProvider, { path: { providerId } });

export const listAvailableProviders = (http: Http) =>
  http.send(operations.listAvailableProviders, { answer: listOf(ProviderDefinition) });

export const getSyncHistory = (http: Http, providerId: string, limit: number | undefined) =>
  http.send(operations.getProviderSyncHistory, {
    path: { providerId },
    query: { limit },
    answer: SyncHistory,
    needed: ['entries'],
  });

export const testProvider = (http: Http, providerId: string) =>
  http.send(operations.testProvider, { path: { providerId }, answer: ProviderTestResult });

export const syncProvider = (http: Http, providerId: string, fullSync: boolean) =>
  http.send(operations.syncProvider, {
    path: { providerId },
    body: { fullSync },
    answer: ProviderSyncResult,
  });
