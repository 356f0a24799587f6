import { CostctlError } from '../../src/errors.ts';
import type { View } from '../../src/output/view.ts';

/** A view that names no column: every one is shown. */
export const allColumns: View<unknown> = { columns: [] };

export const failure = new CostctlError('server_error', 'the second page failed');

/** A hundred records, and then a page that cannot be had. */
export async function* failing(): AsyncGenerator<unknown> {
  for (let id = 1; id <= 100; id += 1) yield { id };
  throw failure;
}
