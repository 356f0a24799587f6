import type { Context } from '../../context.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';
import { writeTree } from './text.ts';
import type { CommandNode } from './tree.ts';

/** Stores the command tree of an address for the next run. */
export async function keepTree(
  { processId, signal }: Context,
  tree: CommandNode,
  path: string,
  of: string,
): Promise<void> {
  const options = { mode: 0o600, processId, signal };
  // If nothing can be written, the next run takes as long as this one.
  await writeFileAtomically(path, writeTree(tree, of), options).catch(() => undefined);
}
