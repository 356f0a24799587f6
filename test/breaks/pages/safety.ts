import type { Break } from '../break.ts';

/** Questions before what cannot be taken back, and dry runs. */
export const safety: readonly Break[] = [];
