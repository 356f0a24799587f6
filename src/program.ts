import { Command, Option } from 'commander';
import { version } from '../package.json';
import { needsDocument } from './commands/described/called.ts';
import { addOutputOptions } from './commands/output-options.ts';
import type { Context } from './context.ts';
import { formats } from './output/formats.ts';
import type { GlobalFlags } from './settings.ts';

type AddGroup = (program: Command, context: Context) => void;

interface Group {
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<AddGroup>;
}

/** A group's module, and with it the libraries it needs, is loaded only when the group is called. */
const groups: readonly Group[] = [
  {
    name: 'profiles',
    description: 'Saved addresses, tokens and defaults',
    load: async () => (await import('./commands/profiles.ts')).addProfiles,
  },
  {
    name: 'workspaces',
    description: 'Workspaces and the provider connections in them',
    load: async () => (await import('./commands/workspaces.ts')).addWorkspaces,
  },
  {
    name: 'virtual-tags',
    description: 'Virtual tags',
    load: async () => (await import('./commands/virtual-tags.ts')).addVirtualTags,
  },
  {
    name: 'providers',
    description: 'Connected cloud platforms and integrations',
    load: async () => (await import('./commands/providers.ts')).addProviders,
  },
  {
    name: 'metrics',
    description: 'Business metrics whose daily values divide cost',
    load: async () => (await import('./commands/metrics.ts')).addMetrics,
  },
  {
    name: 'filters',
    description: 'Saved filters of a workspace',
    load: async () => (await import('./commands/filters.ts')).addFilters,
  },
  {
    name: 'users',
    description: 'Members and invitations',
    load: async () => (await import('./commands/users.ts')).addUsers,
  },
  {
    name: 'rates',
    description: 'Exchange rates and the rate policy',
    load: async () => (await import('./commands/rates.ts')).addRates,
  },
  {
    name: 'costs',
    description: 'Cost rows: read, export, sum, compare and check them',
    load: async () => (await import('./commands/costs.ts')).addCosts,
  },
  {
    name: 'api',
    description: 'Any request to the service, and its operations',
    load: async () => (await import('./commands/api.ts')).addApi,
  },
  {
    name: 'sandbox',
    description: 'The embedded emulation of the service, for trials and tests',
    load: async () => (await import('./commands/sandbox.ts')).addSandbox,
  },
];

/** The command line of one run: the root, its options, and the group that was called. */
export async function createProgram(context: Context, argv: readonly string[]): Promise<Command> {
  const program = createRoot(context);
  const { words, flags } = readLine(context, argv);
  const [name] = words;
  const called = groups.find((group) => group.name === name);
  if (called !== undefined) {
    const addGroup = await called.load();
    addGroup(program, context);
  }
  if (name !== undefined && needsDocument(program, words)) {
    const { addDescribed } = await import('./commands/described.ts');
    await addDescribed(program, context, flags, name);
  }
  for (const command of program.commands) addSharedOptions(command);
  if (program.commands.length > 0) return program;
  for (const group of groups) program.command(group.name).description(group.description);
  const { listDescribed } = await import('./commands/described/list.ts');
  await listDescribed(program, context, flags);
  return program;
}

/** The whole command tree: for completions, the manual and the tests that walk it. */
export async function createWholeProgram(context: Context): Promise<Command> {
  const program = createRoot(context);
  for (const group of groups) {
    const addGroup = await group.load();
    addGroup(program, context);
  }
  const { addDescribed } = await import('./commands/described.ts');
  await addDescribed(program, context, {});
  for (const command of program.commands) addSharedOptions(command);
  return program;
}

function createRoot(context: Context): Command {
  const program = new Command('costctl')
    .description("Administer an organization's cloud cost data: exact, whole and scriptable.")
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      // Errors are written in one place, in the form that was asked for.
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: () => context.stdout.columns ?? 80,
      getErrHelpWidth: () => context.stderr.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .helpCommand(false);
  for (const option of globalOptions()) program.addOption(option.helpGroup('Global options:'));
  return program;
}

function globalOptions(): Option[] {
  return [
    new Option('-p, --profile <name>', 'use this profile'),
    new Option('--base-url <url>', 'address of the service'),
    new Option('-w, --workspace <id>', 'workspace to work in'),
    new Option('-o, --output <format>', `${formats.join(', ')} (default table)`),
    new Option('--max-wait <seconds>', 'longest wait for the rate limit (default 300, 0 = never)'),
    new Option('--timeout <seconds>', 'time limit of one request (default 60)'),
    new Option('--retries <n>', 'retries of a failed request (default 4)'),
    new Option('--concurrency <n>', 'parallel requests, 1 to 16 (default 4)'),
    new Option('--no-color', 'no colours'),
    new Option('-q, --quiet', 'no notes, no progress'),
    new Option('--debug', 'a line on stderr for each request and response'),
    new Option('--no-input', 'never ask, as off a terminal'),
    new Option('--sandbox', 'run against the embedded emulation of the service'),
  ];
}

/** The words of the line that are no option and no option's value, and the global options among them. */
function readLine(
  context: Context,
  argv: readonly string[],
): { words: readonly string[]; flags: GlobalFlags } {
  const root = createRoot(context);
  const { operands } = root.parseOptions([...argv]);
  return { words: operands, flags: root.opts() };
}

/** Output options stand behind every action. */
function addSharedOptions(command: Command): void {
  if (command.commands.length === 0) addOutputOptions(command);
  for (const child of command.commands) addSharedOptions(child);
}
