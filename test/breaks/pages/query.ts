import type { Break } from '../break.ts';

/** What a query and a raw result give. */
export const query: readonly Break[] = [];
