import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { exampleText } from '../commander.ts';

type AskForHelp = (command: Command) => void;

/**
 * A command that only reports that its help was asked for, as do its subcommands. Commander cannot wait
 * until what renders help is loaded.
 */
export class HelpedCommand extends Command {
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

export async function writeHelp(context: Context, command: Command): Promise<void> {
  const [{ pathOf }, { helpWidth, renderHelp }] = await Promise.all([
    import('./describe-command.ts'),
    import('./render.ts'),
  ]);
  context.stdout.write(renderHelp(pathOf(command), helpWidth(context)));
}

/** `costctl help`, for a command or a topic. */
export function addHelp(program: Command, context: Context): void {
  program
    .command('help')
    .description('Help on a group, an action or a topic')
    .argument('[words...]', 'a group and its action, or a topic')
    .addHelpText('after', exampleText(['costctl help metrics import', 'costctl help output']))
    .action(async (words: readonly string[]) => {
      const [{ findNamed }, { describeCommand }, { renderAsked }] = await Promise.all([
        import('./find.ts'),
        import('./describe-command.ts'),
        import('./render.ts'),
      ]);
      const asked = findNamed(describeCommand(program), words);
      if (asked === undefined) {
        throw usageError(`there is no help on ${words.join(' ')}`, 'costctl help');
      }
      context.stdout.write(renderAsked(context, asked));
    });
}
