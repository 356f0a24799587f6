import type { Context } from '../../context.ts';
import { writeFileAtomically } from '../../storage/atomic.ts';

/** Stores text that can be generated again. If it cannot be written, the next run is only slower. */
export async function storeText(
  { processId, signal }: Context,
  path: string,
  text: string,
): Promise<void> {
  const options = { mode: 0o600, processId, signal };
  await writeFileAtomically(path, text, options).catch(() => undefined);
}
