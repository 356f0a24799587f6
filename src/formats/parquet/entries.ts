import { dayOf } from '../../days.ts';
import { hasComma, hasEscape, isNested, isNumber, isText, isWord } from '../../json/bulk/bits.ts';
import { backslash, comma, minus, point, quote, space, zero } from '../../json/bulk/bytes.ts';
import { Bytes, grow } from '../../json/bulk/growing-bytes.ts';
import type { Spelled, Spelling } from './levels.ts';
import { isNestedText } from './measure-values.ts';
import { tooShort } from './stored-values.ts';
import { longDigits, type ParquetType } from './types.ts';
import { readWide, wideWidth } from './wide.ts';
import { widthOf } from './write-entry.ts';

/** What a column's cells are in JSON; `mixed`: texts, and objects or arrays. */
export type JsonForm = 'text' | 'number' | 'boolean' | 'nested' | 'mixed';

export interface EntryForm {
  readonly type: ParquetType;
  readonly json: JsonForm;
  readonly spelling: Spelling;
}

/** Each as the JSON text that a row has. A value of a dictionary becomes text once for all its rows. */
export class Entries {
  readonly bytes = new Bytes(1 << 12);
  ends = new Int32Array(256);
  /** What a scanner finds in each value (`bits.ts`). */
  bits = new Uint8Array(256);
  count = 0;
  readonly #form: EntryForm;
  /** How each number is written; undefined: they all have the same places. */
  readonly #spelled: Spelled | undefined;
  readonly #samePlaces: number;

  constructor(form: EntryForm, spelled?: Spelled) {
    this.#form = form;
    this.#spelled = spelled;
    this.#samePlaces = typeof form.spelling === 'number' ? form.spelling : shortest;
  }

  /** Places of the next number; `shortest`: as few as its value needs. */
  get #places(): number {
    return this.#spelled?.places[this.count] ?? this.#samePlaces;
  }

  readonly startOf = (entry: number): number => (entry === 0 ? 0 : (this.ends[entry - 1] ?? 0));

  /** `count` values, one after the other from `at` on. Unused ones stay empty. */
  addStored(page: Buffer, at: number, count: number, used?: Uint8Array): void {
    const { type } = this.#form;
    if (type.kind === 'boolean') {
      this.#addFlags(page, at, count);
      return;
    }
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    let next = at;
    const width = widthOf(type);
    for (let done = 0; done < count; done += 1) {
      if (used?.[done] === 0) {
        next += width ?? 4 + view.getUint32(next, true);
        this.#end(0);
        continue;
      }
      const odd = this.#spelled?.odd.get(this.count);
      if (odd !== undefined && width !== undefined) {
        this.#addNumberText(odd.toString('latin1'));
        next += width;
        continue;
      }
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
      }
    }
    if (next > page.length) throw tooShort();
  }

  /** The text of a value, as `CellReader` reads it in a row. */
  textOf(value: number): string {
    const [start, end, own] = [this.startOf(value), this.ends[value] ?? 0, this.bits[value] ?? 0];
    const { buffer } = this.bytes;
    if ((own & isNested) !== 0) return buffer.toString('utf8', start, end);
    if ((own & hasEscape) !== 0) return JSON.parse(buffer.toString('utf8', start, end));
    const quotes = (own & isText) === 0 ? 0 : 1;
    return buffer.toString('utf8', start + quotes, end - quotes);
  }

  #addFlags(page: Buffer, start: number, count: number): void {
    if (start + count / 8 > page.length) throw tooShort();
    for (let at = 0; at < count; at += 1) {
      const isTrue = (((page[start + (at >> 3)] ?? 0) >> (at & 7)) & 1) === 1;
      this.#addWord(String(isTrue), isWord);
    }
  }

  #end(bits: number): void {
    if (this.count === this.ends.length) {
      this.ends = grow(this.ends);
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
    const json = this.#form.json === 'mixed' ? this.#formOf(page, start, end) : this.#form.json;
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

  /** Texts and objects are stored as texts. Files of earlier versions do not mark texts that look like objects. */
  #formOf(page: Buffer, start: number, end: number): 'text' | 'nested' {
    const { spelling } = this.#form;
    const isMarked = typeof spelling === 'object' && spelling.marksTexts && this.#places === 1;
    return !isMarked && isNestedText(page, start, end) ? 'nested' : 'text';
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
    const count = readWide(view, at, digits, scale + 1);
    this.#addDigits(count < 0, Math.abs(count), scale);
    return wideWidth;
  }

  #addUnits(view: DataView, at: number, scale: number): void {
    const high = view.getInt32(at + 4, true);
    if (high >= largestHigh || high < -largestHigh) {
      const units = view.getBigInt64(at, true);
      const text = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
      for (let place = 0; place < text.length; place += 1) {
        digits[place] = text.charCodeAt(text.length - 1 - place);
      }
      this.#addDigits(units < 0n, text.length, scale);
      return;
    }
    const units = high * wordSize + view.getUint32(at, true);
    // The digits go into `digits` first, from the last one on.
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
    this.#addDigits(units < 0, count, scale);
  }

  /** The digits are in `digits`, from the last one on. */
  #addDigits(isNegative: boolean, count: number, scale: number): void {
    const places = this.#places;
    const isQuoted = this.#form.json === 'text';
    let skip = places === shortest ? 0 : Math.max(0, scale - places);
    if (places === shortest) while (skip < scale && digits[skip] === zero) skip += 1;
    const { bytes } = this;
    bytes.reserve(longestNumber);
    if (isQuoted) bytes.byte(quote);
    if (isNegative) bytes.byte(minus);
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

const shortest = -1;
const bitsOf = { number: isNumber, boolean: isWord, nested: isNested } as const;
const wordSize = 2 ** 32;
/** Below 2^53 a double represents every integer. */
const largestHigh = 2 ** 21;
const smallLimit = 2 ** 31;
const longestNumber = 64;
const digits = new Uint8Array(longestNumber);
