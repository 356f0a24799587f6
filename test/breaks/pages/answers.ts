import type { Break } from '../break.ts';

/** What an answer may look like. */
export const answers: readonly Break[] = [];
