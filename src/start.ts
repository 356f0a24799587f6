import { createContext } from './context.ts';
import { main } from './main.ts';

/** What the launcher calls: the real world, and one run in it. */
export function start(argv: readonly string[]): Promise<number> {
  return main(createContext(), argv, async (context, words) => {
    const { findTree } = await import('./help/kept.ts');
    return findTree(context, words);
  });
}
