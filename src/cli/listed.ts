import type { Noun } from '../api/nouns.ts';

/** How a record of each kind is called in messages. */
export const singular: Readonly<Record<Noun, string>> = {
  workspaces: 'workspace',
  metrics: 'metric',
  providers: 'provider',
  filters: 'filter',
  users: 'user',
  connections: 'connection',
};

/** The command that lists the records of each kind. */
export const listOf: Readonly<Record<Noun, string>> = {
  workspaces: 'costctl workspaces list',
  metrics: 'costctl metrics list',
  providers: 'costctl providers list',
  filters: 'costctl filters list',
  users: 'costctl users list',
  connections: 'costctl workspaces providers list',
};
