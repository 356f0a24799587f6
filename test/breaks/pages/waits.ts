import type { Break } from '../break.ts';

/** Rate limits and what is tried again. */
export const waits: readonly Break[] = [];
