import { isDay } from '../days.ts';

/** Without surrounding spaces, in capital letters. Null if the row has none. */
export function normalizeCurrency(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  if (isCapitalCode(text)) return text;
  const currency = text.trim().toUpperCase();
  return currency === '' ? null : currency;
}

/** What follows an amount. Next to amounts with a currency, one that has none says so. */
export function unitOf(currency: string | null, { length }: readonly unknown[]): string {
  return currency ?? (length > 1 ? 'without a currency' : '');
}

/** Whether ISO 4217 has the currency, or had it. */
export function isKnownCurrency(currency: string): boolean {
  known ??= new Set(Intl.supportedValuesOf('currency'));
  return known.has(currency);
}

let known: ReadonlySet<string> | undefined;

function isCapitalCode(text: string): boolean {
  if (text.length !== 3) return false;
  for (let at = 0; at < 3; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x41 || code > 0x5a) return false;
  }
  return true;
}

/** A day, or a moment of it in UTC. */
const form =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d+)?)?(?:Z| ?UTC|[+-]00(?::?00)?)?)?$/;

/** The UTC day that a cell names, if it names one. A moment with another offset names none. */
export function dayIn(text: string): string | undefined {
  const day = form.exec(text)?.[1];
  return day !== undefined && isDay(day) ? day : undefined;
}

/** Like `dayIn`, but a timestamp counts only at midnight: other times say when something was changed. */
export function wholeDayIn(text: string): string | undefined {
  return text.length === 10 || midnight.test(text) ? dayIn(text) : undefined;
}

const midnight = /^.{10}[T ]00:00(?::00(?:[.,]0+)?)?(?:Z| ?UTC|[+-]00(?::?00)?)?$/;

const mostKnown = 10_000;

/** Rows have few days, and those of one day follow each other: a text that was read is remembered. */
export function createDayReader(): (text: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  let last = '';
  let day: string | undefined;
  return (text) => {
    if (text === last) return day;
    last = text;
    day = known.get(text);
    if (day !== undefined) return day;
    if (known.size >= mostKnown) known.clear();
    day = dayIn(text);
    known.set(text, day);
    return day;
  };
}
