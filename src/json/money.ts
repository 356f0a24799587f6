import { type Decimal, formatDecimal, parseDecimal, roundDecimal } from './decimal.ts';

/** Decimal places of the currencies of ISO 4217 that do not have two. */
const places: ReadonlyMap<string, number> = new Map([
  ...listed(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...listed(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...listed(4, 'CLF UYW'),
]);

const usualPlaces = 2;

/** The number of decimal places of a currency. An unknown one has two, like most. */
export function placesOf(currency: string | null | undefined): number {
  return places.get(currency?.trim().toUpperCase() ?? '') ?? usualPlaces;
}

/**
 * An amount for people: thousands separators, the currency's own decimals, rounded half to even. An
 * amount below the smallest unit is shown as `<0.01`, so that it never looks like zero. Other text is
 * returned unchanged.
 */
export function formatMoney(text: string, currency?: string | null): string {
  const amount = parseDecimal(text);
  if (amount === undefined) return text;
  const digits = placesOf(currency);
  const unit: Decimal = { units: 1n, scale: digits };
  if (isBelow(amount, unit)) return `${amount.units < 0n ? '>-' : '<'}${formatDecimal(unit)}`;
  return groupDigits(formatDecimal(padPlaces(roundDecimal(amount, digits), digits)));
}

/** Adds thousands separators to a plain decimal, with all its digits. Other text is returned unchanged. */
export function groupDigits(text: string): string {
  const [, sign, whole, rest] = /^([+-]?)(\d+)((?:\.\d+)?)$/.exec(text) ?? [];
  if (sign === undefined || whole === undefined || rest === undefined) return text;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`;
}

/** Whether a nonzero amount is closer to zero than the unit. */
function isBelow({ units, scale }: Decimal, unit: Decimal): boolean {
  if (units === 0n || scale <= unit.scale) return false;
  const size = units < 0n ? -units : units;
  return size < 10n ** BigInt(scale - unit.scale);
}

function padPlaces({ units, scale }: Decimal, digits: number): Decimal {
  const missing = Math.max(0, digits - scale);
  return { units: units * 10n ** BigInt(missing), scale: scale + missing };
}

function listed(count: number, currencies: string): [string, number][] {
  return currencies.split(' ').map((currency) => [currency, count]);
}
