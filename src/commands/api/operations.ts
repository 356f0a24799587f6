import type { Command } from 'commander';
import * as z from 'zod/mini';
import { operations } from '../../api/operations.ts';
import type { Context } from '../../context.ts';
import type { Description } from '../../openapi/description.ts';
import { namedCommands } from '../../openapi/named.ts';
import type { View } from '../../output/output.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
import { descriptionFor } from '../openapi/kept.ts';
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
    { path: 'tag', importance: 'extra' },
    { path: 'operation', importance: 'answer' },
    { path: 'method', importance: 'answer' },
    { path: 'path', importance: 'answer' },
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
      organizationAction(context, OperationsInput, ({ output, settings }) =>
        output.list(describeOperations(descriptionFor(settings)), view),
      ),
    );
}

function describeOperations(description: Description | undefined): Row[] {
  const builtIn = Object.values(operations).map((operation): Row => {
    const { tag, id, method, path } = operation;
    return { tag, operation: id, method, path, state: 'built in', command: commandOf(id) };
  });
  const imported = description?.operations.filter((one) => one.known === undefined) ?? [];
  const named = namedCommands.map(({ operation, group, action: name }): Row => {
    const { tag, method = null } = operation;
    const row = { tag, operation: operation.name, command: `${group} ${name}` };
    const found = imported.find((one) => one.named === `${tag}: ${operation.name}`);
    return found === undefined
      ? { ...row, method, path: null, state: 'not published' }
      : { ...row, method: found.method, path: found.path, state: 'imported' };
  });
  const others = imported
    .filter((one) => one.named === undefined)
    .map(({ tag, id, method, path, command }): Row => {
      const name = `${command?.group} ${command?.action}`;
      return { tag, operation: id, method, path, state: 'imported', command: name };
    });
  return [...builtIn, ...named, ...others];
}

function commandOf(id: string): string {
  return new Map(Object.entries(builtInCommands)).get(id) ?? '';
}
