import type { Break } from '../break.ts';

/** Where the token goes, and what is asked. */
export const requests: readonly Break[] = [];
