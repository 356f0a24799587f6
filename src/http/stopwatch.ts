const slices = 20;

/**
 * Calls back when the limit has passed, unless stopped before. It counts in slices, so that a
 * program too busy to look at what has arrived is charged for one of them and not for the service.
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
