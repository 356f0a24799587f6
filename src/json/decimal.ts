/** An exact decimal: `units` divided by ten to the power of `scale`. The scale is never negative. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

export const zero: Decimal = { units: 0n, scale: 0 };

/** A limit, since an exponent such as 1e999999999 would fill the memory with digits. */
const mostDigits = 10_000;
const form = /^([+-]?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Reads an optional sign, digits, an optional fraction and an optional exponent; nothing else. */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > mostDigits) return undefined;
  const parts = form.exec(text);
  if (parts === null) return undefined;
  const [, whole = '', fraction = '', exponentText = '0'] = parts;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) + text.length > mostDigits) return undefined;
  const units = BigInt(whole + fraction);
  const scale = fraction.length - exponent;
  return scale >= 0 ? { units, scale } : { units: units * powerOfTen(-scale), scale: 0 };
}

/** Plain notation, with the decimal places of the scale: `-0.50`. */
export function formatDecimal({ units, scale }: Decimal): string {
  if (scale === 0) return units.toString();
  const digits = magnitude(units)
    .toString()
    .padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

export function sumDecimals(amounts: Iterable<Decimal>): Decimal {
  let sum = zero;
  for (const amount of amounts) sum = addDecimals(sum, amount);
  return sum;
}

export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  return addDecimals(a, { units: -b.units, scale: b.scale });
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = Math.max(a.scale, b.scale);
  const left = unitsAt(a, scale);
  const right = unitsAt(b, scale);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** `5`, `5.0` and `5.00` are equal; other texts are equal only if they are the same. */
export function isSameNumber(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [parseDecimal(one), parseDecimal(other)];
  return left !== undefined && right !== undefined && compareDecimals(left, right) === 0;
}

/** The quotient with `digits` places, half to even. Throws RangeError if `b` is zero. */
export function divideDecimals(a: Decimal, b: Decimal, digits: number): Decimal {
  const shift = digits + b.scale - a.scale;
  const top = shift >= 0 ? a.units * powerOfTen(shift) : a.units;
  const bottom = shift >= 0 ? b.units : b.units * powerOfTen(-shift);
  return { units: divideHalfToEven(top, bottom), scale: digits };
}

/** Rounds to at most `digits` places, half to even; a decimal with fewer is returned unchanged. */
export function roundDecimal(a: Decimal, digits: number): Decimal {
  if (a.scale <= digits) return a;
  return { units: divideHalfToEven(a.units, powerOfTen(a.scale - digits)), scale: digits };
}

export function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return wanted === scale ? units : units * powerOfTen(wanted - scale);
}

export function divideHalfToEven(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom;
  const rest = top % bottom;
  if (rest === 0n) return quotient;
  const twice = 2n * magnitude(rest);
  const whole = magnitude(bottom);
  if (twice < whole || (twice === whole && quotient % 2n === 0n)) return quotient;
  return top < 0n === bottom < 0n ? quotient + 1n : quotient - 1n;
}

export function magnitude(units: bigint): bigint {
  return units < 0n ? -units : units;
}

function powerOfTen(exponent: number): bigint {
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent);
}

const powersOfTen = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));

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
 * An amount for people: thousands separators, the currency's own decimals, rounded half to even. An amount below
 * the smallest unit is shown as `<0.01`, so that it never looks like zero. Other text is returned unchanged.
 * Digits are cut as text: with the functions above, a table of 20,000 rows would take a twelfth longer.
 */
export function formatMoney(text: string, currency?: string | null): string {
  const parts = text.length > mostDigits ? null : (plain.exec(text) ?? plain.exec(plainOf(text)));
  if (parts === null) return text;
  const [, minus = '', whole = '', fraction = ''] = parts;
  const digits = placesOf(currency);
  const kept = whole + fraction.slice(0, digits).padEnd(digits, '0');
  const cut = fraction.slice(digits);
  const point = (units: string) =>
    digits === 0 ? units : `${units.slice(0, -digits)}.${units.slice(-digits)}`;
  if (isZero(kept)) {
    if (!isZero(cut)) return `${minus}<${point('1'.padStart(digits + 1, '0'))}`;
    return point(kept);
  }
  return groupDigits(
    minus +
      point(roundsUp(cut, kept) ? String(BigInt(kept) + 1n).padStart(kept.length, '0') : kept),
  );
}

