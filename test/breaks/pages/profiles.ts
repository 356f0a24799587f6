import type { Break } from '../break.ts';

/** Profiles and tokens. */
export const profiles: readonly Break[] = [];
