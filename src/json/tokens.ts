import { hasComma, hasEscape, isLoose, isNumber, isText } from './bulk/bits.ts';
import {
  backslash,
  carriageReturn,
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
} from './bulk/bytes.ts';

/** Skips over the tokens of strict JSON in the bytes of a body. Throws SyntaxError. */
export class TokenScanner {
  /** The bits of the last skipped value. */
  found = 0;
  /** Set when white space is skipped. */
  sawSpace = false;
  protected bytes: Buffer = Buffer.alloc(0);

  open(bytes: Buffer): void {
    this.bytes = bytes;
  }

  passString(from: number): number {
    const bytes = this.bytes;
    let found = isText;
    let at = from + 1;
    for (;;) {
      // Past the end counts as a control character.
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

  passSpace(from: number): number {
    const bytes = this.bytes;
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

  protected passNumber(from: number): number {
    const bytes = this.bytes;
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
    const bytes = this.bytes;
    let at = from;
    for (;;) {
      const digit = (bytes[at] ?? 0) - zero;
      if (digit < 0 || digit > 9) break;
      at += 1;
    }
    if (at === from) throw this.unexpected(at);
    return at;
  }

  protected passWord(from: number, word: Uint8Array, kind: number): number {
    for (let at = 1; at < word.length; at += 1) {
      if (this.bytes[from + at] !== word[at]) throw this.unexpected(from + at);
    }
    this.found = kind;
    return from + word.length;
  }

  unexpected(at: number): SyntaxError {
    const byte = this.bytes[at];
    if (byte === undefined) return new SyntaxError('the JSON ends too early');
    const isVisible = byte > space && byte < 0x7f;
    const name = isVisible ? `"${String.fromCharCode(byte)}"` : `byte ${byte}`;
    return new SyntaxError(`unexpected ${name} at byte ${at}`);
  }

  #checkUnicodeEscape(from: number): void {
    if (this.bytes[from + 1] !== lowerU) throw this.unexpected(from + 1);
    for (let at = from + 2; at < from + 6; at += 1) {
      const letter = this.bytes[at] ?? 0;
      const isHex =
        (letter >= zero && letter <= nine) ||
        (letter >= upperA && letter <= upperF) ||
        (letter >= lowerA && letter <= lowerF);
      if (!isHex) throw this.unexpected(at);
    }
  }
}

/** Bytes that end the plain part of a string, as `hasEscape` does; all three are greater than `hasComma`. */
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
