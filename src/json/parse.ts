import { ifPossible, messageOf } from '../errors.ts';
import { deepest, isOrdinary } from './bulk/scan.ts';
import { keepOrder } from './members.ts';
import { ExactNumber, type JsonValue, losesDigits } from './number.ts';

/**
 * Strict JSON, with an `ExactNumber` for each number whose digits a double would change. Documents without
 * such numbers cost only one scan more than JSON.parse. Throws SyntaxError.
 */
export function parseJson(text: string): JsonValue {
  if (!isOrdinary(text)) return readExactly(text);
  try {
    return JSON.parse(text);
  } catch {
    // The error text of JSON.parse depends on the Node version and quotes the document, which may
    // contain secrets.
    return readExactly(text);
  }
}

/** Documents of one line each, read at once if `JSON.parse` preserves all of them. */
export function parseLines(text: string): JsonValue[] {
  const lines = text.trimEnd();
  if (lines === '') return [];
  // To search a text that was joined takes half as long again, so the text is searched as it came.
  if (!isOrdinary(text)) return lines.split('\n').map(parseJson);
  return JSON.parse(`[${lines.replaceAll('\n', ',')}]`);
}

/** JSON, or the error that `refuse` makes of what is wrong with it. */
export function requireJson(text: string, refuse: (words: string) => Error): JsonValue {
  try {
    return parseJson(text);
  } catch (cause) {
    throw refuse(messageOf(cause));
  }
}

/** For JSON that a person wrote: of a key given twice, one value would be lost. `words` say it of the text. */
export function requireUnique(text: string, refuse: (words: string) => Error): JsonValue {
  try {
    return readAll(new Reader(text, true));
  } catch (cause) {
    const message = messageOf(cause);
    throw refuse(cause instanceof RepeatedKey ? message : `is not JSON: ${message}`);
  }
}

/** Which key an object in a JSON text has twice, as `has the key "a" twice, at …`; undefined if none has. */
export function findRepeatedKey(text: string): string | undefined {
  try {
    readAll(new Reader(text, true));
  } catch (cause) {
    if (cause instanceof RepeatedKey) return cause.message;
  }
  return undefined;
}

class RepeatedKey extends SyntaxError {}

/** Undefined if the text is not JSON. */
export function tryJson(text: string): JsonValue | undefined {
  return ifPossible(() => parseJson(text));
}

/** Reads a JSON document value by value, with exact numbers. Throws SyntaxError with the position. */
export function readExactly(text: string): JsonValue {
  return readAll(new Reader(text, false));
}

function readAll(reader: Reader): JsonValue {
  const value = reader.readValue(0);
  reader.expectEnd();
  return value;
}

const whiteSpace = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Anything but quotes, backslashes and control characters (RFC 8259, section 7). */
const plainText = /[ !#-[\]-\uffff]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class Reader {
  readonly #text: string;
  readonly #isUnique: boolean;
  #at = 0;

  constructor(text: string, isUnique: boolean) {
    this.#text = text;
    this.#isUnique = isUnique;
  }

  readValue(depth: number): JsonValue {
    this.#skip(whiteSpace);
    switch (this.#text[this.#at]) {
      case '{':
        return this.#readObject(depth + 1);
      case '[':
        return this.#readArray(depth + 1);
      case '"':
        return this.#readString();
      case 't':
        return this.#readWord('true', true);
      case 'f':
        return this.#readWord('false', false);
      case 'n':
        return this.#readWord('null', null);
      default:
        return this.#readNumber();
    }
  }

  expectEnd(): void {
    this.#skip(whiteSpace);
    if (this.#at < this.#text.length) throw this.#unexpected();
  }

  #readObject(depth: number): JsonValue {
    this.#enter(depth);
    const object: Record<string, JsonValue> = {};
    const keys: string[] = [];
    if (this.#takes('}')) return object;
    do {
      this.#skip(whiteSpace);
      if (this.#text[this.#at] !== '"') throw this.#unexpected();
      const start = this.#at;
      const key = this.#readString();
      if (this.#isUnique && Object.hasOwn(object, key)) {
        const name = this.#text.slice(start, this.#at);
        throw new RepeatedKey(`has the key ${name} twice, at ${placeOf(this.#text, start)}`);
      }
      if (!this.#takes(':')) throw this.#unexpected();
      keys.push(key);
      setOwn(object, key, this.readValue(depth));
    } while (this.#takes(','));
    if (!this.#takes('}')) throw this.#unexpected();
    keepOrder(object, keys);
    return object;
  }

  #readArray(depth: number): JsonValue {
    this.#enter(depth);
    const array: JsonValue[] = [];
    if (this.#takes(']')) return array;
    do array.push(this.readValue(depth));
    while (this.#takes(','));
    if (!this.#takes(']')) throw this.#unexpected();
    return array;
  }

  #enter(depth: number): void {
    if (depth > deepest) {
      throw new SyntaxError(
        `nested deeper than ${deepest} levels at ${placeOf(this.#text, this.#at)}`,
      );
    }
    this.#at += 1;
  }

  #readString(): string {
    const start = this.#at;
    this.#at += 1;
    this.#skip(plainText);
    if (this.#text[this.#at] === '"') {
      this.#at += 1;
      return this.#text.slice(start + 1, this.#at - 1);
    }
    while (this.#text[this.#at] !== '"') {
      if (this.#skip(escapeSequence) === 0) throw this.#unexpected();
      this.#skip(plainText);
    }
    this.#at += 1;
    return JSON.parse(this.#text.slice(start, this.#at));
  }

  #readNumber(): JsonValue {
    const start = this.#at;
    if (this.#skip(number) === 0) throw this.#unexpected();
    const text = this.#text.slice(start, this.#at);
    return losesDigits(text) ? new ExactNumber(text) : Number(text);
  }

  #readWord<Value>(word: string, value: Value): Value {
    for (const letter of word) {
      if (this.#text[this.#at] !== letter) throw this.#unexpected();
      this.#at += 1;
    }
    return value;
  }

  #takes(mark: string): boolean {
    this.#skip(whiteSpace);
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  /** Skips what the sticky pattern matches here, and returns its length. */
  #skip(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    const start = this.#at;
    if (pattern.test(this.#text)) this.#at = pattern.lastIndex;
    return this.#at - start;
  }

  #unexpected(): SyntaxError {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) return new SyntaxError('the JSON ends too early');
    const found = code < 0x20 || code > 0x7e ? codeName(code) : `"${String.fromCodePoint(code)}"`;
    return new SyntaxError(`unexpected ${found} at ${placeOf(this.#text, this.#at)}`);
  }
}

/** A key named `__proto__` is an ordinary property, not the object's prototype. */
function setOwn(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') {
    object[key] = value;
    return;
  }
  Object.defineProperty(object, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function codeName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return `line ${line}, column ${at - before.lastIndexOf('\n')}`;
}
