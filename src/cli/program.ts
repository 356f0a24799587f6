import { Command } from 'commander';
import { version } from '../../package.json';
import type { Described } from '../commands/openapi.ts';
import type { Context } from '../context.ts';
import { type Command as Declared, type Group, hasOpenBody } from '../declaration/command.ts';
import { globalOptions } from '../declaration/global.ts';
import { usageError } from '../errors.ts';
import type { GlobalFlags } from '../settings.ts';
import { addDeclared, exampleText, toCommander } from './commander.ts';
import {
  type Declarations,
  type GroupEntry,
  groups,
  loadDeclarations,
  refuseToRun,
} from './groups.ts';
import { type FindTree, findCommand, rareHeading } from './help/tree.ts';
import { globalFlagsOf } from './invoke.ts';
import type { RunLine } from './mcp/call-tool.ts';

/** A command line, parsed as far as its words match commands. */
export interface Line {
  /** The line as it is run. */
  readonly argv: readonly string[];
  readonly program: Command;
  /** The last command named by the words, or the program itself. */
  readonly command: Command;
  /** The words from the first one that is not a command; empty if all are commands. */
  readonly lost: readonly string[];
  /** The global options of the line. */
  readonly flags: GlobalFlags;
  /** The words end at a group, and every option is known to the program. */
  readonly bare: boolean;
  /** Writes the help that was asked for while the line was parsed, if any. */
  readonly writeHelp: () => Promise<void>;
}

/** The command line of one run: the root, its options and the group in use. */
export async function createProgram(
  context: Context,
  argv: readonly string[],
  run: RunLine,
  findTree?: FindTree,
): Promise<Line> {
  let helped: Command | undefined;
  const program = createRoot(context, (command) => {
    helped = command;
  });
  const { words, unknown, flags } = readLine(context, argv);
  const wanted = words[0] === 'help' ? words.slice(1) : words;
  const [name] = wanted;
  const called = groups.find((group) => group.name === name);
  const loaded = (await called?.load(loadDeclarations, run, wanted[1])) ?? [];
  const extended = callsOpenBody(loaded, wanted)
    ? await describe(context, flags, wanted)
    : undefined;
  if (called !== undefined) addGroup(program, context, called, loaded, extended);
  const tree = called === undefined ? await findTree?.(context, argv) : undefined;
  if (name !== undefined && tree !== undefined && findCommand(tree, name) === undefined) {
    // A document does not have the word either, so none is loaded for the message.
    const named = tree.commands.filter((one) => one.name !== 'help');
    for (const { name: own, description, heading } of named) {
      program.command(own).description(description).helpGroup(heading);
    }
  } else if (name !== undefined && needsDocument(program, wanted)) {
    const described = extended ?? (await describe(context, flags, wanted));
    addDescribed(program, context, described.groups);
    const builtIn = needsDocument(program, wanted)
      ? withoutAlias(argv, wanted, described.aliases)
      : undefined;
    if (builtIn !== undefined) return createProgram(context, builtIn, run, findTree);
  }
  if (program.commands.length === 0) await listGroups(program, context, flags);
  addHelp(program, context);
  const { command, rest } = followWords(program, words);
  const isGroup = command.commands.length > 0;
  return {
    argv,
    program,
    command,
    flags,
    lost: isGroup && called?.anyWord !== true ? rest : [],
    bare: isGroup && rest.length === 0 && unknown.length === 0,
    writeHelp: async () => {
      if (helped !== undefined) await writeHelp(context, helped);
    },
  };
}

/** The whole command tree: for completion, the manual and the tests that walk it. */
export async function createWholeProgram(
  context: Context,
  flags: GlobalFlags = {},
): Promise<Command> {
  const program = createRoot(context);
  const described = await describe(context, flags, []);
  for (const group of groups) {
    addGroup(program, context, group, await group.load(loadDeclarations, refuseToRun), described);
  }
  const { listImportedGroups } = await import('./imported-groups.ts');
  await listImportedGroups(program, context, flags);
  addDescribed(program, context, described.groups);
  addHelp(program, context);
  return program;
}

async function describe(context: Context, flags: GlobalFlags, words: readonly string[]) {
  const { describeCommands } = await import('../commands/openapi.ts');
  return describeCommands(context, flags, words);
}

/** Adds the commands of a document; built-in actions keep their names. */
function addDescribed(parent: Command, context: Context, described: readonly Group[]): void {
  for (const { words, purpose, commands } of described) {
    const name = words.split(' ').at(-1) ?? '';
    const group = findChild(parent, name) ?? parent.command(name).description(purpose);
    for (const one of commands) {
      if (one.kind === 'group') addDescribed(group, context, [one]);
      else if (findChild(group, one.words.split(' ').at(-1) ?? '') === undefined)
        addDeclared(group, context, [one]);
    }
  }
}

/** The line with the built-in action in place of the operationId that a document gives it. */
function withoutAlias(
  argv: readonly string[],
  words: readonly string[],
  aliases: Described['aliases'],
): readonly string[] | undefined {
  for (const count of [2, 3]) {
    const action = aliases.get(words.slice(0, count).join(' '))?.split(' ').at(-1);
    const [group = '', alias = ''] = words.slice(count - 2, count);
    const place = argv.indexOf(alias, argv.indexOf(group) + 1);
    if (action !== undefined && place >= 0) return argv.with(place, action);
  }
  return undefined;
}

