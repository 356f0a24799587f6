import { isLoose, isNested, isNull, isWord } from './bulk/bits.ts';
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  lowerF,
  lowerN,
  lowerT,
  openBrace,
  openBracket,
  quote,
} from './bulk/bytes.ts';
import { deepest } from './bulk/scan.ts';
import { createRootShape, growShape, type Shape } from './bulk/shapes.ts';
import { TokenScanner } from './tokens.ts';

/**
 * If there are more shapes, they are dropped before the next body, and until then nested objects add no more:
 * keys that never repeat are not shapes.
 */
const mostShapes = 20_000;
/** Rejects a hostile body before it fills the memory. */
const mostRowShapes = 250_000;

/** Skips over strict JSON in the bytes of a body, value by value. Throws SyntaxError. */
export class ValueScanner extends TokenScanner {
  /** Where the value of the last key starts. */
  afterKey = 0;
  rowRoot: Shape = createRootShape();
  /** Keys that an object of any body had more than once: a row, or an object inside one. */
  readonly repeated = new Set<string>();
  #nestedRoot: Shape = createRootShape();
  #shapes = 0;

  override open(bytes: Buffer): void {
    super.open(bytes);
    if (this.#shapes <= mostShapes) return;
    this.#shapes = 0;
    this.rowRoot = createRootShape();
    this.#nestedRoot = createRootShape();
  }

  /** Skips the value at `at`, inside `depth` levels, and returns its end. */
  passValue(at: number, depth: number): number {
    const byte = this.bytes[at];
    if (byte === quote) return this.passString(at);
    if (byte === openBrace || byte === openBracket) return this.#passNested(at, depth + 1);
    if (byte === lowerN) return this.passWord(at, nullWord, isNull);
    if (byte === lowerT) return this.passWord(at, trueWord, isWord);
    if (byte === lowerF) return this.passWord(at, falseWord, isWord);
    return this.passNumber(at);
  }

  /** Follows the key at `at` from `shape`, and sets `afterKey` to the start of its value. */
  takeKey(shape: Shape, at: number): Shape {
    const likely = shape.likely;
    if (likely !== undefined && this.#isAt(likely, at)) {
      this.afterKey = this.passSpace(at + likely.lead.length);
      return likely;
    }
    if (this.bytes[at] !== quote) throw this.unexpected(at);
    const end = this.passString(at);
    this.afterKey = this.passColon(end);
    const child = this.#childOf(shape, at, end);
    shape.likely = child;
    return child;
  }

  /** Skips the colon after a key and the white space around it. */
  passColon(from: number): number {
    const at = this.passSpace(from);
    if (this.bytes[at] !== colon) throw this.unexpected(at);
    return this.passSpace(at + 1);
  }

  #passKey(at: number): void {
    if (this.bytes[at] !== quote) throw this.unexpected(at);
    this.afterKey = this.passColon(this.passString(at));
  }

  #childOf(shape: Shape, at: number, end: number): Shape {
    const raw = this.bytes.toString('latin1', at, end);
    const known = shape.children.get(raw);
    if (known !== undefined) return known;
    this.#shapes += 1;
    if (this.#shapes > mostRowShapes) {
      throw new SyntaxError(`the keys of the rows differ in more than ${mostRowShapes} ways`);
    }
    const child = growShape(shape, raw);
    if (shape.keepsOrder && !child.keepsOrder) this.repeated.add(child.key);
    return child;
  }

  #isAt({ lead }: Shape, from: number): boolean {
    for (let at = 0; at < lead.length; at += 1) {
      if (this.bytes[from + at] !== lead[at]) return false;
    }
    return true;
  }

  #passNested(from: number, depth: number): number {
    if (depth > deepest) {
      throw new SyntaxError(`nested deeper than ${deepest} levels at byte ${from}`);
    }
    const outerSpace = this.sawSpace;
    this.sawSpace = false;
    const isObject = this.bytes[from] === openBrace;
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
    if (this.bytes[at] !== closeBrace) {
      for (;;) {
        if (this.#shapes > mostShapes) {
          this.#passKey(at);
          loose = isLoose;
        } else shape = this.takeKey(shape, at);
        at = this.passValue(this.afterKey, depth);
        loose |= this.found & isLoose;
        at = this.passSpace(at);
        if (this.bytes[at] === closeBrace) break;
        if (this.bytes[at] !== comma) throw this.unexpected(at);
        at = this.passSpace(at + 1);
      }
    }
    this.found = shape.isCanonical ? loose : isLoose;
    return at + 1;
  }

  #passItems(from: number, depth: number): number {
    let at = this.passSpace(from + 1);
    let loose = 0;
    if (this.bytes[at] !== closeBracket) {
      for (;;) {
        at = this.passSpace(this.passValue(at, depth));
        loose |= this.found & isLoose;
        if (this.bytes[at] === closeBracket) break;
        if (this.bytes[at] !== comma) throw this.unexpected(at);
        at = this.passSpace(at + 1);
      }
    }
    this.found = loose;
    return at + 1;
  }
}

const nullWord = Buffer.from('null');
const trueWord = Buffer.from('true');
const falseWord = Buffer.from('false');
