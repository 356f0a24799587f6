import type { Break } from '../break.ts';

/** The options that every command takes, and the line that they stand on. */
export const options: readonly Break[] = [];