function findChild(parent: Command, name: string): Command | undefined {
  return parent.commands.find((one) => one.name() === name || one.aliases().includes(name));
}

/** For the program's help: one line for each group. */
async function listGroups(program: Command, context: Context, flags: GlobalFlags): Promise<void> {
  for (const { name, description, rare } of groups) {
    const command = program.command(name).description(description);
    if (rare === true) command.helpGroup(rareHeading);
  }
  const { listImportedGroups } = await import('./imported-groups.ts');
  await listImportedGroups(program, context, flags);
}

function extendAll(one: Declared | Group, extend: Described['extend']): Declared | Group {
  if (one.kind === 'command') return extend(one);
  return { ...one, commands: one.commands.map((child) => extendAll(child, extend)) };
}

function followWords(
  program: Command,
  words: readonly string[],
): { command: Command; rest: readonly string[] } {
  let command = program;
  for (const [place, word] of words.entries()) {
    const next = command.commands.find(
      (one) => one.name() === word || one.aliases().includes(word),
    );
    if (next === undefined) return { command, rest: words.slice(place) };
    command = next;
  }
  return { command, rest: [] };
}

/** Whether a line calls a built-in action with options that only the service's document shows. */
function callsOpenBody(loaded: Declarations, words: readonly string[]): boolean {
  return loaded.some((one) =>
    one.kind === 'group'
      ? callsOpenBody(one.commands, words)
      : hasOpenBody(one) && `${words.join(' ')} `.startsWith(`${one.words} `),
  );
}

function addGroup(
  program: Command,
  context: Context,
  group: GroupEntry,
  written: Declarations,
  { extend }: Pick<Described, 'extend'> = { extend: (declared) => declared },
): void {
  const loaded = written.map((one) => extendAll(one, extend));
  // An action of one word does not belong to a group.
  const isAction = loaded.some(({ words }) => words === group.name);
  const parent = isAction ? program : program.command(group.name).description(group.description);
  addDeclared(parent, context, loaded);
  const added = program.commands.find((one) => one.name() === group.name);
  if (group.rare === true) added?.helpGroup(rareHeading);
}

/** Whether a line may be for something that only a document has: every other line loads none. */
function needsDocument(program: Command, words: readonly string[]): boolean {
  const { command } = followWords(program, words);
  return command.parent === null || command.commands.length > 0;
}

function createRoot(
  context: Context,
  askForHelp: (command: Command) => void = () => undefined,
): Command {
  const program = new HelpedCommand('costctl', askForHelp)
    .description("Administer an organization's cloud cost data: exact, whole and scriptable.")
    .addHelpText(
      'after',
      exampleText(['costctl --sandbox workspaces list', 'costctl help exit-codes']),
    )
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    // The program makes its own suggestions: commander's use localeCompare, which takes ten milliseconds.
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      // Errors are written in one place, in the requested format.
      writeErr: () => undefined,
      outputError: () => undefined,
    })
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false);
  for (const [key, option] of Object.entries(globalOptions)) {
    for (const one of toCommander(key, option)) program.addOption(one);
  }
  return program;
}

/** The words of the line that are neither options nor option values, and its global options. */
function readLine(context: Context, argv: readonly string[]) {
  const root = createRoot(context);
  const { operands, unknown } = root.parseOptions([...argv]);
  const flags = globalFlagsOf(root);
  return { words: operands, unknown, flags };
}

type AskForHelp = (command: Command) => void;

/**
 * A command that only reports that its help was asked for, as do its subcommands. Commander cannot wait
 * until what renders help is loaded.
 */
class HelpedCommand extends Command {
  readonly #askForHelp: AskForHelp;

  constructor(name: string | undefined, askForHelp: AskForHelp) {
    super(name);
    this.#askForHelp = askForHelp;
  }

  override createCommand(name?: string): HelpedCommand {
    return new HelpedCommand(name, this.#askForHelp);
  }

  override outputHelp(): void {
    this.#askForHelp(this);
  }
}

async function writeHelp(context: Context, command: Command): Promise<void> {
  const [{ pathOf }, { helpWidth, renderHelp }] = await Promise.all([
    import('./help/describe-command.ts'),
    import('./help/render-help.ts'),
  ]);
  context.stdout.write(renderHelp(pathOf(command), helpWidth(context)));
}

/** `costctl help`, for a command or a topic. */
function addHelp(program: Command, context: Context): void {
  program
    .command('help')
    .description('Help on a group, an action or a topic')
    .argument('[words...]', 'a group and its action, or a topic')
    .addHelpText('after', exampleText(['costctl help metrics import', 'costctl help output']))
    .action(async (words: readonly string[]) => {
      const [{ findNamed }, { describeCommand }, { renderAsked }] = await Promise.all([
        import('./help/find.ts'),
        import('./help/describe-command.ts'),
        import('./help/render-help.ts'),
      ]);
      const asked = findNamed(describeCommand(program), words);
      if (asked === undefined) {
        throw usageError(`there is no help on ${words.join(' ')}`, 'costctl help');
      }
      context.stdout.write(renderAsked(context, asked));
    });
}
