import { hasComma, hasEscape, isNested, isNumber, isText, isWord } from '../../json/bulk/bits.ts';
import { backslash, comma, minus, point, quote, space, zero } from '../../json/bulk/bytes.ts';
import { formatDecimal } from '../../json/decimal.ts';
import { dayOf } from '../days.ts';
import { Bytes } from './bytes.ts';
import type { ParquetType } from './types.ts';
import { longDigits } from './values.ts';
import type { Spelling } from './weigh.ts';

/** What a column's cells are in JSON. */
export type JsonForm = 'text' | 'number' | 'boolean' | 'nested';

export interface EntryForm {
  readonly type: ParquetType;
  readonly json: JsonForm;
  readonly spelling: Spelling | undefined;
}

/**
 * The values of a part of a column, each as the JSON text that a row has for it. A value of a
 * dictionary is made into text once, however many rows have it.
 */
export class Entries {
  readonly bytes = new Bytes(1 << 12);
  ends = new Int32Array(256);
  /** What a scanner finds in each of them (`bits.ts`). */
  bits = new Uint8Array(256);
  count = 0;
  readonly #form: EntryForm;
  /** Places to write; undefined: as few as the value needs. */
  readonly #places: number | undefined;

  constructor(form: EntryForm) {
    this.#form = form;
    const { spelling } = form;
    this.#places = spelling === undefined || spelling.isShortest ? undefined : spelling.places;
  }

  startOf(entry: number): number {
    return entry === 0 ? 0 : (this.ends[entry - 1] ?? 0);
  }

  /** Adds `count` values that are stored one after the other from `at` on; answers where they end. */
  addStored(page: Buffer, at: number, count: number): number {
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    const { type } = this.#form;
    let next = at;
    for (let done = 0; done < count; done += 1) {
      switch (type.kind) {
        case 'text': {
          const length = view.getUint32(next, true);
          this.#addText(page, view, next + 4, next + 4 + length);
          next += 4 + length;
          break;
        }
        case 'day':
          this.#addWord(`"${dayOf(view.getInt32(next, true) * 86_400_000)}"`, isText);
          next += 4;
          break;
        case 'double':
          this.#addNumberText(String(view.getFloat64(next, true)));
          next += 8;
          break;
        case 'integer':
          this.#addUnits(view, next, 0);
          next += 8;
          break;
        case 'decimal':
          next += this.#addDecimal(view, next, type.precision, type.scale);
          break;
        case 'boolean':
          throw new Error('it is damaged: a truth value has no dictionary');
      }
    }
    return next;
  }

  addBoolean(value: boolean): void {
    this.#addWord(String(value), isWord);
  }

  #end(bits: number): void {
    if (this.count === this.ends.length) {
      const ends = new Int32Array(this.count * 2);
      ends.set(this.ends);
      this.ends = ends;
      const larger = new Uint8Array(this.count * 2);
      larger.set(this.bits);
      this.bits = larger;
    }
    this.ends[this.count] = this.bytes.length;
    this.bits[this.count] = bits;
    this.count += 1;
  }

  #addWord(text: string, bits: number): void {
    this.bytes.append(Buffer.from(text, 'latin1'));
    this.#end(bits);
  }

  #addText(page: Buffer, view: DataView, start: number, end: number): void {
    const { json } = this.#form;
    if (json !== 'text') {
      this.bytes.copy(view, start, end);
      this.#end(bitsOf[json]);
      return;
    }
    let bits = isText;
    for (let at = start; at < end; at += 1) {
      const byte = page[at] ?? 0;
      if (byte === comma) bits |= hasComma;
      else if (byte === quote || byte === backslash || byte < space) {
        this.#addEscaped(page.toString('utf8', start, end));
        return;
      }
    }
    this.bytes.byte(quote);
    this.bytes.copy(view, start, end);
    this.bytes.byte(quote);
    this.#end(bits);
  }

  #addEscaped(text: string): void {
    this.bytes.append(Buffer.from(JSON.stringify(text)));
    this.#end(isText | hasEscape | (text.includes(',') ? hasComma : 0));
  }

  #addNumberText(text: string): void {
    if (this.#form.json === 'text') this.#addWord(`"${text}"`, isText);
    else this.#addWord(text, isNumber);
  }

  #addDecimal(view: DataView, at: number, precision: number, scale: number): number {
    if (precision <= longDigits) {
      this.#addUnits(view, at, scale);
      return 8;
    }
    const units = (view.getBigInt64(at, false) << 64n) | view.getBigUint64(at + 8, false);
    this.#addExact(units, scale);
    return 16;
  }

  #addExact(units: bigint, scale: number): void {
    const text = formatDecimal({ units, scale });
    if (scale === 0) this.#addNumberText(text);
    else if (this.#places === undefined) this.#addNumberText(text.replace(/\.?0+$/, ''));
    else {
      const whole = text.slice(0, text.length - scale + this.#places);
      this.#addNumberText(this.#places === 0 ? whole.slice(0, -1) : whole);
    }
  }

  #addUnits(view: DataView, at: number, scale: number): void {
    const high = view.getInt32(at + 4, true);
    if (high >= largestHigh || high < -largestHigh) {
      this.#addExact(view.getBigInt64(at, true), scale);
      return;
    }
    const units = high * wordSize + view.getUint32(at, true);
    const isQuoted = this.#form.json === 'text';
    const { bytes } = this;
    bytes.reserve(longestNumber);
    if (isQuoted) bytes.byte(quote);
    if (units < 0) bytes.byte(minus);
    // The digits from the last one on, into a place of their own first.
    let rest = Math.abs(units);
    let count = 0;
    while (rest >= smallLimit) {
      const next = Math.floor(rest / 10);
      digits[count] = zero + (rest - next * 10);
      rest = next;
      count += 1;
    }
    for (let small = rest | 0; small > 0 || count <= scale; small = (small / 10) | 0) {
      digits[count] = zero + (small % 10);
      count += 1;
    }
    let skip = this.#places === undefined ? 0 : Math.max(0, scale - this.#places);
    if (this.#places === undefined) while (skip < scale && digits[skip] === zero) skip += 1;
    const { buffer } = bytes;
    let { length } = bytes;
    for (let place = count - 1; place >= skip; place -= 1) {
      if (place === scale - 1) {
        buffer[length] = point;
        length += 1;
      }
      buffer[length] = digits[place] ?? zero;
      length += 1;
    }
    bytes.length = length;
    if (isQuoted) bytes.byte(quote);
    this.#end(isQuoted ? isText : isNumber);
  }
}

const bitsOf = { number: isNumber, boolean: isWord, nested: isNested } as const;
const wordSize = 2 ** 32;
/** Below 2^53 a double holds every number. */
const largestHigh = 2 ** 21;
const smallLimit = 2 ** 31;
const longestNumber = 64;
const digits = new Uint8Array(longestNumber);
