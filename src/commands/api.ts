import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { addDiff } from './api/diff.ts';
import { addImport } from './api/import.ts';
import { addOperations } from './api/operations.ts';
import { addRequest } from './api/request.ts';

export function addApi(program: Command, context: Context): void {
  const api = program.command('api').description('Any request to the service, and its operations');
  addRequest(api, context);
  addOperations(api, context);
  addImport(api, context);
  addDiff(api, context);
}
