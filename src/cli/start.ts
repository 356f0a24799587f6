import { createContext } from '../context.ts';
import { main } from './main.ts';

/** What the launcher calls: the real world, and one run in it. */
export async function start(argv: readonly string[]): Promise<number> {
  const world = createContext();
  const status = await main(world, argv, async (context, words) => {
    const { findTree } = await import('./help/kept.ts');
    const loadAll = async () => (await import('./groups.ts')).loadDeclarations();
    return findTree(context, words, loadAll);
  });
  world.leave();
  return status;
}
