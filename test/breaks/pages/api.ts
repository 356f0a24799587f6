import type { Break } from '../break.ts';

/** Any request, and the list of operations. */
export const api: readonly Break[] = [];
