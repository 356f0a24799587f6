import type { Break } from '../break.ts';

/** Each format, and its escapes. */
export const formats: readonly Break[] = [];
