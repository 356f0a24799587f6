/**
 * Does work that makes much garbage of what lasts only for a moment: meanwhile old garbage may take three tenths
 * of what is in use, not three times as much, and the space for new objects does not grow.
 */
export async function withSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  await setEngine('--heap-growing-percent=30', '--semi-space-growth-factor=1');
  try {
    return await work();
  } finally {
    // V8's own settings: the code of this run is stored at its end, and V8 refuses code of other settings.
    await setEngine('--heap-growing-percent=0', '--semi-space-growth-factor=2');
  }
}

async function setEngine(...settings: readonly string[]): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  try {
    for (const setting of settings) setFlagsFromString(setting);
  } catch {
    // Not every version of Bun has these settings.
  }
}
