import { usageError } from '../errors.ts';
import { isLoose, isText } from '../json/bulk/bits.ts';
import { ByteOutput } from '../json/bulk/byte-output.ts';
import {
  closeBrace,
  closeBracket,
  comma,
  openBrace,
  openBracket,
  quote,
} from '../json/bulk/bytes.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import { cellWidth, type RowPage, RowScanner, rowWidth } from '../json/bulk/rows.ts';
import { keysOf, type Shape } from '../json/bulk/shapes.ts';
import type { Condition } from '../rows/where-language.ts';
import {
  type Convert,
  type Converted,
  canCopy,
  constantOf,
  converterOf,
  createMissing,
  isCopied,
  type Missing,
  nothing,
} from './convert-value.ts';
import type { FocusMap, MappedColumn } from './map.ts';
import type { FocusType } from './version.ts';

/** Called for each value that FOCUS does not allow; `row` counts from 0 in its page. */
export type OnFault = (column: string, value: string, fault: string, row: number) => void;

/** Turns pages of the service's rows into pages of FOCUS rows, which any encoder can write. */
export interface Translator extends Missing {
  /** The page is valid until the next call. */
  readonly translate: (page: RowPage) => RowPage;
}

/** Writes the cell of one row and returns its bits. */
type WriteCell = (page: RowPage, row: number) => number;

/**
 * The cells are copied from the bytes of the service wherever that is possible, and their places are
 * noted as the scanner of rows would find them: nothing is scanned twice. `keep` adds the service's
 * own columns, each with `x_` before its name.
 */
export function createTranslator(map: FocusMap, keep: boolean, onFault: OnFault): Translator {
  const output = new ByteOutput();
  const missing = createMissing(map);
  const plan = map.columns.map((mapped) => ({
    name: mapped.column.name,
    lead: leadOf(mapped.column.name),
    write: createWriter(mapped, output, onFault),
  }));
  const shapes = new Map<Shape, Target>();
  let cells = new Int32Array(0);
  let rows = new Int32Array(0);
  let firstCell = new Int32Array(0);
  let loose = new Int32Array(0);

  function targetOf(shape: Shape): Target {
    const known = shapes.get(shape);
    if (known !== undefined) return known;
    if (shapes.size >= mostShapes) shapes.clear();
    const own = keep ? keysOf(shape) : [];
    const kept = own.flatMap((key, cell) => {
      const name = `x_${key}`;
      const mapped = map.columns.find(({ column }) => column.name === name);
      if (mapped !== undefined) requireOwn(mapped, key);
      return mapped !== undefined ? [] : [{ name, lead: leadOf(name), write: keepCell(cell) }];
    });
    const members = [...plan, ...kept];
    const target = { shape: shapeOf(members.map(({ name }) => name)), members };
    shapes.set(shape, target);
    return target;
  }

  /** Copies a cell of the service as it is. */
  function keepCell(cell: number): WriteCell {
    return (page, row) => {
      const at = ((page.firstCell[row] ?? 0) + cell) * cellWidth;
      const [from = 0, to = 0, bits = 0] = [page.cells[at], page.cells[at + 1], page.cells[at + 2]];
      output.reserve(to - from);
      output.copy(page.view, from, to);
      return bits;
    };
  }

  return {
    missing: missing.missing,
    restore: missing.restore,
    translate: (page) => {
      const width = Math.max(0, ...page.shapes.map((shape) => targetOf(shape).members.length));
      if (cells.length < page.count * width * cellWidth) {
        cells = new Int32Array(page.count * width * cellWidth);
      }
      if (firstCell.length < page.count) {
        rows = new Int32Array(page.count * rowWidth);
        firstCell = new Int32Array(page.count);
        loose = new Int32Array(page.count);
      }
      const shapeOfRows: Shape[] = [];
      const used = new Set<Shape>();
      let cell = 0;
      output.reserve(1);
      output.push(openBracket);
      for (let row = 0; row < page.count; row += 1) {
        const source = page.shapeOf[row];
        if (source === undefined) continue;
        missing.look(page, row);
        const target = targetOf(source);
        shapeOfRows.push(target.shape);
        used.add(target.shape);
        output.reserve(2);
        if (row > 0) output.push(comma);
        rows[row * rowWidth] = output.length;
        firstCell[row] = cell;
        let bits = 0;
        let isFirst = true;
        for (const { lead, write } of target.members) {
          writeLead(output, lead, isFirst);
          isFirst = false;
          const start = output.length;
          const found = write(page, row);
          bits |= found;
          cells[cell * cellWidth] = start;
          cells[cell * cellWidth + 1] = output.length;
          cells[cell * cellWidth + 2] = found;
          cell += 1;
        }
        output.reserve(1);
        output.push(closeBrace);
        rows[row * rowWidth + 1] = output.length;
        loose[row] = (bits & isLoose) === 0 ? 0 : 1;
      }
      output.reserve(1);
      output.push(closeBracket);
      const body = output.take();
      return {
        body,
        view: new DataView(body.buffer, body.byteOffset, body.byteLength),
        count: page.count,
        members: {},
        shapes: [...used],
        shapeOf: shapeOfRows,
        rows,
        loose,
        firstCell,
        cells,
      };
    },
  };
}

