import type { Break } from '../break.ts';

/** Pages, streams and readers that leave. */
export const lists: readonly Break[] = [];
