import type { Look } from './view.ts';

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A timestamp as received and, on a terminal, its age: `… (3 h ago)`. */
export function timestampWithAge(value: unknown, look: Look): string {
  if (typeof value !== 'string') return '';
  const age = ageOf(value, look);
  return age === undefined ? value : `${value} (${age})`;
}

/** Only the age if there is no room for more; the timestamp itself if it is invalid. */
export function shortAge(value: unknown, look: Look): string {
  if (typeof value !== 'string') return '';
  return ageOf(value, look) ?? value;
}

function ageOf(value: string, { now, terminal, exact }: Look): string | undefined {
  const time = Date.parse(value);
  return !terminal || exact || Number.isNaN(time) ? undefined : describeAge(now - time);
}

/** `3 h ago`, `in 2 d`, `now`. */
export function describeAge(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  const [name, length] = units.find(([, one]) => size >= one) ?? ['', 0];
  if (length === 0) return 'now';
  const text = `${Math.floor(size / length)} ${name}`;
  return milliseconds < 0 ? `in ${text}` : `${text} ago`;
}
