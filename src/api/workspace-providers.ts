import type { JsonObject } from '../json/number.ts';
import type { Http } from './http.ts';
import { operations } from './operations.ts';
import { type Paging, readItems } from './pages.ts';
import { OpenRecord } from './record.ts';

export const listWorkspaceProviders = (http: Http, workspaceId: string, paging: Paging) =>
  readItems(
    http,
    operations.listWorkspaceProviders,
    { query: { workspaceId }, answer: OpenRecord },
    paging,
  );

export const getWorkspaceProvider = (http: Http, workspaceId: string, id: string) =>
  http.send(operations.getWorkspaceProvider, {
    path: { workspaceProviderId: id },
    query: { workspaceId },
    answer: OpenRecord,
  });

/** The record as the service sent it, typed ids and all: what an update is laid over. */
export const getWorkspaceProviderAsSent = (http: Http, workspaceId: string, id: string) =>
  http.send(operations.getWorkspaceProvider, {
    path: { workspaceProviderId: id },
    query: { workspaceId },
    answer: OpenRecord,
    asSent: true,
  });

export const enableWorkspaceProvider = (http: Http, body: JsonObject) =>
  http.send(operations.createWorkspaceProvider, { body, answer: OpenRecord });

export const updateWorkspaceProvider = (http: Http, id: string, body: JsonObject) =>
  http.send(operations.updateWorkspaceProvider, {
    path: { workspaceProviderId: id },
    body,
    answer: OpenRecord,
  });

export const removeWorkspaceProvider = (http: Http, workspaceId: string, id: string) =>
  http.send(operations.deleteWorkspaceProvider, {
    path: { workspaceProviderId: id },
    query: { workspaceId },
  });
