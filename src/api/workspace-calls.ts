import type { JsonObject } from '../json/number.ts';
import type { Http } from './http.ts';
import { operations } from './operations.ts';
import { type Paging, readItems } from './pages.ts';

export const listWorkspaces = (http: Http, paging: Paging) =>
  readItems(http, operations.listWorkspaces, {}, paging);

export const getWorkspace = (http: Http, workspaceId: string) =>
  http.send(operations.getWorkspace, { path: { workspaceId } });

/** The record as sent by the service, including typed ids: the base of an update. */
export const getWorkspaceAsSent = (http: Http, workspaceId: string) =>
  http.send(operations.getWorkspace, { path: { workspaceId }, asSent: true });

export const createWorkspace = (http: Http, body: JsonObject) =>
  http.send(operations.createWorkspace, { body });

export const updateWorkspace = (http: Http, workspaceId: string, body: JsonObject) =>
  http.send(operations.updateWorkspace, { path: { workspaceId }, body });

export const deleteWorkspace = (http: Http, workspaceId: string) =>
  http.send(operations.deleteWorkspace, { path: { workspaceId } });

export const getExchangeRatePolicy = (http: Http, workspaceId: string) =>
  http.send(operations.getExchangeRatePolicy, { path: { workspaceId } });

export const listWorkspaceProviders = (http: Http, workspaceId: string, paging: Paging) =>
  readItems(http, operations.listWorkspaceProviders, { query: { workspaceId } }, paging);

const at = (workspaceId: string, workspaceProviderId: string) => ({
  path: { workspaceProviderId },
  query: { workspaceId },
});

export const getWorkspaceProvider = (http: Http, workspaceId: string, id: string) =>
  http.send(operations.getWorkspaceProvider, at(workspaceId, id));

/** The record as sent by the service, including typed ids: the base of an update. */
export const getWorkspaceProviderAsSent = (http: Http, workspaceId: string, id: string) =>
  http.send(operations.getWorkspaceProvider, { ...at(workspaceId, id), asSent: true });

export const enableWorkspaceProvider = (http: Http, body: JsonObject) =>
  http.send(operations.createWorkspaceProvider, { body });

export const updateWorkspaceProvider = (
  http: Http,
  id: string,
  body: JsonObject,
  workspaceId?: string,
) =>
  http.send(operations.updateWorkspaceProvider, {
    path: { workspaceProviderId: id },
    body,
    workspaceId,
  });

export const removeWorkspaceProvider = (http: Http, workspaceId: string, id: string) =>
  http.send(operations.deleteWorkspaceProvider, at(workspaceId, id));
