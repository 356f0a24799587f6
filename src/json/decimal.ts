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

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return wanted === scale ? units : units * powerOfTen(wanted - scale);
}

function divideHalfToEven(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom;
  const twice = 2n * magnitude(top % bottom);
  const whole = magnitude(bottom);
  if (twice < whole || (twice === whole && quotient % 2n === 0n)) return quotient;
  return top < 0n === bottom < 0n ? quotient + 1n : quotient - 1n;
}

function magnitude(units: bigint): bigint {
  return units < 0n ? -units : units;
}

function powerOfTen(exponent: number): bigint {
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent);
}

const powersOfTen = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));
