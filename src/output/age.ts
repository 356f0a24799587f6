import { momentOf } from '../days.ts';
import { readableText } from './property-path.ts';
import type { Look } from './view.ts';

const day = 86_400_000;

const units = [
  ['years', 730.5 * day, 365.25 * day],
  ['months', 90 * day, 30.4375 * day],
  ['d', day],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A timestamp as received and, on a terminal, its age: `… (3 h ago)`. A value of another kind stays as it is. */
export function timestampWithAge(value: unknown, look: Look): string {
  if (typeof value !== 'string') return readableText(value);
  const age = ageOf(value, look);
  return age === undefined ? value : `${value} (${age})`;
}

/** Only the age if there is no room for more; the timestamp itself if it is invalid. */
export function shortAge(value: unknown, look: Look): string {
  if (typeof value !== 'string') return readableText(value);
  return ageOf(value, look) ?? value;
}

function ageOf(value: string, { now, terminal, exact }: Look): string | undefined {
  const time = momentOf(value);
  return !terminal || exact || Number.isNaN(time) ? undefined : describeAge(now - time);
}

/** `3 h ago`, `in 2 d`, `now`; ages under a week also have hours, which distinguish them. */
export function describeAge(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  const [name, from, length = from] = units.find(([, least]) => size >= least) ?? ['', 0];
  if (length === 0) return 'now';
  const hours = name === 'd' && size < 7 * day ? Math.floor((size % day) / 3_600_000) : 0;
  const text = `${Math.floor(size / length)} ${name}${hours === 0 ? '' : ` ${hours} h`}`;
  return milliseconds < 0 ? `in ${text}` : `${text} ago`;
}
