import { methods } from '../../api/methods.ts';
import type { CommandNode } from '../help/tree.ts';

/** The tree with a command for each method below `api`, where the word `request` may be omitted. */
export function withMethods(root: CommandNode): CommandNode {
  return { ...root, commands: root.commands.map((one) => (one.name === 'api' ? widen(one) : one)) };
}

function widen(api: CommandNode): CommandNode {
  const request = api.commands.find((one) => one.name === 'request');
  if (request === undefined) return api;
  const sending = methods.map((name) => ({
    ...request,
    name,
    description: `Send a ${name} request`,
    arguments: request.arguments.slice(1),
  }));
  return { ...api, commands: [...sending, ...api.commands] };
}
