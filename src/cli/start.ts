import { type Context, createContext } from '../context.ts';
import type { AddressFlags } from '../settings/address.ts';
import type { CommandNode } from './help/tree.ts';
import { main } from './main.ts';

/** What the launcher calls: the real world, and one run in it. */
export async function start(argv: readonly string[]): Promise<number> {
  const world = createContext();
  const status = await main(world, argv, async (context, words) => {
    const { findTree } = await import('./help/kept.ts');
    return findTree(context, words, describeProgram);
  });
  world.leave();
  return status;
}

async function describeProgram(context: Context, flags: AddressFlags): Promise<CommandNode> {
  const { createWholeProgram } = await import('./program.ts');
  const { describeCommand } = await import('./help/describe.ts');
  return describeCommand(await createWholeProgram(context, flags));
}
