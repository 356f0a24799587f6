import { rmSync } from 'node:fs';

/** Called for each path that must not outlive the run, and again when the path may. */
type Report = (path: string, isHeld: boolean) => void;

/** By the signal that ends the run. */
const held = new WeakMap<AbortSignal, Set<string>>();
const reports = new WeakMap<AbortSignal, Report>();
/** The signal that ends the whole run, by that of a part of it. */
const wholes = new WeakMap<AbortSignal, AbortSignal>();

/** The signal of a part of a run, which `other` may end sooner. What the part holds, the run holds. */
export function joinSignals(run: AbortSignal, other: AbortSignal): AbortSignal {
  const signal = AbortSignal.any([run, other]);
  wholes.set(signal, wholes.get(run) ?? run);
  return signal;
}

/** Reports the paths held now and later: the thread that ends a busy program removes them. */
export function watchTemporaries(signal: AbortSignal, report: Report): void {
  reports.set(signal, report);
  for (const path of held.get(signal) ?? []) report(path, true);
}

/** Until released, removed if the program is ended while busy. Hold a path before it exists: it may end any time. */
export function holdTemporary(signal: AbortSignal | undefined, path: string): () => void {
  if (signal === undefined) return () => undefined;
  const run = wholes.get(signal) ?? signal;
  const paths = held.get(run) ?? new Set();
  held.set(run, paths.add(path));
  reports.get(run)?.(path, true);
  return () => {
    if (paths.delete(path)) reports.get(run)?.(path, false);
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
