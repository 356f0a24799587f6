import { CostctlError, messageOf } from '../errors.ts';
import { type Block, decode, longestRecord, tooLong, withoutMark } from '../formats/text-blocks.ts';
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  newLine,
  openBrace,
  openBracket,
  quote,
} from '../json/bulk/bytes.ts';
import { isObject, type JsonValue } from '../json/number.ts';
import { parseJson, requireJson } from '../json/parse.ts';

/** Takes one row of a JSON file; `fault` if it could not be read. */
export type TakeJson = (line: number, value: JsonValue, fault?: string) => void;

export async function readNdjson(blocks: AsyncIterable<Block>, take: TakeJson): Promise<void> {
  for await (const { text, line: firstLine } of blocks) {
    let line = firstLine;
    for (const record of text.slice(0, -1).split('\n')) {
      if (record.trim() !== '') takeLine(line, record, take);
      line += 1;
    }
  }
}

function takeLine(line: number, record: string, take: TakeJson): void {
  let value: JsonValue;
  try {
    value = parseJson(record);
  } catch (cause) {
    take(line, null, `not JSON: ${withoutPlace(messageOf(cause))}`);
    return;
  }
  take(line, value, repeatedName(record, value));
}

/** JSON allows repeated names in an object, and the last one wins: that could hide an amount. */
function repeatedName(text: string, value: JsonValue): string | undefined {
  return countColons(text) === countMembers(value) ? undefined : 'a name appears twice in the row';
}

/** Outside strings each colon belongs to a member. */
function countColons(text: string): number {
  let count = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) inString = !inString;
    else if (inString && code === backslash) at += 1;
    else if (!inString && code === colon) count += 1;
  }
  return count;
}

function countMembers(value: JsonValue): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countMembers(item), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce<number>((sum, held) => sum + 1 + countMembers(held), 0);
}

/** Splits one array of rows into its elements as the bytes arrive; the whole is never in memory. */
export async function readJsonArray(chunks: AsyncIterable<Buffer>, take: TakeJson): Promise<void> {
  const cutter = new ArrayCutter(take);
  for await (const chunk of withoutMark(chunks)) cutter.push(chunk);
  cutter.end();
}

class ArrayCutter {
  readonly #take: TakeJson;
  #line = 1;
  /** 0 before the array, 1 between its elements, more inside an element. */
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isClosed = false;
  #count = 0;
  #afterComma = false;
  /** The element's bytes from earlier chunks, and the line on which it starts. */
  #parts: Buffer[] = [];
  #length = 0;
  #elementLine = 1;

  constructor(take: TakeJson) {
    this.#take = take;
  }

  push(chunk: Buffer): void {
    let start = this.#depth > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === newLine) this.#line += 1;
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#inString = false;
      } else if (byte <= 0x20) {
        // White space belongs to the element around it, and is trimmed there.
      } else if (this.#depth === 0) {
        this.#open(byte);
        start = at + 1;
      } else if (this.#depth === 1 && (byte === comma || byte === closeBracket)) {
        this.#cut(chunk.subarray(start, at), byte === closeBracket);
        start = at + 1;
      } else {
        if (this.#depth === 1 && this.#elementLine === 0) this.#elementLine = this.#line;
        this.#enter(byte);
      }
    }
    if (start >= 0 && !this.#isClosed) this.#keep(chunk.subarray(start));
  }

  end(): void {
    if (this.#isClosed) return;
    throw broken(this.#line, 'the JSON array is cut short');
  }

  #open(byte: number): void {
    if (this.#isClosed) throw broken(this.#line, 'there is text after the JSON array');
    if (byte !== openBracket) throw notAnArray(this.#line);
    this.#depth = 1;
    this.#elementLine = 0;
  }

  #enter(byte: number): void {
    if (byte === quote) this.#inString = true;
    else if (byte === openBrace || byte === openBracket) this.#depth += 1;
    else if (byte === closeBrace || byte === closeBracket) this.#depth -= 1;
    if (this.#depth === 0)
      throw broken(this.#line, 'there is a closing brace without an opening one');
  }

  #keep(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
    if (this.#length > longestRecord) throw tooLong(this.#elementLine || this.#line);
  }

  #cut(last: Buffer, isLast: boolean): void {
    this.#keep(last);
    const line = this.#elementLine === 0 ? this.#line : this.#elementLine;
    const text = decode(Buffer.concat(this.#parts), line).trim();
    this.#parts = [];
    this.#length = 0;
    this.#elementLine = 0;
    this.#isClosed = isLast;
    if (isLast) this.#depth = 0;
    const isEmptyArray = isLast && !this.#afterComma && this.#count === 0 && text === '';
    this.#afterComma = !isLast;
    if (isEmptyArray) return;
    this.#count += 1;
    // With invalid JSON it is unclear where the next row starts, so the whole file is refused.
    const value = requireJson(text, (words) => broken(line, `not JSON: ${withoutPlace(words)}`));
    this.#take(line, value, repeatedName(text, value));
  }
}

/** A position within a row would look like one in the file. */
function withoutPlace(words: string): string {
  return words.replace(/ at line \d+, column \d+$/, '');
}

function broken(line: number, words: string): CostctlError {
  return new CostctlError('invalid_data', `line ${line}: ${words}`);
}

function notAnArray(line: number): CostctlError {
  return new CostctlError('invalid_data', `line ${line}: a JSON array of rows is expected`, {
    hint: 'for one object per line give --format ndjson',
  });
}
