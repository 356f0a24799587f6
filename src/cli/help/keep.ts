import type { Context } from '../../context.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';

/** Stores what can be made again: if nothing can be written, the next run takes as long as this one. */
export async function storeText(
  { processId, signal }: Context,
  path: string,
  text: string,
): Promise<void> {
  const options = { mode: 0o600, processId, signal };
  await writeFileAtomically(path, text, options).catch(() => undefined);
}
