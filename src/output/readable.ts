import { cellText, isNumber } from './cells.ts';

/** A value as readable text: a list of texts or numbers becomes `region, channel`. */
export function readableText(value: unknown): string {
  const isPlain = (item: unknown) => typeof item === 'string' || isNumber(item);
  return Array.isArray(value) && value.every(isPlain)
    ? value.map(cellText).join(', ')
    : cellText(value);
}
