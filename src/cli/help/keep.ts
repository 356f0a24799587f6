import type { Context } from '../../context.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';
import { writeTree } from './text.ts';
import type { CommandNode } from './tree.ts';

/** Writes the command tree of an address down for the next time. */
export async function keepTree(
  { random, signal }: Context,
  tree: CommandNode,
  path: string,
  of: string,
): Promise<void> {
  const options = { mode: 0o600, random, signal };
  // Where nothing can be written, the next time takes as long as this one.
  await writeFileAtomically(path, writeTree(tree, of), options).catch(() => undefined);
}
