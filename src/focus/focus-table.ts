import { hasComma, isText } from '../json/bulk/bits.ts';
import { ByteOutput } from '../json/bulk/byte-output.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import { type CellForm, createCellTexts } from '../json/bulk/cell-text.ts';
import { createCellWriters, isUsual } from '../json/bulk/cells.ts';
import { cellWidth, type RowPage } from '../json/bulk/rows.ts';
import type { Shape } from '../json/bulk/shapes.ts';
import { isRarelySure } from '../json/bulk/simd/row-memory.ts';
import {
  type Converted,
  canCopy,
  constantOf,
  converterOf,
  createMissing,
  isCopied,
  type Missing,
  nothing,
  textOfCell,
} from './convert-value.ts';
import { createLinesInMemory } from './lines-in-memory.ts';
import type { FocusMap, MappedColumn } from './map.ts';
import { isSame, joinPieces, noPiece, type Piece, pieceOf } from './pieces.ts';
import { type OnFault, testOf } from './translate.ts';
import type { FocusType } from './version.ts';

/** Writes FOCUS rows as a table of text, straight from the bytes of the service's rows. */
export interface FocusTable extends Missing {
  readonly header: () => Buffer;
  /** The lines of a page's rows. The bytes are overwritten by the next call. */
  readonly write: (page: RowPage) => Buffer;
}

/** A column of the service that columns of FOCUS are made from. */
interface ServiceColumn {
  readonly reader: CellReader;
  readonly makers: ((text: string | undefined) => Piece)[];
  /** The cells that came before, by their texts; a number differs from a text of the same digits. */
  readonly known: Map<string | undefined, KnownCell>;
  /** The cell of the row before. */
  last: KnownCell | undefined;
  /** Where the cell is in rows of this shape, from their first one on; negative: they have none. */
  place: number;
  /** Where the cell of the row is; -1: it has none. */
  at: number;
  found: readonly Piece[] | undefined;
}

/** A cell that came before, and what each of the makers made of it. */
interface KnownCell {
  /** As written in the rows. */
  readonly raw: Piece;
  readonly pieces: readonly Piece[];
  /** The cell that followed this one last time: cells often follow each other in the same order again. */
  next: KnownCell | undefined;
}

/** One cell or a few that are made from a cell of the service, and what follows them in every row. */
interface Step {
  /** Undefined for bytes that are the same in every row that has them. */
  readonly from: ServiceColumn | undefined;
  /** The bytes, if `from` is undefined. */
  readonly piece: Piece;
  /** Which maker of the service column makes the cells. */
  readonly slot: number;
  /** The type of the column, if its values are copied. */
  readonly copies: FocusType | undefined;
  readonly isWanted: ((page: RowPage, row: number) => boolean) | undefined;
  after: Piece;
}

const mostRemembered = 10_000;

