import { diff } from './api/diff.ts';
import { importCommand } from './api/import.ts';
import { listOperations } from './api/operations.ts';
import { request } from './api/request.ts';

export const api = [request, listOperations, importCommand, diff];
