/**
 * A currency as rows are grouped by it: without surrounding spaces, in capital letters. Null if
 * the row has none.
 */
export function normalizeCurrency(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  if (isCapitalCode(text)) return text;
  const currency = text.trim().toUpperCase();
  return currency === '' ? null : currency;
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