/** An amount without an exponent; leading zeros are passed over. */
const plain = /^(?:\+|(-))?0*(\d+)(?:\.(\d+))?$/;

function plainOf(text: string): string {
  const amount = parseDecimal(text);
  return amount === undefined ? '' : formatDecimal(amount);
}

function isZero(digits: string): boolean {
  return !/[1-9]/.test(digits);
}

/** Whether to round up, half to even, given the digits that are cut off and those that are kept. */
function roundsUp(cut: string, kept: string): boolean {
  const first = Number(cut[0] ?? 0);
  if (first !== 5 || !isZero(cut.slice(1))) return first >= 5;
  return Number(kept.at(-1)) % 2 === 1;
}

/** Never rounded to or across the limit: digits are cut just below it; just above, `>` says that it is more. */
export function formatJudged(text: string, currency: string | null | undefined, by: string) {
  const limit = parseDecimal(by);
  const amount = limit === undefined ? undefined : parseDecimal(text);
  if (amount === undefined || limit === undefined) return formatMoney(text, currency);
  const digits = placesOf(currency);
  const side = compareDecimals(amount, limit);
  if (side === 0) return formatLimit(text, currency);
  const rounded = roundDecimal(amount, digits);
  if (compareDecimals(rounded, limit) === side) return formatMoney(text, currency);
  const unit: Decimal = { units: 1n, scale: digits };
  const isAbove = compareDecimals(rounded, amount) > 0;
  const shown = isAbove ? subtractDecimals(rounded, unit) : rounded;
  // Less than the smallest unit is never shown as zero, nor as a whole unit.
  if (side < 0 && (shown.units === 0n || rounded.units === 0n)) return formatMoney(text, currency);
  const cut = formatMoney(formatDecimal(shown), currency);
  return side > 0 ? `>${cut}` : cut;
}

/** Whether an amount has no more decimals than its currency. */
export function isWholeMoney(text: string, currency: string | null | undefined): boolean {
  const amount = parseDecimal(text);
  if (amount === undefined) return false;
  return compareDecimals(roundDecimal(amount, placesOf(currency)), amount) === 0;
}

/** A limit is never rounded: an amount may be closer to it than the smallest unit of its currency. */
export function formatLimit(text: string, currency: string | null | undefined): string {
  return isWholeMoney(text, currency) ? formatMoney(text, currency) : groupDigits(text);
}

/** A percentage for people: more than two decimals only say that it is past a limit, as `>100.00` or `<0.01`. */
export function formatPercent(text: string): string {
  const [, sign, shown] = /^(-?)(\d+\.\d\d)\d+$/.exec(text) ?? [];
  if (shown === undefined) return groupDigits(text);
  if (shown === '0.00') return `${sign}<0.01`;
  return `${sign === '-' ? '<-' : '>'}${groupDigits(shown)}`;
}

/** A number for people as a change: an increase has a plus, as a decrease has a minus. */
export function withPlus(text: string): string {
  return text.replace(/^(>?)(?=<?[\d,.]*[1-9])/, '$1+');
}

/** Adds thousands separators to a plain decimal, with all its digits. Other text is returned unchanged. */
export function groupDigits(text: string): string {
  const [, sign, whole, rest] = /^([+-]?)(\d+)((?:\.\d+)?)$/.exec(text) ?? [];
  if (sign === undefined || whole === undefined || whole.length < 4) return text;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`;
}

export function padPlaces(a: Decimal, digits: number): Decimal {
  const scale = Math.max(a.scale, digits);
  return { units: unitsAt(a, scale), scale };
}

function listed(count: number, currencies: string): [string, number][] {
  return currencies.split(' ').map((currency) => [currency, count]);
}
