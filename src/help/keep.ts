import type { Context } from '../context.ts';
import { writeFileAtomically } from '../files/atomic.ts';
import { createWholeProgram } from '../program.ts';
import type { AddressFlags } from '../settings/address.ts';
import { writeTree } from './text.ts';
import { type CommandNode, describeCommand } from './tree.ts';

/** Makes the command tree of an address, and writes it down for the next time. */
export async function keepTree(
  context: Context,
  flags: AddressFlags,
  path: string,
  of: string,
): Promise<CommandNode> {
  const tree = describeCommand(await createWholeProgram(context, flags));
  const { random, signal } = context;
  const options = { mode: 0o600, random, signal };
  // Where nothing can be written, the next time takes as long as this one.
  await writeFileAtomically(path, writeTree(tree, of), options).catch(() => undefined);
  return tree;
}
