import type { Break } from '../break.ts';

/** Workspaces, their providers, and bodies that a person gives. */
export const workspaces: readonly Break[] = [];
