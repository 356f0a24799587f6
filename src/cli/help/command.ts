import { Command } from 'commander';
import type { Context } from '../../context.ts';
import { pathOf } from './describe.ts';
import { helpWidth, renderHelp } from './render.ts';

/** A command whose help is drawn here and not by commander; so is that of the commands made from it. */
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
