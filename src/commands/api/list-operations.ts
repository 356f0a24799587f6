import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { viewOf } from '../../declaration/result.ts';
import type { Description } from '../../openapi/description.ts';
import { namedCommands } from '../../openapi/named-operations.ts';
import { commandOf } from '../../openapi/taken-names.ts';
import { descriptionsFor } from '../openapi/stored-document.ts';

interface Row {
  readonly tag: string;
  readonly operation: string;
  readonly method: string | null;
  readonly path: string | null;
  readonly state: 'built in' | 'imported' | 'not published' | 'not usable';
  readonly command: string;
  readonly reason: string | null;
}

export const listOperations = command({
  words: 'api operations',
  purpose: 'List every operation of the service: built in, imported, or path not published',
  view: viewOf({
    tag: ['text', { importance: 'extra' }],
    operation: ['text', { importance: 'answer' }],
    method: ['text or null', { importance: 'answer' }],
    path: ['text or null', { importance: 'answer' }],
    state: ['text', {}],
    command: 'text',
    reason: ['text or null', { importance: 'extra' }],
  }),
  examples: ['costctl api operations', 'costctl api operations -o csv'],
  run: ({ output, settings }) => output.list(describeOperations(descriptionsFor(settings))),
});

function describeOperations(descriptions: readonly Description[]): Row[] {
  const builtIn = Object.values(operations).map((operation): Row => {
    const { tag, id, method, path } = operation;
    const command = commandOf(id);
    return { tag, operation: id, method, path, state: 'built in', command, reason: null };
  });
  const imported = descriptions
    .flatMap((one) => one.operations)
    .filter((one) => one.known === undefined);
  const named = namedCommands.map(({ operation, group, action: name }): Row => {
    const { tag, method = null } = operation;
    const row = { tag, operation: operation.name, command: `${group} ${name}`, reason: null };
    const found = imported.find((one) => one.named === `${tag}: ${operation.name}`);
    return found === undefined
      ? { ...row, method, path: null, state: 'not published' }
      : { ...row, method: found.method, path: found.path, state: 'imported' };
  });
  const others = imported
    .filter((one) => one.named === undefined)
    .map(({ tag, id, method, path, command }): Row => {
      const name = `${command?.group} ${command?.action}`;
      return { tag, operation: id, method, path, state: 'imported', command: name, reason: null };
    });
  const all = descriptions.flatMap((one) => one.unusable);
  const unusable = all.map((one): Row => {
    const { method, path, reason, command } = one;
    const name = command === undefined ? '' : `${command.group} ${command.action}`;
    const row = { tag: '', operation: '', method, path, command: name };
    const byHand = one.elsewhere === true ? '' : `; costctl api ${method} ${path}`;
    return { ...row, state: 'not usable', reason: `${reason}${byHand}` };
  });
  return [...builtIn, ...named, ...others, ...unusable];
}
