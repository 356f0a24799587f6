import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { exampleText } from '../commander.ts';
import { pathOf } from './describe.ts';
import { helpWidth, renderHelp } from './render.ts';

/** A command whose help is rendered here instead of by commander; its subcommands behave the same. */
export class HelpedCommand extends Command {
  readonly #context: Context;

  constructor(name: string | undefined, context: Context) {
    super(name);
    this.#context = context;
  }

  override createCommand(name?: string): HelpedCommand {
    return new HelpedCommand(name, this.#context);
  }

  override outputHelp(): void {
    this.#context.stdout.write(renderHelp(pathOf(this), helpWidth(this.#context)));
  }
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
        import('./describe.ts'),
        import('./render.ts'),
      ]);
      const asked = findNamed(describeCommand(program), words);
      if (asked === undefined) {
        throw usageError(`there is no help on ${words.join(' ')}`, 'costctl help');
      }
      context.stdout.write(renderAsked(context, asked));
    });
}
