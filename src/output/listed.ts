import { cellText } from './cells.ts';

/** A list of texts as a person writes one: `region, channel`. */
export function listed(value: unknown): string {
  return Array.isArray(value) ? value.map(cellText).join(', ') : cellText(value);
}