/** A column of the map may have the name of a kept one only if it is made of that. */
function requireOwn({ column: { name }, source }: MappedColumn, key: string): void {
  if (source.kind !== 'value' && source.column === key) return;
  throw usageError(
    `--keep: the column '${key}' would be ${name}, which the map has for something else`,
    `give ${name} another name in the map`,
  );
}

interface Target {
  readonly shape: Shape;
  readonly members: readonly { readonly lead: Buffer; readonly write: WriteCell }[];
}

const mostShapes = 20_000;

/** The key as written in a row, from the brace or comma before it to its colon. */
function leadOf(name: string): Buffer {
  return Buffer.from(`,${JSON.stringify(name)}:`);
}

function writeLead(output: ByteOutput, lead: Buffer, isFirst: boolean): void {
  output.reserve(lead.length);
  output.buffer.set(lead, output.length);
  if (isFirst) output.buffer[output.length] = openBrace;
  output.length += lead.length;
}

function shapeOf(names: readonly string[]): Shape {
  const row = `{${names.map((name) => `${JSON.stringify(name)}:0`).join()}}`;
  const [shape] = new RowScanner().scan(Buffer.from(`{"data":[${row}]}`)).shapes;
  if (shape === undefined) throw new Error('a row has no shape');
  return shape;
}

function createWriter(mapped: MappedColumn, output: ByteOutput, onFault: OnFault): WriteCell {
  const { column, source, where } = mapped;
  const write = ({ json, bits }: Converted) => {
    output.reserve(json.length);
    output.buffer.set(json, output.length);
    output.length += json.length;
    return bits;
  };
  const isWanted = testOf(where) ?? (() => true);
  const constant = constantOf(mapped);
  if (constant !== undefined) return (page, row) => write(isWanted(page, row) ? constant : nothing);
  const reader = new CellReader(source.kind === 'value' ? '' : source.column);
  const other =
    source.kind === 'column' && source.or !== undefined ? new CellReader(source.or) : undefined;
  const convert: Convert = converterOf(mapped);
  const copies = isCopied(mapped);
  return (page, row) => {
    if (!isWanted(page, row)) return write(nothing);
    const at = copies ? reader.locate(page, row) : -1;
    if (at >= 0 && canCopy(page, at, column.type)) return copyCell(output, page, at, column.type);
    const own = reader.read(page, row) ?? '';
    const text = own.trim() === '' ? (other?.read(page, row) ?? own) : own;
    const converted = convert(text);
    if (converted.fault !== undefined) onFault(column.name, text, converted.fault, row);
    return write(converted);
  };
}

/** Copies a value as JSON, and returns its bits. */
function copyCell(output: ByteOutput, page: RowPage, at: number, type: FocusType): number {
  const [start = 0, end = 0, bits = 0] = [page.cells[at], page.cells[at + 1], page.cells[at + 2]];
  const isQuoted = type === 'String' && (bits & isText) === 0;
  output.reserve(end - start + 2);
  if (isQuoted) output.push(quote);
  output.copy(page.view, start, end);
  if (isQuoted) output.push(quote);
  return isQuoted ? isText : bits;
}

/** Whether a row meets all conditions; undefined: there are none. */
export function testOf(
  conditions: readonly Condition[],
): ((page: RowPage, row: number) => boolean) | undefined {
  if (conditions.length === 0) return undefined;
  const tests = conditions.map(({ column, matches }) => ({
    cells: new CellReader(column),
    matches,
  }));
  return (page, row) => tests.every(({ cells, matches }) => matches(cells.read(page, row)));
}
