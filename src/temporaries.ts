import { rmSync } from 'node:fs';

/** Called for each path that must not outlive the run, and again when the path may. */
type Report = (path: string, isHeld: boolean) => void;

/** By the signal that ends the run. */
const held = new WeakMap<AbortSignal, Set<string>>();
const reports = new WeakMap<AbortSignal, Report>();

/** Reports the paths held now and later: the thread that ends a busy program removes them. */
export function watchTemporaries(signal: AbortSignal, report: Report): void {
  reports.set(signal, report);
  for (const path of held.get(signal) ?? []) report(path, true);
}

/** Until it is released, a path is removed if the program is ended while it is busy. */
export function holdTemporary(signal: AbortSignal | undefined, path: string): () => void {
  if (signal === undefined) return () => undefined;
  const paths = held.get(signal) ?? new Set();
  held.set(signal, paths.add(path));
  reports.get(signal)?.(path, true);
  return () => {
    if (paths.delete(path)) reports.get(signal)?.(path, false);
  };
}

/** Removes what a run that is over still holds. */
export function removeTemporaries(signal: AbortSignal): void {
  for (const path of held.get(signal) ?? []) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Nothing else can be done at the end of a process.
    }
  }
}

/** Like `holdTemporary`, but the path is also removed as soon as the run is interrupted. */
export function holdUntilAborted(signal: AbortSignal | undefined, path: string): () => void {
  const release = holdTemporary(signal, path);
  const removeAtOnce = () => rmSync(path, { recursive: true, force: true });
  signal?.addEventListener('abort', removeAtOnce, { once: true });
  return () => {
    signal?.removeEventListener('abort', removeAtOnce);
    release();
  };
}
