import { hasEscape, isLoose, isNested, isNumber, isText } from '../../json/bulk/bits.ts';
import { ByteOutput } from '../../json/bulk/byte-output.ts';
import { lowerE, newLine, space, upperE } from '../../json/bulk/bytes.ts';
import { cellWidth, type RowPage, readRow } from '../../json/bulk/rows.ts';
import { ShapeKeys } from '../../json/bulk/shape-keys.ts';
import type { Shape } from '../../json/bulk/shapes.ts';
import { parseJson } from '../../json/parse.ts';
import { isPlain, isReserved, writeItem, writeKey, writeMember } from './write-yaml.ts';

/** Writes rows as items of a list: the same bytes as `writeYaml`, most of them copied from the page. */
export class YamlRowWriter {
  readonly #output = new ByteOutput();
  /** Each key as written before its value. */
  readonly #keys = new ShapeKeys((key, place) => `${place === 0 ? '- ' : '\n  '}${writeKey(key)}`);

  /** The next call overwrites the bytes. */
  write(page: RowPage): Buffer {
    for (let row = 0; row < page.count; row += 1) {
      const shape = page.shapeOf[row];
      if (shape?.keepsOrder === true && shape.size > 0) this.#writeMembers(page, row, shape);
      else this.#output.text(writeItem(readRow(page, row)));
    }
    return this.#output.take();
  }

  #writeMembers(page: RowPage, row: number, shape: Shape): void {
    const { body, cells } = page;
    const output = this.#output;
    const first = page.firstCell[row] ?? 0;
    for (const [cell, key] of this.#keys.of(shape).entries()) {
      const at = (first + cell) * cellWidth;
      const start = cells[at] ?? 0;
      const end = cells[at + 1] ?? 0;
      output.reserve(key.byteLength + end - start + 2);
      output.copy(key, 0, key.byteLength);
      const quotes = quotesOf(body, start, end, cells[at + 2] ?? 0);
      if (quotes === undefined) {
        output.text(writeMember(parseJson(body.toString('utf8', start, end))));
      } else {
        output.push(space);
        output.copy(page.view, start + quotes, end - quotes);
      }
    }
    output.reserve(1);
    output.push(newLine);
  }
}

/** Bytes at each end of a value that YAML does not need; undefined if YAML has another form of it. */
function quotesOf(body: Buffer, start: number, end: number, bits: number): 0 | 1 | undefined {
  if ((bits & (isNested | isLoose)) !== 0) return undefined;
  if ((bits & isNumber) !== 0) return hasExponent(body, start, end) ? undefined : 0;
  if ((bits & isText) === 0) return 0;
  let isOpen = true;
  let isSure = (bits & hasEscape) === 0 && kinds[body[start + 1] ?? 0] === begins;
  for (let at = start + 1; at < end - 1; at += 1) {
    const kind = kinds[body[at] ?? 0];
    if (kind === unknown) return undefined;
    if (kind === quoted || (kind === joins && isOpen)) isSure = false;
    isOpen = kind === joins;
  }
  if (!isSure || isOpen) return 0;
  const isShort = end - start - 2 <= longestReserved;
  return isShort && isReserved(body.toString('latin1', start + 1, end - 1)) ? 0 : 1;
}

const longestReserved = 5;

function hasExponent(body: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (body[at] === lowerE || body[at] === upperE) return true;
  }
  return false;
}

/** What a byte of a text without quotes can be: its first, a later one, or one between two of those. */
const [unknown, quoted, joins, follows, begins] = [0, 1, 2, 3, 4];

const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (byte >= 0x7f) return unknown;
  if (isPlain(character)) return begins;
  if (isPlain(`a${character}`)) return follows;
  return isPlain(`a${character}a`) ? joins : quoted;
});
