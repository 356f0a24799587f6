import type { Command } from '../declaration/command.ts';
import { diff } from './api/diff.ts';
import { createImport, type StoreTree } from './api/import-document.ts';
import { listOperations } from './api/list-operations.ts';
import { request } from './api/request.ts';

/** With what writes the command tree of an imported document for help and completion. */
export function createApi(storeTree: StoreTree): readonly Command[] {
  return [request, listOperations, createImport(storeTree), diff];
}
