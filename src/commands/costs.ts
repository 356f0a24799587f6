import type { Command } from '../declaration/command.ts';

/** In help order. */
export const costs: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import('./costs/list.ts')).list,
  export: async () => (await import('./costs/export-costs.ts')).exportCosts,
  verify: async () => (await import('./costs/verify.ts')).verify,
  report: async () => (await import('./costs/report.ts')).report,
  close: async () => (await import('./costs/close.ts')).close,
  columns: async () => (await import('./costs/columns.ts')).columns,
  summary: async () => (await import('./costs/summary.ts')).summary,
  trend: async () => (await import('./costs/trend.ts')).trend,
  compare: async () => (await import('./costs/compare.ts')).compare,
  unit: async () => (await import('./costs/unit.ts')).unit,
  chart: async () => (await import('./costs/chart.ts')).chart,
  check: async () => (await import('./costs/check.ts')).check,
  allocate: async () => (await import('./costs/allocate.ts')).allocate,
  outlook: async () => (await import('./costs/outlook.ts')).outlook,
  anomalies: async () => (await import('./costs/anomalies.ts')).anomalies,
  coverage: async () => (await import('./costs/coverage.ts')).coverage,
  mirror: async () => (await import('./costs/mirror.ts')).mirror,
  query: async () => (await import('./costs/query.ts')).query,
  'focus-check': async () => (await import('./costs/focus-check.ts')).focusCheck,
};
