import { hasComma, isText } from '../json/bulk/bits.ts';
import { ByteOutput } from '../json/bulk/byte-output.ts';
import { type CellForm, createCellTexts } from '../json/bulk/cell-text.ts';
import { createCellWriters, isUsual } from '../json/bulk/cells.ts';
import { isSame } from '../json/bulk/growing-bytes.ts';
import { cellWidth, type RowPage } from '../json/bulk/rows.ts';
import type { Shape } from '../json/bulk/shapes.ts';
import { isRarelySure } from '../json/bulk/simd/row-memory.ts';
import { canCopy, createMissing, type Missing } from './convert-value.ts';
import { planSteps, type ServiceColumn, type Step } from './focus-steps.ts';
import { createLinesInMemory } from './lines-in-memory.ts';
import type { FocusMap } from './map.ts';
import { noPiece, type Piece, pieceOf } from './pieces.ts';
import type { OnFault } from './translate.ts';

/** Writes FOCUS rows as a table of text, straight from the bytes of the service's rows. */
export interface FocusTable extends Missing {
  readonly header: () => Buffer;
  /** The lines of a page's rows. The bytes are overwritten by the next call. */
  readonly write: (page: RowPage) => Buffer;
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
  const { start, steps, columns } = planSteps(map, texts, pieceOf(writers.separator));

  /** The pieces of a cell. To compare its bytes is cheaper than to make a text of them. */
  function piecesOf(from: ServiceColumn, page: RowPage, row: number): readonly Piece[] {
    if (from.found !== undefined) return from.found;
    const guess = from.last?.next;
    const start = page.cells[from.at] ?? 0;
    const end = page.cells[from.at + 1] ?? 0;
    const isGuessed =
      from.at >= 0 &&
      guess?.raw.length === end - start &&
      isSame(guess.raw.view, 0, page.view, start, end);
    const cell = isGuessed ? guess : knownCell(from, page, row, start, end);
    if (from.last !== undefined) from.last.next = cell;
    from.last = cell;
    from.found = cell.pieces;
    return cell.pieces;
  }

  function knownCell(from: ServiceColumn, page: RowPage, row: number, start: number, end: number) {
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
    const piece = piecesOf(from, page, row)[slot] ?? noPiece;
    for (const { column, fault } of piece.faults) {
      onFault(column, from.reader.read(page, row) ?? '', fault, row);
    }
    write(piece);
  }

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
        for (const column of columns) {
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
