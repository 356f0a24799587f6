import { setFlagsFromString } from 'node:v8';

/** V8's own values: the code of a run is stored at its end, and V8 refuses code that other settings made. */
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

function setEngine(settings: Settings): void {
  try {
    for (const [name, value] of Object.entries(settings)) setFlagsFromString(`--${name}=${value}`);
  } catch {
    // Not every version of Bun has these settings.
  }
}
