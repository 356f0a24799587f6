import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { usageError } from '../errors.ts';
import { examples } from './examples.ts';

export function addHelp(program: Command, context: Context): void {
  program
    .command('help')
    .description('Help on a group, an action or a topic')
    .argument('[words...]', 'a group and its action, or a topic')
    .addHelpText('after', examples('costctl help metrics import', 'costctl help output'))
    .action(async (words: readonly string[]) => {
      const [{ findNamed }, { describeCommand }, { renderAsked }] = await Promise.all([
        import('../cli/help/find.ts'),
        import('../cli/help/describe.ts'),
        import('../cli/help/render.ts'),
      ]);
      const asked = findNamed(describeCommand(program), words);
      if (asked === undefined) {
        throw usageError(`there is no help on ${words.join(' ')}`, 'costctl help');
      }
      context.stdout.write(renderAsked(context, asked));
    });
}
