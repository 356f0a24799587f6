import {
  backslash,
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  lowerA,
  lowerB,
  lowerE,
  lowerF,
  lowerN,
  lowerR,
  lowerT,
  lowerU,
  minus,
  newLine,
  nine,
  openBrace,
  openBracket,
  plus,
  point,
  quote,
  slash,
  space,
  tab,
  upperA,
  upperE,
  upperF,
  zero,
} from './bytes.ts';
import { deepest } from './scan.ts';
import { createRootShape, growShape, type Shape } from './shapes.ts';

/** What a value is, and what a writer must know of it, as bits of one number. */
export const isNull = 1;
export const isWord = 2;
export const isNumber = 4;
export const isText = 8;
export const isNested = 16;
/** A text with a comma in it. */
export const hasComma = 32;
/** A text with a backslash in it. */
export const hasEscape = 64;
/** Not the bytes that JSON.stringify would write: spaces, other escapes, keys that move. */
export const isLoose = 128;

/** More shapes than this are forgotten at the next body: keys that never repeat are no shapes. */
const mostShapes = 20_000;

/** Passes over strict JSON in a body's bytes, value by value. Throws SyntaxError. */
export class ValueScanner {
  /** The bits of the value passed last. */
  found = 0;
  /** Set where white space was passed. */
  sawSpace = false;
  /** Where the value of the key taken last begins. */
  afterKey = 0;
  rowRoot: Shape = createRootShape();
  #nestedRoot: Shape = createRootShape();
  #shapes = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  #sawComma = false;

  open(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.#shapes <= mostShapes) return;
    this.#shapes = 0;
    this.rowRoot = createRootShape();
    this.#nestedRoot = createRootShape();
  }

  /** Passes the value that begins at `at`, inside `depth` levels, and answers where it ends. */
  passValue(at: number, depth: number): number {
    const byte = this.#bytes[at];
    if (byte === quote) return this.passString(at);
    if (byte === openBrace || byte === openBracket) return this.#passNested(at, depth + 1);
    if (byte === lowerN) return this.#passWord(at, nullWord, isNull);
    if (byte === lowerT) return this.#passWord(at, trueWord, isWord);
    if (byte === lowerF) return this.#passWord(at, falseWord, isWord);
    return this.#passNumber(at);
  }

  passString(from: number): number {
    const bytes = this.#bytes;
    let found = isText;
    let at = this.#passPlain(from + 1);
    if (this.#sawComma) found |= hasComma;
    for (;;) {
      // Past the end there is nothing, which counts as a control character here.
      const kind = stringBytes[bytes[at] ?? 0] ?? control;
      if (kind <= hasComma) {
        found |= kind;
        at += 1;
      } else if (kind === closing) {
        this.found = found;
        return at + 1;
      } else if (kind === hasEscape) {
        found |= hasEscape;
        const letter = bytes[at + 1] ?? 0;
        if (plainEscapes.includes(letter)) at += 2;
        else if (letter === slash) {
          found |= isLoose;
          at += 2;
        } else {
          this.#checkUnicodeEscape(at);
          found |= isLoose;
          at += 6;
        }
      } else throw this.unexpected(at);
    }
  }

  /** Passes four bytes at a time as long as none of them ends the plain run of a string. */
  #passPlain(from: number): number {
    const view = this.#view;
    const last = view.byteLength - 4;
    let commas = 0;
    let at = from;
    while (at <= last) {
      const word = view.getInt32(at, true);
      const quotes = word ^ 0x22222222;
      const backslashes = word ^ 0x5c5c5c5c;
      const stops =
        ((word - 0x20202020) & ~word) |
        ((quotes - 0x01010101) & ~quotes) |
        ((backslashes - 0x01010101) & ~backslashes);
      if ((stops & highBits) !== 0) break;
      const comma = word ^ 0x2c2c2c2c;
      commas |= (comma - 0x01010101) & ~comma;
      at += 4;
    }
    this.#sawComma = (commas & highBits) !== 0;
    return at;
  }

  passSpace(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    let byte = bytes[at] ?? 0;
    if (byte > space) return at;
    while (byte === space || byte === newLine || byte === carriageReturn || byte === tab) {
      at += 1;
      byte = bytes[at] ?? 0;
    }
    if (at > from) this.sawSpace = true;
    return at;
  }

