import type { Command } from 'commander';
import type { Schema as InputForm } from '../api/schema.ts';
import { globalFlagsOf } from '../cli/invoke.ts';
import type { Context } from '../context.ts';
import { usageError } from '../errors.ts';
import type { Invocation, Session } from '../session.ts';
import { outputFlagNames } from './output-options.ts';

interface Traits {
  /** -o is left to the handler. */
  readonly ownFormats?: boolean;
  readonly extensions?: readonly string[];
  readonly isCheck?: boolean;
  /** Whether the service documents a workspace for it, in the query or the body. */
  readonly takesWorkspace?: boolean;
}

/**
 * From commander's arguments to a typed handler: the input is checked once, by the schema, and the
 * session is opened, handed over and closed.
 */
export function action<Input>(
  context: Context,
  form: InputForm<Input>,
  handler: (session: Session, input: Input) => Promise<void>,
  { ownFormats = false, takesWorkspace = true, ...traits }: Traits = {},
): (...parameters: unknown[]) => Promise<void> {
  return async (...parameters) => {
    const command = commandOf(parameters);
    const input = checkInput(command, form);
    if (!takesWorkspace) refuseWorkspaceFlag(command);
    // A help text needs none of it: what talks to the service is loaded for an action alone.
    const [{ openSession }, { DryRunStop }] = await Promise.all([
      import('../session.ts'),
      import('../api/dry-run.ts'),
    ]);
    const session = await openSession(context, {
      ...invocationOf(command),
      ...traits,
      ownFormats,
      words: commandLine(command).replace(/^\S+ /, ''),
    });
    try {
      await handler(session, input);
    } catch (error) {
      if (!(error instanceof DryRunStop)) throw error;
      await session.output.one(error.planned);
    } finally {
      await session.close();
    }
  };
}

/** For what the service documents no workspace for: --workspace is refused. */
export function organizationAction<Input>(
  context: Context,
  form: InputForm<Input>,
  handler: (session: Session, input: Input) => Promise<void>,
  traits: Traits = {},
): (...parameters: unknown[]) => Promise<void> {
  return action(context, form, handler, { ...traits, takesWorkspace: false });
}

/** For what needs neither service nor profile: it works with a broken configuration too. */
export function localAction<Input>(
  form: InputForm<Input>,
  handler: (invocation: Invocation, input: Input) => Promise<void>,
): (...parameters: unknown[]) => Promise<void> {
  return async (...parameters) => {
    const command = commandOf(parameters);
    await handler(invocationOf(command), checkInput(command, form));
  };
}

function commandOf(parameters: readonly unknown[]): Command {
  // Commander calls an action with its arguments, its options, and the command itself, last.
  return parameters.at(-1) as Command;
}

function invocationOf(command: Command): Invocation {
  const { dryRun, yes, ...options } = command.opts();
  const output = Object.fromEntries(
    outputFlagNames.filter((name) => name in options).map((name) => [name, options[name]]),
  );
  return {
    global: globalFlagsOf(command),
    output,
    dryRun: dryRun === true,
    yes: yes === true,
    ownFormats: false,
  };
}

function checkInput<Input>(command: Command, form: InputForm<Input>): Input {
  const shared = new Set<string>([...outputFlagNames, 'dryRun', 'yes']);
  const given = Object.fromEntries(
    Object.entries(command.opts()).filter(([name]) => !shared.has(name)),
  );
  command.registeredArguments.forEach((argument, position) => {
    const value: unknown = command.processedArgs[position];
    if (value !== undefined) given[camelCase(argument.name())] = value;
  });
  const result = form.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = String(issue?.path[0] ?? '');
  throw usageError(
    `${nameOfInput(command, name)}${issue?.message ?? 'is not of its form'}`,
    `${commandLine(command)} --help`,
  );
}

/** A flag that did nothing would mislead. */
function refuseWorkspaceFlag(command: Command): void {
  if (globalFlagsOf(command).workspace === undefined) return;
  const name = commandLine(command).replace(/^\S+ /, '');
  const takesParameters = command.options.some(({ long }) => long === '--param');
  const request = takesParameters ? '' : 'costctl api METHOD PATH ';
  throw usageError(
    `--workspace has no effect on ${name}: the service documents no workspace for it`,
    `a workspace token reaches its own workspace alone; ${request}--param workspaceId=ID sends one anyway`,
  );
}

/** `--limit N` or `<workspace>`, as the person typed or must type it. */
function nameOfInput(command: Command, name: string): string {
  const option = command.options.find((one) => one.attributeName() === name);
  if (option !== undefined) return `${option.long ?? option.flags}: `;
  const argument = command.registeredArguments.find((one) => camelCase(one.name()) === name);
  return argument === undefined ? '' : `<${argument.name()}>: `;
}

/** `costctl workspaces get` */
export function commandLine(command: Command): string {
  return command.parent === null
    ? command.name()
    : `${commandLine(command.parent)} ${command.name()}`;
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}
