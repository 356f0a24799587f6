import type { JsonObject } from '../json/number.ts';
import type { Http } from './http.ts';
import { operations } from './operations.ts';
import { type Paging, readItems } from './pages.ts';

export const listWorkspaceProviders = (http: Http, workspaceId: string, paging: Paging) =>
  readItems(http, operations.listWorkspaceProviders, { query: { workspaceId } }, paging);

export const getWorkspaceProvider = (http: Http, workspaceId: string, id: string) =>
  http.send(operations.getWorkspaceProvider, {
    path: { workspaceProviderId: id },
    query: { workspaceId },
  });

/** The record as sent by the service, including typed ids: the base of an update. */
export const getWorkspaceProviderAsSent = (http: Http, workspaceId: string, id: string) =>
  http.send(operations.getWorkspaceProvider, {
    path: { workspaceProviderId: id },
    query: { workspaceId },
    asSent: true,
  });

export const enableWorkspaceProvider = (http: Http, body: JsonObject) =>
  http.send(operations.createWorkspaceProvider, { body });

export const updateWorkspaceProvider = (http: Http, id: string, body: JsonObject) =>
  http.send(operations.updateWorkspaceProvider, { path: { workspaceProviderId: id }, body });

export const removeWorkspaceProvider = (http: Http, workspaceId: string, id: string) =>
  http.send(operations.deleteWorkspaceProvider, {
    path: { workspaceProviderId: id },
    query: { workspaceId },
  });
