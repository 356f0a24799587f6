import { setFlagsFromString } from 'node:v8';
import type { Session } from '../session.ts';

/**
 * V8's own values. They are set again after the work, because the compiled code of a run is stored at its end,
 * and V8 refuses code that was compiled with other settings.
 */
const own = {
  'heap-growing-percent': 0,
  'semi-space-growth-factor': 2,
  'max-inlined-bytecode-size-cumulative': 920,
} as const;

type Settings = Readonly<Partial<Record<keyof typeof own, number>>>;

/** Old garbage may take three tenths of what is in use, not three times as much. */
export const littleGarbage: Settings = { 'heap-growing-percent': 30 };

/** Files loaded meanwhile are not taken from the code cache: a short task would take longer. */
export async function withEngine<Result>(settings: Settings, work: () => Promise<Result>) {
  setEngine(settings);
  try {
    return await work();
  } finally {
    setEngine(own);
  }
}

/** How much a function does before V8 optimizes it: Node 20's own value, and one for short runs. */
const [usualBudget, largeBudget] = [67_584, 600_000];

/**
 * Optimizes functions later until the session ends: a run of a second hardly uses what Node 20 optimizes. Later
 * versions lack the setting, and would print an error. Files that are loaded meanwhile are not taken from the
 * code cache.
 */
export function optimizeLater({ context, atEnd }: Pick<Session, 'context' | 'atEnd'>): void {
  if (!context.nodeVersion.startsWith('20.')) return;
  setEngine({ 'interrupt-budget': largeBudget });
  atEnd(() => setEngine({ 'interrupt-budget': usualBudget }));
}

/** With fewer groups, collecting garbage more often takes more time than the memory is worth. */
const manyGroups = 50_000;

/** Half of the memory of an answer with many groups was garbage. It is collected earlier until the session ends. */
export function holdGroups({ atEnd }: Pick<Session, 'atEnd'>, groups: number): void {
  if (groups < manyGroups) return;
  setEngine({ 'heap-growing-percent': 60 });
  atEnd(() => setEngine({ 'heap-growing-percent': own['heap-growing-percent'] }));
}

function setEngine(settings: Readonly<Record<string, number>>): void {
  try {
    for (const [name, value] of Object.entries(settings)) setFlagsFromString(`--${name}=${value}`);
  } catch {
    // Not every version of Bun has these settings.
  }
}
