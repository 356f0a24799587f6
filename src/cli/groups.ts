import type { Command, Group } from '../command.ts';
import type { Context } from '../context.ts';
import type { GlobalFlags } from '../settings.ts';
import type { LoadedGroup } from './help/describe-command.ts';
import type { RunLine } from './mcp/call-tool.ts';

type LoadAll = () => Promise<readonly Command[]>;

interface GroupEntry extends Omit<LoadedGroup, 'declared'> {
  /**
   * `all` loads every declaration and `run` runs a line, for commands about commands. `word` is the word
   * after the group: a large group loads only the action that it names.
   */
  readonly load: (all: LoadAll, run: RunLine, word?: string) => Promise<LoadedGroup['declared']>;
}

/** The module of a group, and the libraries it needs, are loaded only when the group is used. */
export const groups: readonly GroupEntry[] = [
  {
    name: 'profiles',
    description: 'Saved addresses, tokens and defaults',
    load: async () => (await import('../commands/profiles.ts')).profiles,
  },
  {
    name: 'workspaces',
    description: 'Workspaces and the provider connections in them',
    load: async () => (await import('../commands/workspaces.ts')).workspaces,
  },
  {
    name: 'virtual-tags',
    description: 'Virtual tags',
    rare: true,
    load: async () => (await import('../commands/virtual-tags.ts')).virtualTags,
  },
  {
    name: 'providers',
    description: 'Connected cloud platforms and integrations',
    load: async () => (await import('../commands/providers.ts')).providers,
  },
  {
    name: 'metrics',
    description: 'Business metrics, such as orders, and their daily values',
    load: async (_all, _run, word) =>
      loadActions((await import('../commands/metrics.ts')).metrics, word),
  },
  {
    name: 'filters',
    description: 'Saved filters of a workspace',
    load: async () => (await import('../commands/filters.ts')).filters,
  },
  {
    name: 'users',
    description: 'Members and invitations (needs an organization token)',
    load: async () => (await import('../commands/users.ts')).users,
  },
  {
    name: 'rates',
    description: 'Exchange rates and the rate policy',
    load: async () => (await import('../commands/rates.ts')).rates,
  },
  {
    name: 'costs',
    description: 'Cost rows: read, export, sum, compare and check them',
    load: async (_all, _run, word) =>
      loadActions((await import('../commands/costs.ts')).costs, word),
  },
  {
    name: 'config',
    description: 'Settings as code: pull, review and apply them as a file',
    load: async () => (await import('../commands/config.ts')).config,
  },
  {
    name: 'api',
    description: 'Send any request to the service; list and import its operations',
    load: async () => (await import('../commands/api.ts')).createApi(storeTree),
  },
  {
    name: 'sandbox',
    description: 'The embedded emulation of the service, for trials and tests',
    rare: true,
    load: async () => (await import('../commands/sandbox.ts')).sandbox,
  },
  {
    name: 'undo',
    description: 'List the latest changes, or restore the record that a change replaced or deleted',
    rare: true,
    load: async () => (await import('../commands/undo.ts')).undo,
  },
  {
    name: 'schema',
    description: 'The commands, their options and results as JSON, for machines',
    rare: true,
    load: async (all) => (await import('./schema.ts')).createSchema(all),
  },
  {
    name: 'mcp',
    description: 'Answer the cost questions of an AI assistant (MCP, on stdin and stdout)',
    rare: true,
    load: async (all, run) => (await import('./mcp.ts')).createMcp(all, run),
  },
  {
    name: 'whoami',
    description: 'Show the profile, address, kind of token and workspace in use',
    rare: true,
    load: async () => (await import('../commands/whoami.ts')).whoami,
  },
  {
    name: 'doctor',
    description: 'Check configuration, address, token, proxy and clock, and say what to do',
    rare: true,
    load: async () => (await import('../commands/doctor.ts')).doctor,
  },
  {
    name: 'completion',
    description: 'Completion scripts for bash, zsh, fish and PowerShell',
    rare: true,
    load: async () => (await import('../commands/completion.ts')).completion,
  },
];

export async function loadDeclarations(): Promise<readonly Command[]> {
  return (await loadGroups()).flatMap(({ declared }) => declared.flatMap(commandsOf));
}

export async function loadGroups(): Promise<readonly LoadedGroup[]> {
  return Promise.all(groups.map((group) => loadGroup(group, refuseToRun)));
}

/** Given the word after the group, a large group loads only the action of that name. */
export async function loadGroup(
  group: GroupEntry,
  run: RunLine,
  word?: string,
): Promise<LoadedGroup> {
  return { ...group, declared: await group.load(loadDeclarations, run, word) };
}

/** Of a large group: the action with that name, or all of them for any other word. */
async function loadActions(
  actions: Readonly<Record<string, () => Promise<Command>>>,
  word: string | undefined,
): Promise<readonly Command[]> {
  const load = word !== undefined && Object.hasOwn(actions, word) ? actions[word] : undefined;
  return load === undefined
    ? Promise.all(Object.values(actions).map((one) => one()))
    : [await load()];
}

/** The actions of a group, only to look at; a large group loads those that the word names. */
export async function loadActionsOf(group: GroupEntry, word?: string): Promise<readonly Command[]> {
  const { declared } = await loadGroup(group, refuseToRun, word);
  return declared.flatMap(commandsOf);
}

/** For declarations that are only described and never run. */
const refuseToRun: RunLine = () =>
  Promise.reject(new Error('a description of the commands runs none of them'));

export function commandsOf(one: Command | Group): readonly Command[] {
  return one.kind === 'group' ? one.commands.flatMap(commandsOf) : [one];
}

/** Importing a document writes a file from which help and completion read its commands. */
async function storeTree(context: Context, flags: GlobalFlags): Promise<void> {
  const { storeImportedTree } = await import('./help/tree-cache.ts');
  await storeImportedTree(context, flags, loadGroups);
}
