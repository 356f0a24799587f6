import type { Http } from './http.ts';
import { operations } from './operations.ts';
import { type Paging, readItems } from './pages.ts';
import type { CreateSavedFilterRequest, UpdateSavedFilterRequest } from './schemas/filter.ts';

export const listFilters = (http: Http, workspaceId: string, paging: Paging) =>
  readItems(http, operations.listSavedFilters, { query: { workspaceId } }, paging);

export const getFilter = (http: Http, workspaceId: string, filterId: string) =>
  http.send(operations.getSavedFilter, { path: { filterId }, query: { workspaceId } });

export const createFilter = (http: Http, body: CreateSavedFilterRequest) =>
  http.send(operations.createSavedFilter, { body });

export const updateFilter = (
  http: Http,
  workspaceId: string,
  filterId: string,
  body: UpdateSavedFilterRequest,
) => http.send(operations.updateSavedFilter, { path: { filterId }, query: { workspaceId }, body });

export const deleteFilter = (http: Http, workspaceId: string, filterId: string) =>
  http.send(operations.deleteSavedFilter, { path: { filterId }, query: { workspaceId } });
