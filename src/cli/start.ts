import { createContext } from '../context.ts';
import { main } from './main.ts';

/** Called by the launcher: one run in the real world. */
export async function start(argv: readonly string[]): Promise<number> {
  const world = createContext();
  const status = await main(world, argv, async (context, words) => {
    const { findTree } = await import('./help/tree-cache.ts');
    const loadAll = async () => (await import('./groups.ts')).loadDeclarations();
    return findTree(context, words, loadAll);
  });
  world.leave();
  return status;
}
