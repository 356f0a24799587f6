import { compareDecimals, type Decimal, parseDecimal } from '../json/decimal.ts';
import type { ExactNumber } from '../json/number.ts';
import type { Schema } from './schema.ts';

const integerBounds: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

/** Compares digits, so that a number beyond the precision of a double is compared exactly. */
export function checkNumber(schema: Schema, value: number | ExactNumber): string[] {
  const number = decimalOf(value);
  if (number === undefined) return ['has more digits than can be checked'];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const messages: string[] = [];
  if (minimum !== undefined && compare(number, minimum) < 0)
    messages.push(`must be at least ${minimum}`);
  if (maximum !== undefined && compare(number, maximum) > 0)
    messages.push(`must be at most ${maximum}`);
  if (exclusiveMinimum !== undefined && compare(number, exclusiveMinimum) <= 0) {
    messages.push(`must be more than ${exclusiveMinimum}`);
  }
  if (exclusiveMaximum !== undefined && compare(number, exclusiveMaximum) >= 0) {
    messages.push(`must be less than ${exclusiveMaximum}`);
  }
  if (multipleOf !== undefined && multipleOf > 0 && !isMultiple(number, multipleOf)) {
    messages.push(`must be a multiple of ${multipleOf}`);
  }
  const bounds = integerBounds[schema.format ?? ''];
  if (bounds !== undefined && isWhole(number) && !isWithin(number, bounds)) {
    messages.push(`must be from ${bounds[0]} to ${bounds[1]}`);
  }
  return messages;
}

export function isInteger(value: number | ExactNumber): boolean {
  const number = decimalOf(value);
  return number !== undefined && isWhole(number);
}

function decimalOf(value: number | ExactNumber): Decimal | undefined {
  return parseDecimal(typeof value === 'number' ? String(value) : value.text);
}

function compare(number: Decimal, bound: number): number {
  const other = parseDecimal(String(bound));
  return other === undefined ? 0 : compareDecimals(number, other);
}

function isWhole({ units, scale }: Decimal): boolean {
  return units % 10n ** BigInt(scale) === 0n;
}

function isWithin(
  { units, scale }: Decimal,
  [lowest, highest]: readonly [bigint, bigint],
): boolean {
  const whole = units / 10n ** BigInt(scale);
  return whole >= lowest && whole <= highest;
}

function isMultiple(number: Decimal, of: number): boolean {
  const step = parseDecimal(String(of));
  if (step === undefined || step.units === 0n) return true;
  const scale = Math.max(number.scale, step.scale);
  const at = ({ units, scale: own }: Decimal) => units * 10n ** BigInt(scale - own);
  return at(number) % at(step) === 0n;
}
