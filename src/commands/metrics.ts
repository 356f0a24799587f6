import type { Command } from '../declaration/command.ts';

/** In help order. */
export const metrics: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import('./metrics/records.ts')).list,
  get: async () => (await import('./metrics/records.ts')).get,
  create: async () => (await import('./metrics/records.ts')).create,
  update: async () => (await import('./metrics/records.ts')).update,
  delete: async () => (await import('./metrics/records.ts')).remove,
  values: async () => (await import('./metrics/values.ts')).values,
  summary: async () => (await import('./metrics/value-summary.ts')).summary,
  gaps: async () => (await import('./metrics/value-summary.ts')).gaps,
  set: async () => (await import('./metrics/values.ts')).set,
  import: async () => (await import('./metrics/import.ts')).importValues,
  diff: async () => (await import('./metrics/import.ts')).diff,
};
