import type { Break } from '../break.ts';

/** Numbers that keep their digits. */
export const numbers: readonly Break[] = [];
