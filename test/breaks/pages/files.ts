import type { Break } from '../break.ts';

/** What is written to a file, and which columns. */
export const files: readonly Break[] = [];
