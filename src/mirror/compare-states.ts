import { resolve } from 'node:path';
import type { Clock } from '../context.ts';
import { countDays, eachDay } from '../days.ts';
import { CostctlError } from '../errors.ts';
import { emptyFingerprint } from '../rows/fingerprint.ts';
import { type Change, compareDays, isSameContent } from './changes.ts';
import type { Manifest, MirrorDay, SourceFile } from './manifest.ts';
import { addSourceDays, type HeldSource, layoutOf } from './source-days.ts';

const mostDays = 36_600;
/** It counts as yesterday in a mirror that ends with it, and there is no day after it. */
const lastDay = '9999-12-31';

/** The days of the new state, and which of them are to be written. */
export function compareStates(
  { clock, folder }: { readonly clock: Clock; readonly folder: string },
  manifest: Manifest,
  sources: readonly HeldSource[],
) {
  const dates = sources.flatMap(({ days }) => days.map(({ date }) => date)).sort();
  const [from, to] = [dates.at(0), dates.at(-1)];
  if (from === undefined || to === undefined) {
    throw new CostctlError('invalid_data', 'the files have no rows', {
      hint: 'nothing was changed; give other --files or --where, with a new folder',
    });
  }
  if (to === lastDay || countDays({ from, to }) > mostDays) throw tooFar(folder, sources, from, to);
  const old = new Map(manifest.days.map((day) => [day.date, day]));
  const oldLayout = layoutOf(manifest.sources ?? []);
  const layout = layoutOf(sources);
  const added = addSourceDays(sources);
  const readAt = new Date(clock.now()).toISOString();
  const changed = new Set<string>();
  const changes: Change[] = [];
  const days = [...eachDay({ from, to })].map((date): MirrorDay => {
    const day = added.get(date) ?? { date, read: 0, rows: 0, sums: [], hash: emptyFingerprint };
    const known = old.get(date);
    old.delete(date);
    if (layout.get(date) !== oldLayout.get(date)) changed.add(date);
    if (isSameContent(known, day)) return known ?? { ...day, readAt };
    changes.push(...compareDays(known, day));
    return { ...day, readAt };
  });
  for (const day of old.values()) {
    changed.add(day.date);
    if (day.rows > 0)
      changes.push(...compareDays(day, { ...day, rows: 0, sums: [], hash: emptyFingerprint }));
  }
  const query = { ...manifest.query, from };
  return {
    manifest: { ...manifest, query },
    days,
    truncated: [],
    sources: sources.map(
      ({ path, bytes, sha256, days }): SourceFile => ({ path, bytes, sha256, days }),
    ),
    changed,
    changes: changes.sort((one, other) => (one.day < other.day ? -1 : 1)),
  };
}

function tooFar(folder: string, sources: readonly HeldSource[], from: string, to: string) {
  const source = sources.find(({ days }) => days.some(({ date }) => date === to));
  const path = resolve(folder, source?.path ?? '');
  const what =
    to === lastDay
      ? `${path} has rows of ${to}, a day that usually means "no end"`
      : `the files span too many days: they begin on ${from}, and ${path} has rows of ${to}`;
  return new CostctlError('invalid_data', what, {
    hint: 'if one of these days is wrong, --where leaves out its rows',
  });
}
