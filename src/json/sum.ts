import { zero as codeOfZero, minus, point } from './bytes.ts';
import { addDecimals, type Decimal, parseDecimal, zero } from './decimal.ts';

/** A running sum of decimal texts, exact, for millions of them. */
export interface Sum {
  /** Says whether the text was a decimal; one that is not changes nothing. */
  add(text: string): boolean;
  total(): Decimal;
}

/** Fifteen digits, a sign and a point. */
const longestFast = 17;
const mostFastDigits = 15;
/** From here on one more number of fifteen digits could pass 2^53. */
const fullAt = 8e15;

/**
 * Texts of up to fifteen digits are added as safe integers, one accumulator for each number of
 * places, so that the common row costs no BigInt.
 */
export function createSum(): Sum {
  const pending = new Float64Array(mostFastDigits);
  let settled = zero;
  let mostPlaces = 0;

  function addFast(units: number, places: number): void {
    const sum = (pending[places] ?? 0) + units;
    pending[places] = sum;
    if (places > mostPlaces) mostPlaces = places;
    if (sum >= fullAt || sum <= -fullAt) settle(places);
  }

  function settle(places: number): void {
    settled = addDecimals(settled, { units: BigInt(pending[places] ?? 0), scale: places });
    pending[places] = 0;
  }

  return {
    add(text) {
      let units = 0;
      let digits = 0;
      let pointAt = -1;
      const start = text.charCodeAt(0) === minus ? 1 : 0;
      for (let at = start; at < text.length && at < longestFast; at += 1) {
        const digit = text.charCodeAt(at) - codeOfZero;
        if (digit >= 0 && digit <= 9) {
          units = units * 10 + digit;
          digits += 1;
        } else if (digit === pointFromZero && pointAt < 0 && digits > 0) pointAt = at;
        else return addSlow(text);
      }
      const places = pointAt < 0 ? 0 : text.length - pointAt - 1;
      const isWhole = digits > 0 && (pointAt < 0 || places > 0);
      if (!isWhole || digits > mostFastDigits || text.length > longestFast) return addSlow(text);
      addFast(start === 1 ? -units : units, places);
      return true;
    },
    total() {
      for (let places = 0; places <= mostPlaces; places += 1) settle(places);
      return settled;
    },
  };

  function addSlow(text: string): boolean {
    const decimal = parseDecimal(text);
    if (decimal === undefined) return false;
    settled = addDecimals(settled, decimal);
    return true;
  }
}

const pointFromZero = point - codeOfZero;
