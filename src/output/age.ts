import type { Look } from './output.ts';

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A date-time as it came, and on a terminal how long ago or ahead that is: `… (3 h ago)`. */
export function age(value: unknown, look: Look): string {
  if (typeof value !== 'string') return '';
  const time = Date.parse(value);
  if (!look.terminal || Number.isNaN(time)) return value;
  return `${value} (${describeAge(look.now - time)})`;
}

/** `3 h ago`, `in 2 d`, `now`. */
export function describeAge(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  const [name, length] = units.find(([, one]) => size >= one) ?? ['', 0];
  if (length === 0) return 'now';
  const text = `${Math.floor(size / length)} ${name}`;
  return milliseconds < 0 ? `in ${text}` : `${text} ago`;
}
