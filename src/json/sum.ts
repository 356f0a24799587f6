import { zero as codeOfZero, minus, point } from './bulk/bytes.ts';
import { addDecimals, type Decimal, parseDecimal, zero } from './decimal.ts';

/** This many digits fit into a safe integer, with room to add up many of them. */
const limbDigits = 13;
const limbSize = 1e13;
const mostPending = 900;
const wordSize = 2 ** 32;
/** With one more sum of words, this is still a safe integer. */
const mostHigh = 2 ** 52;

export function createSum(): Sum {
  return new Sum();
}

/**
 * An exact running sum of decimals, fast enough for millions of them.
 * Numbers of up to thirteen digits before the point and twenty-six after it, which is what clouds send,
 * are added limb by limb in safe integers, aligned at the point: an ordinary row needs no BigInt.
 */
export class Sum {
  #whole = 0;
  #first = 0;
  #second = 0;
  #pending = 0;
  /** The most decimal places so far. */
  #places = 0;
  /** Carried out of the limbs, in units of their last digit. */
  #settled = 0n;
  /** Numbers that do not fit the limbs. */
  #others = zero;
  #high = 0;
  #low = 0;
  #wordScale = 0;
  #wordPlaces = 0;

  /** Returns whether the text was a decimal; other text changes nothing. */
  add(text: string): boolean {
    if (text.length > longestFast) return this.#addOther(text);
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) return this.#addOther(text);
      scratch[at] = code;
    }
    return this.addBytes(scratch, 0, text.length);
  }

  /** Like `add`, for the text in these bytes. */
  addBytes(bytes: Buffer, start: number, end: number): boolean {
    const isNegative = bytes[start] === minus;
    const from = isNegative ? start + 1 : start;
    let at = from;
    let whole = 0;
    for (; at < end; at += 1) {
      const digit = (bytes[at] ?? 0) - codeOfZero;
      if (digit < 0 || digit > 9) break;
      whole = whole * 10 + digit;
    }
    const isWhole = at > from && at - from <= limbDigits;
    if (!isWhole) return this.#addOther(bytes.toString('utf8', start, end));
    if (at === end) return this.#take(isNegative, whole, 0, 0, 0);
    const places = end - at - 1;
    const isFraction = bytes[at] === point && places > 0 && places <= 2 * limbDigits;
    if (!isFraction) return this.#addOther(bytes.toString('utf8', start, end));
    const middle = Math.min(end, at + 1 + limbDigits);
    const first = readLimb(bytes, at + 1, middle);
    const second = middle < end ? readLimb(bytes, middle, end) : 0;
    if (first < 0 || second < 0) return this.#addOther(bytes.toString('utf8', start, end));
    return this.#take(isNegative, whole, first, second, places);
  }

  /** Adds what was added up elsewhere. */
  addDecimal(decimal: Decimal): void {
    this.#others = this.#others === zero ? decimal : addDecimals(this.#others, decimal);
  }

  /**
   * Adds `high` times 2^32 plus `low`, in units of the last of `scale` decimal places; the numbers that it sums
   * up have at most `places`. Both are whole; `low` is from zero to 2^52, and `high` has up to 51 bits.
   */
  addWords(high: number, low: number, scale: number, places: number): void {
    if (scale !== this.#wordScale || Math.abs(this.#high) > mostHigh) this.#settleWords();
    this.#wordScale = scale;
    this.#wordPlaces = Math.max(places, this.#wordPlaces);
    const all = this.#low + low;
    const carried = Math.floor(all / wordSize);
    this.#low = all - carried * wordSize;
    this.#high += high + carried;
  }

  places(): number {
    return Math.max(this.#places, this.#wordPlaces, this.#others.scale);
  }

  total(): Decimal {
    this.#settle();
    this.#settleWords();
    if (this.#settled === 0n && this.#places === 0) return this.#others;
    const units = this.#settled / 10n ** BigInt(2 * limbDigits - this.#places);
    return addDecimals({ units, scale: this.#places }, this.#others);
  }

  #take(isNegative: boolean, whole: number, first: number, second: number, places: number): true {
    if (isNegative) {
      this.#whole -= whole;
      this.#first -= first;
      this.#second -= second;
    } else {
      this.#whole += whole;
      this.#first += first;
      this.#second += second;
    }
    if (places > this.#places) this.#places = places;
    this.#pending += 1;
    if (this.#pending === mostPending) this.#settle();
    return true;
  }

  #settle(): void {
    if (this.#pending === 0) return;
    const upper = BigInt(this.#whole) * limbUnits + BigInt(this.#first);
    this.#settled += upper * limbUnits + BigInt(this.#second);
    this.#whole = 0;
    this.#first = 0;
    this.#second = 0;
    this.#pending = 0;
  }

  #settleWords(): void {
    if (this.#wordScale === 0 && this.#high === 0 && this.#low === 0) return;
    const units = (BigInt(this.#high) << 32n) + BigInt(this.#low);
    const scale = this.#wordPlaces;
    const zeros = this.#wordScale - scale;
    this.addDecimal({ units: zeros === 0 ? units : units / 10n ** BigInt(zeros), scale });
    this.#high = 0;
    this.#low = 0;
    this.#wordPlaces = 0;
  }

  #addOther(text: string): boolean {
    const decimal = parseDecimal(text);
    if (decimal === undefined) return false;
    this.addDecimal(decimal);
    return true;
  }
}

/** A sign, a limb, the point, two limbs. */
const longestFast = 3 * limbDigits + 2;
/** A character is three bytes at most. */
const scratch = Buffer.alloc(longestFast);
const limbUnits = BigInt(limbSize);
const missingDigits = Array.from({ length: limbDigits + 1 }, (_, digits) => 10 ** digits);

/** Digits as one limb, padded with zeros at the end; negative if one is not a digit. */
function readLimb(bytes: Buffer, start: number, end: number): number {
  let limb = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - codeOfZero;
    if (digit < 0 || digit > 9) return -1;
    limb = limb * 10 + digit;
  }
  return limb * (missingDigits[limbDigits - (end - start)] ?? 1);
}