  /** Takes the key at `at` from `shape` on, and leaves in `afterKey` where its value begins. */
  takeKey(shape: Shape, at: number): Shape {
    const likely = shape.likely;
    if (likely !== undefined && this.#isAt(likely, at)) {
      this.afterKey = this.passSpace(at + likely.lead.length);
      return likely;
    }
    if (this.#bytes[at] !== quote) throw this.unexpected(at);
    const end = this.passString(at);
    this.afterKey = this.passColon(end);
    const child = this.#childOf(shape, at, end);
    shape.likely = child;
    return child;
  }

  /** Passes the colon after a key and the space about it. */
  passColon(from: number): number {
    const at = this.passSpace(from);
    if (this.#bytes[at] !== colon) throw this.unexpected(at);
    return this.passSpace(at + 1);
  }

  #childOf(shape: Shape, at: number, end: number): Shape {
    const raw = this.#bytes.toString('latin1', at, end);
    const known = shape.children.get(raw);
    if (known !== undefined) return known;
    this.#shapes += 1;
    return growShape(shape, raw);
  }

  unexpected(at: number): SyntaxError {
    const byte = this.#bytes[at];
    if (byte === undefined) return new SyntaxError('the JSON ends too early');
    const isVisible = byte > space && byte < 0x7f;
    const name = isVisible ? `"${String.fromCharCode(byte)}"` : `byte ${byte}`;
    return new SyntaxError(`unexpected ${name} at byte ${at}`);
  }

  /** Compares four bytes at a time, of which the last four may overlap those before. */
  #isAt({ lead, words }: Shape, from: number): boolean {
    const view = this.#view;
    const lastWord = from + lead.length - 4;
    if (lastWord + 4 > view.byteLength || lead.length < 4) return false;
    let word = 0;
    for (let at = from; at < lastWord; at += 4) {
      if (view.getInt32(at, true) !== words[word]) return false;
      word += 1;
    }
    return view.getInt32(lastWord, true) === words[word];
  }

  #passNested(from: number, depth: number): number {
    if (depth > deepest) {
      throw new SyntaxError(`nested deeper than ${deepest} levels at byte ${from}`);
    }
    const outerSpace = this.sawSpace;
    this.sawSpace = false;
    const isObject = this.#bytes[from] === openBrace;
    const end = isObject ? this.#passMembers(from, depth) : this.#passItems(from, depth);
    if (this.sawSpace) this.found |= isLoose;
    this.found = isNested | (this.found & isLoose);
    this.sawSpace ||= outerSpace;
    return end;
  }

  #passMembers(from: number, depth: number): number {
    let at = this.passSpace(from + 1);
    let shape = this.#nestedRoot;
    let loose = 0;
    if (this.#bytes[at] !== closeBrace) {
      for (;;) {
        shape = this.takeKey(shape, at);
        at = this.passValue(this.afterKey, depth);
        loose |= this.found & isLoose;
        at = this.passSpace(at);
        if (this.#bytes[at] === closeBrace) break;
        if (this.#bytes[at] !== comma) throw this.unexpected(at);
        at = this.passSpace(at + 1);
      }
    }
    this.found = shape.isCanonical ? loose : isLoose;
    return at + 1;
  }

  #passItems(from: number, depth: number): number {
    let at = this.passSpace(from + 1);
    let loose = 0;
    if (this.#bytes[at] !== closeBracket) {
      for (;;) {
        at = this.passSpace(this.passValue(at, depth));
        loose |= this.found & isLoose;
        if (this.#bytes[at] === closeBracket) break;
        if (this.#bytes[at] !== comma) throw this.unexpected(at);
        at = this.passSpace(at + 1);
      }
    }
    this.found = loose;
    return at + 1;
  }

  #passNumber(from: number): number {
    const bytes = this.#bytes;
    let at = bytes[from] === minus ? from + 1 : from;
    at = bytes[at] === zero ? at + 1 : this.#passDigits(at);
    if (bytes[at] === point) at = this.#passDigits(at + 1);
    if (bytes[at] === lowerE || bytes[at] === upperE) {
      at += 1;
      if (bytes[at] === plus || bytes[at] === minus) at += 1;
      at = this.#passDigits(at);
    }
    this.found = isNumber;
    return at;
  }

  #passDigits(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    for (;;) {
      const digit = (bytes[at] ?? 0) - zero;
      if (digit < 0 || digit > 9) break;
      at += 1;
    }
    if (at === from) throw this.unexpected(at);
    return at;
  }

  #passWord(from: number, word: Uint8Array, kind: number): number {
    for (let at = 1; at < word.length; at += 1) {
      if (this.#bytes[from + at] !== word[at]) throw this.unexpected(from + at);
    }
    this.found = kind;
    return from + word.length;
  }

  #checkUnicodeEscape(from: number): void {
    if (this.#bytes[from + 1] !== lowerU) throw this.unexpected(from + 1);
    for (let at = from + 2; at < from + 6; at += 1) {
      const letter = this.#bytes[at] ?? 0;
      const isHex =
        (letter >= zero && letter <= nine) ||
        (letter >= upperA && letter <= upperF) ||
        (letter >= lowerA && letter <= lowerF);
      if (!isHex) throw this.unexpected(at);
    }
  }
}

const highBits = 0x80808080 | 0;

/** Above `hasComma`, as the bytes that end the plain run of a string. */
const closing = 100;
const control = 101;

const stringBytes = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < space) return control;
  if (byte === quote) return closing;
  if (byte === backslash) return hasEscape;
  return byte === comma ? hasComma : 0;
});

/** The escapes that JSON.stringify writes too. */
const plainEscapes = [quote, backslash, lowerB, lowerF, lowerN, lowerR, lowerT];
const nullWord = Buffer.from('null');
const trueWord = Buffer.from('true');
const falseWord = Buffer.from('false');
