import type { Break } from '../break.ts';

/** How an error is told, and with which status. */
export const errors: readonly Break[] = [];
