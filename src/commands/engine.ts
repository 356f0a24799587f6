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

/**
 * Does much work under other settings of V8. Files that are loaded meanwhile
 * are not taken from the code cache, so a short task would take longer.
 */
export async function withEngine<Result>(
  settings: Settings,
  work: () => Promise<Result>,
): Promise<Result> {
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
 * Prepares V8 for an answer until the session ends. The groups of an answer may be millions of objects: garbage
 * may take six tenths of what is in use. Functions are optimized later: a run of a second hardly uses what Node
 * 20 optimizes; later versions lack that setting, and would print an error. Files that are loaded meanwhile are
 * not taken from the code cache.
 */
export function prepareEngine({ context, atEnd }: Pick<Session, 'context' | 'atEnd'>): void {
  const isNode20 = context.nodeVersion.startsWith('20.');
  setEngine({
    'heap-growing-percent': 60,
    ...(isNode20 ? { 'interrupt-budget': largeBudget } : {}),
  });
  atEnd(() => {
    const { 'heap-growing-percent': growing } = own;
    setEngine({
      'heap-growing-percent': growing,
      ...(isNode20 ? { 'interrupt-budget': usualBudget } : {}),
    });
  });
}

function setEngine(settings: Readonly<Record<string, number>>): void {
  try {
    for (const [name, value] of Object.entries(settings)) setFlagsFromString(`--${name}=${value}`);
  } catch {
    // Not every version of Bun has these settings.
  }
}