export function createFocusTable(map: FocusMap, form: CellForm, onFault: OnFault): FocusTable {
  const output = new ByteOutput();
  const writers = createCellWriters(form);
  const copiesBytes = isUsual(form);
  const texts = createCellTexts(form);
  const missing = createMissing(map);
  const openLines =
    copiesBytes && form.format === 'csv' ? createLinesInMemory(map, texts) : undefined;
  const columns = new Map<string, ServiceColumn>();
  const empty = pieceOf('');
  /** What each row begins with. */
  let start = empty;
  const steps: Step[] = [];
  const separator = pieceOf(writers.separator);

  function render(converted: Converted, column: string): Piece {
    const { fault } = converted;
    const faults = fault === undefined ? [] : [{ column, fault }];
    return pieceOf(textOfCell(converted, texts), 'utf8', faults);
  }

  function addSteps(): void {
    for (const [place, mapped] of map.columns.entries()) {
      const step = stepOf(mapped);
      const last = steps.at(-1);
      if (place > 0 && joinSteps(last, step)) continue;
      if (place > 0) addBytes(separator);
      if (step.from === undefined && step.isWanted === undefined) addBytes(step.piece);
      else steps.push(step);
    }
    addBytes(pieceOf('\n'));
  }

  /** Bytes that follow a cell are written with it, and remembered with it if it is made in every row. */
  function addBytes(piece: Piece): void {
    const last = steps.at(-1);
    if (last === undefined) start = joinPieces(start, piece);
    else if (isPlain(last)) changeMaker(last, (cell) => joinPieces(cell, piece));
    else last.after = joinPieces(last.after, piece);
  }

  /** Two cells made from the same one, such as two moments of a day, are remembered together. */
  function joinSteps(last: Step | undefined, step: Step): boolean {
    if (last === undefined || last.from !== step.from || !isPlain(last) || !isPlain(step)) {
      return false;
    }
    const make = step.from?.makers.pop();
    if (make !== undefined) {
      changeMaker(last, (cell, text) => joinPieces(joinPieces(cell, separator), make(text)));
    }
    return true;
  }

  function changeMaker(
    { from, slot }: Step,
    change: (cell: Piece, text: string | undefined) => Piece,
  ): void {
    const make = from?.makers[slot];
    if (from !== undefined && make !== undefined) {
      from.makers[slot] = (text) => change(make(text), text);
    }
  }

  function stepOf(mapped: MappedColumn): Step {
    const { source, column } = mapped;
    const isWanted = testOf(mapped.where);
    const constant = constantOf(mapped);
    const common = { isWanted, after: empty };
    if (source.kind === 'value' || constant !== undefined) {
      const piece = render(constant ?? nothing, column.name);
      return { from: undefined, piece, slot: 0, copies: undefined, ...common };
    }
    const from = serviceColumn(source.column);
    const convert = converterOf(mapped);
    from.makers.push((text) => render(convert(text), column.name));
    const copies = isCopied(mapped) ? column.type : undefined;
    return { from, piece: empty, slot: from.makers.length - 1, copies, ...common };
  }

  function serviceColumn(name: string): ServiceColumn {
    const known = columns.get(name);
    if (known !== undefined) return known;
    const created: ServiceColumn = {
      reader: new CellReader(name),
      makers: [],
      known: new Map(),
      last: undefined,
      place: -1,
      at: -1,
      found: undefined,
    };
    columns.set(name, created);
    return created;
  }

  /** The pieces of a cell. To compare its bytes is cheaper than to make a text of them. */
  function piecesOf(from: ServiceColumn, page: RowPage, row: number): readonly Piece[] {
    if (from.found !== undefined) return from.found;
    const guess = from.last?.next;
    const start = page.cells[from.at] ?? 0;
    const end = page.cells[from.at + 1] ?? 0;
    const isGuessed =
      guess !== undefined && from.at >= 0 && isSame(guess.raw, page.view, start, end);
    const cell = isGuessed ? guess : knownCell(from, page, row, start, end);
    if (from.last !== undefined) from.last.next = cell;
    from.last = cell;
    from.found = cell.pieces;
    return cell.pieces;
  }

  function knownCell(
    from: ServiceColumn,
    page: RowPage,
    row: number,
    start: number,
    end: number,
  ): KnownCell {
    const text = from.reader.read(page, row) ?? undefined;
    const bits = from.at < 0 ? 0 : (page.cells[from.at + 2] ?? 0);
    const key = text === undefined || (bits & isText) === 0 ? text : `"${text}`;
    const known = from.known.get(key);
    if (known !== undefined) return known;
    // A value inside an object is not found by the bytes of a cell.
    const raw = from.at < 0 ? noPiece : pieceOf(page.body.toString('latin1', start, end), 'latin1');
    const cell = { raw, pieces: from.makers.map((make) => make(text)), next: undefined };
    if (from.known.size >= mostRemembered) from.known.clear();
    from.known.set(key, cell);
    return cell;
  }

  function write({ view, length }: Piece): void {
    if (length === 0) return;
    output.reserve(length);
    output.copyPadded(view, 0, length);
  }

  function copyCell(page: RowPage, at: number): void {
    const { cells } = page;
    const start = cells[at] ?? 0;
    const end = cells[at + 1] ?? 0;
    const bits = cells[at + 2] ?? 0;
    if (!copiesBytes || (bits & hasComma) !== 0) {
      writers.writeCell(output, page, start, end, bits);
      return;
    }
    const quote = (bits & isText) === 0 ? 0 : 1;
    output.reserve(end - start);
    output.copy(page.view, start + quote, end - quote);
  }

  function writeCell({ from, copies, slot }: Step, page: RowPage, row: number): void {
    if (from === undefined) return;
    if (copies !== undefined && from.at >= 0 && canCopy(page, from.at, copies)) {
      copyCell(page, from.at);
      return;
    }
    const piece = piecesOf(from, page, row)[slot] ?? empty;
    for (const { column, fault } of piece.faults) {
      onFault(column, from.reader.read(page, row) ?? '', fault, row);
    }
    write(piece);
  }

  addSteps();
  const all = [...columns.values()];
  return {
    missing: missing.missing,
    restore: missing.restore,
    header: () => {
      const names = map.columns.map(({ column }) => texts.ofText(column.name));
      return Buffer.from(`${names.join(writers.separator)}\n`);
    },
    write: (page) => {
      for (let row = 0; row < page.count; row += 1) missing.look(page, row);
      let lines = openLines?.(page);
      let shape: Shape | undefined;
      for (let row = 0, unsure = 0; row < page.count; row += 1) {
        if (lines !== undefined) {
          const found = lines.write(row);
          output.append(found.lines);
          // If the memory had no room for more lines, it has now.
          if (found.next > row) {
            row = found.next - 1;
            continue;
          }
          lines.learn(row);
          unsure += 1;
          if (isRarelySure(unsure, row)) lines = undefined;
        }
        const first = (page.firstCell[row] ?? 0) * cellWidth;
        const isOther = page.shapeOf[row] !== shape;
        shape = page.shapeOf[row];
        for (const column of all) {
          if (isOther) column.place = column.reader.locate(page, row) - first;
          column.at = column.place < 0 ? -1 : first + column.place;
          column.found = undefined;
        }
        write(start);
        for (const step of steps) {
          if (step.isWanted === undefined || step.isWanted(page, row)) {
            if (step.from === undefined) write(step.piece);
            else writeCell(step, page, row);
          }
          write(step.after);
        }
      }
      return output.take();
    },
  };
}

/** Whether a step makes its cells in every row, and never copies them. */
function isPlain({ from, copies, isWanted }: Step): boolean {
  return from !== undefined && copies === undefined && isWanted === undefined;
}
