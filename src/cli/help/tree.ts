import { methods } from '../../api/methods.ts';
import type { Context } from '../../context.ts';

/** A command as data, from which its help, completion and manual page are made. */
export interface CommandNode {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly arguments: readonly ArgumentNode[];
  readonly options: readonly OptionNode[];
  readonly examples: readonly string[];
  /** Lines shown before the examples. Indented lines are not wrapped. */
  readonly details?: readonly string[];
  readonly commands: readonly CommandNode[];
  readonly heading: string;
  /** Its own word may be left out. */
  readonly isDefault?: boolean;
}

/** Groups listed only by name in the program's help: rarely needed, or in need of a document. */
export const rareHeading = 'Also:';
export const importedHeading = 'From the imported document:';
export const unpublishedHeading = 'Only after costctl api import:';

/** Finds the stored command tree that is valid for the line, if there is one. */
export type FindTree = (
  context: Context,
  argv: readonly string[],
) => Promise<CommandNode | undefined>;

/** What to offer for a value: fixed words, file names, records of the service, or nothing. */
export type Kind =
  | { readonly words: readonly string[]; readonly isList?: true }
  | { readonly live: LiveKind }
  | 'file'
  | 'text';

export interface ArgumentNode {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly completes?: Kind;
}

export interface OptionNode {
  readonly short?: string;
  readonly long: string;
  /** The name of its value; absent for a switch. */
  readonly value?: string;
  readonly completes?: Kind;
  readonly required?: boolean;
  readonly hidden?: boolean;
  readonly description: string;
  readonly heading: string;
}

/** Whether the service names the command without publishing its path. */
export function isUnpublished({ heading, description }: CommandNode): boolean {
  return heading === unpublishedHeading || description.startsWith('Named by the service;');
}

export function findCommand(parent: CommandNode, word: string): CommandNode | undefined {
  return parent.commands.find((one) => one.name === word || one.aliases.includes(word));
}

/** `-o, --output <format>` */
export function optionTerm({ short, long, value }: OptionNode): string {
  const names = short === undefined ? long : `${short}, ${long}`;
  return value === undefined ? names : `${names} <${value}>`;
}

export const liveKinds = [
  'profiles',
  'workspaces',
  'metrics',
  'providers',
  'filters',
  'users',
  'connections',
  'columns',
  'currencies',
] as const;
export type LiveKind = (typeof liveKinds)[number];

export type Offer = readonly [value: string, description: string];

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
    isDefault: false,
  }));
  return { ...api, commands: [...sending, ...api.commands] };
}
