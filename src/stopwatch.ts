const slices = 20;

/**
 * Calls back after the limit, unless stopped before. It counts in slices, so that a program too busy
 * to process what has arrived loses only one slice of the time.
 */
export function startStopwatch(limit: number, passed: () => void): () => void {
  const slice = Math.max(1, limit / slices);
  let counted = 0;
  let timer = setTimeout(tick, slice);
  function tick(): void {
    counted += slice;
    if (counted >= limit) passed();
    else timer = setTimeout(tick, slice);
  }
  return () => clearTimeout(timer);
}
