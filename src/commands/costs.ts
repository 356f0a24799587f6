import type { Command } from '../command.ts';

/** The headings of help, and below each its actions in their order. */
const sections: Readonly<Record<string, Readonly<Record<string, () => Promise<Command>>>>> = {
  'Read:': {
    columns: async () => (await import('./costs/columns.ts')).columns,
    list: async () => (await import('./costs/list.ts')).list,
    export: async () => (await import('./costs/export/export-costs.ts')).exportCosts,
    verify: async () => (await import('./costs/verify/verify.ts')).verify,
  },
  'Ask:': {
    summary: async () => (await import('./costs/summary.ts')).summary,
    trend: async () => (await import('./costs/trend.ts')).trend,
    compare: async () => (await import('./costs/compare.ts')).compare,
    explain: async () => (await import('./costs/explain/explain.ts')).explain,
    unit: async () => (await import('./costs/unit/unit.ts')).unit,
    chart: async () => (await import('./costs/chart.ts')).chart,
  },
  'Decide:': {
    check: async () => (await import('./costs/check/check.ts')).check,
    freshness: async () => (await import('./costs/freshness.ts')).freshness,
    allocate: async () => (await import('./costs/allocate/allocate.ts')).allocate,
    outlook: async () => (await import('./costs/outlook.ts')).outlook,
    anomalies: async () => (await import('./costs/anomalies.ts')).anomalies,
    coverage: async () => (await import('./costs/coverage.ts')).coverage,
  },
  'Close a month:': {
    reconcile: async () => (await import('./costs/reconcile/reconcile.ts')).reconcile,
    report: async () => (await import('./costs/report/report.ts')).report,
    close: async () => (await import('./costs/close/close.ts')).close,
  },
  'Local table:': {
    mirror: async () => (await import('./costs/mirror/mirror.ts')).mirror,
    query: async () => (await import('./costs/query.ts')).query,
  },
  'FOCUS:': { 'focus-check': async () => (await import('./costs/focus-check.ts')).focusCheck },
};

export const costs: Readonly<Record<string, () => Promise<Command>>> = Object.fromEntries(
  Object.entries(sections).flatMap(([heading, actions]) =>
    Object.entries(actions).map(([name, load]) => [
      name,
      async () => ({ ...(await load()), heading }),
    ]),
  ),
);
