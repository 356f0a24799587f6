import type { Command } from 'commander';
import * as z from 'zod/mini';
import { operations } from '../../api/operations.ts';
import type { Context } from '../../context.ts';
import { namedCommands } from '../../described/named.ts';
import type { View } from '../../output/output.ts';
import { action } from '../action.ts';
import { examples } from '../examples.ts';
import { builtInCommands } from './built-in.ts';

interface Row {
  readonly tag: string;
  readonly operation: string;
  readonly method: string | null;
  readonly path: string | null;
  readonly state: 'built in' | 'imported' | 'not published';
  readonly command: string;
}

const view: View<Row> = {
  columns: [
    { path: 'tag' },
    { path: 'operation' },
    { path: 'method' },
    { path: 'path' },
    { path: 'state' },
  ],
  fields: ['tag', 'operation', 'method', 'path', 'state', 'command'],
};

const OperationsInput = z.strictObject({});

export function addOperations(api: Command, context: Context): void {
  api
    .command('operations')
    .description('List every operation of the service: built in, imported, or path not published')
    .addHelpText('after', examples('costctl api operations', 'costctl api operations -o csv'))
    .action(
      action(context, OperationsInput, ({ output }) => output.list(describeOperations(), view)),
    );
}

function describeOperations(): Row[] {
  const builtIn = Object.values(operations).map((operation): Row => {
    const { tag, id, method, path } = operation;
    return { tag, operation: id, method, path, state: 'built in', command: commandOf(id) };
  });
  const named = namedCommands.map(({ operation, group, action: name }): Row => {
    const { tag, method = null } = operation;
    return {
      tag,
      operation: operation.name,
      method,
      path: null,
      state: 'not published',
      command: `${group} ${name}`,
    };
  });
  return [...builtIn, ...named];
}

function commandOf(id: string): string {
  return new Map(Object.entries(builtInCommands)).get(id) ?? '';
}
