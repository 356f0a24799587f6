import { isText } from '../../json/bulk/bits.ts';
import { ByteOutput } from '../../json/bulk/byte-output.ts';
import { CellReader } from '../../json/bulk/cell-reader.ts';
import { type CellForm, createCellTexts } from '../../json/bulk/cell-text.ts';
import { createCellWriters } from '../../json/bulk/cells.ts';
import type { RowPage } from '../../json/bulk/rows.ts';
import {
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
import { type OnFault, testOf } from './translate.ts';
import type { FocusType } from './version.ts';

/** Writes FOCUS rows as csv or tsv, straight from the bytes of the service's rows. */
export interface FocusTable extends Missing {
  readonly header: () => Buffer;
  /** The lines of a page's rows. The bytes are overwritten by the next call. */
  readonly write: (page: RowPage) => Buffer;
}

/** Bytes that are written again and again; there is room after them for copies of whole words. */
interface Piece {
  readonly view: DataView;
  readonly length: number;
  /** Why the value cannot be one of FOCUS. */
  readonly faults: readonly Fault[];
}

interface Fault {
  readonly column: string;
  readonly fault: string;
}

/** A column of the service that columns of FOCUS are made from. */
interface ServiceColumn {
  readonly reader: CellReader;
  readonly makers: ((text: string | undefined) => Piece)[];
  /** By the text of a cell; a number differs from a text of the same digits. */
  readonly known: Map<string | undefined, KnownCell>;
  /** That of the row before. */
  last: KnownCell | undefined;
  /** Where the cell of the row is; -1: it has none. */
  at: number;
  found: readonly Piece[] | undefined;
  /** Whether the cell can be copied into a column of the type; undefined: not looked at. */
  asText: boolean | undefined;
  asDecimal: boolean | undefined;
}

/** A cell that came before, and what each of the makers made of it. */
interface KnownCell {
  /** As written in the rows. */
  readonly raw: Piece;
  readonly pieces: readonly Piece[];
  /** The cell that followed it the last time: rows come in an order of their own. */
  next: KnownCell | undefined;
}

/** One cell or a few; or bytes that are the same in every row. */
type Step =
  | { readonly kind: 'bytes'; readonly piece: Piece }
  | {
      readonly kind: 'constant';
      readonly piece: Piece;
      readonly isWanted: (page: RowPage, row: number) => boolean;
    }
  | CellStep;

interface CellStep {
  readonly kind: 'cell';
  readonly from: ServiceColumn;
  /** Which of the service column's makers. */
  readonly slot: number;
  /** The type of the column, if its values are copied. */
  readonly copies: FocusType | undefined;
  readonly isWanted: ((page: RowPage, row: number) => boolean) | undefined;
}

const mostRemembered = 10_000;

/** What a copy may read beyond the end. */
const slack = 8;

export function createFocusTable(map: FocusMap, form: CellForm, onFault: OnFault): FocusTable {
  const output = new ByteOutput();
  const writers = createCellWriters(form);
  const texts = createCellTexts(form);
  const missing = createMissing(map);
  const columns = new Map<string, ServiceColumn>();
  const empty = pieceOf('');
  const steps: Step[] = [];
  const separator = pieceOf(writers.separator);

  function render({ text, isNumber, fault }: Converted, column: string): Piece {
    const cell = text === null ? '' : isNumber ? texts.ofNumber(text) : texts.ofText(text);
    return pieceOf(cell, 'utf8', fault === undefined ? [] : [{ column, fault }]);
  }

  function addSteps(): void {
    for (const [place, mapped] of map.columns.entries()) {
      const step = stepOf(mapped);
      const last = steps.at(-1);
      if (place > 0 && joinSteps(last, step)) continue;
      if (place > 0) addBytes(separator);
      if (step.kind === 'bytes') addBytes(step.piece);
      else steps.push(step);
    }
    addBytes(pieceOf('\n'));
  }

  /** Bytes that follow each other are written at once. */
  function addBytes(piece: Piece): void {
    const last = steps.at(-1);
    if (last?.kind !== 'bytes') steps.push({ kind: 'bytes', piece });
    else steps[steps.length - 1] = { kind: 'bytes', piece: joinPieces(last.piece, piece) };
  }

  /** Two cells made from the same one, such as two moments of a day, are remembered together. */
  function joinSteps(last: Step | undefined, step: Step): boolean {
    if (last?.kind !== 'cell' || step.kind !== 'cell' || last.from !== step.from) return false;
    const isPlain = ({ copies, isWanted }: CellStep) =>
      copies === undefined && isWanted === undefined;
    const { makers } = last.from;
    const [first, second] = [makers[last.slot], makers[step.slot]];
    if (!isPlain(last) || !isPlain(step) || first === undefined || second === undefined) {
      return false;
    }
    makers.pop();
    makers[last.slot] = (text) => joinPieces(joinPieces(first(text), separator), second(text));
    return true;
  }

  function stepOf(mapped: MappedColumn): Step {
    const { source, column } = mapped;
    const isWanted = testOf(mapped.where);
    const constant = constantOf(mapped);
    if (source.kind === 'value' || constant !== undefined) {
      const piece = render(constant ?? nothing, column.name);
      return isWanted === undefined
        ? { kind: 'bytes', piece }
        : { kind: 'constant', piece, isWanted };
    }
    const from = serviceColumn(source.column);
    const convert = converterOf(mapped);
    from.makers.push((text) => render(convert(text), column.name));
    const copies = isCopied(mapped) ? column.type : undefined;
    return { kind: 'cell', from, slot: from.makers.length - 1, copies, isWanted };
  }

  function serviceColumn(name: string): ServiceColumn {
    const known = columns.get(name);
    if (known !== undefined) return known;
    const created: ServiceColumn = {
      reader: new CellReader(name),
      makers: [],
      known: new Map(),
      last: undefined,
      at: -1,
      found: undefined,
      asText: undefined,
      asDecimal: undefined,
    };
    columns.set(name, created);
    return created;
  }

  /** Comparing bytes is cheaper than making a text of them. */
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
    output.reserve(length);
    output.copy(view, 0, length);
  }

  function isCopy(from: ServiceColumn, page: RowPage, type: FocusType): boolean {
    if (from.at < 0) return false;
    if (type === 'Decimal') {
      from.asDecimal ??= canCopy(page, from.at, type);
      return from.asDecimal;
    }
    from.asText ??= canCopy(page, from.at, type);
    return from.asText;
  }

  function writeCell(step: CellStep, page: RowPage, row: number): void {
    const { from, copies } = step;
    if (copies !== undefined && isCopy(from, page, copies)) {
      const { cells } = page;
      const { at } = from;
      writers.writeCell(output, page, cells[at] ?? 0, cells[at + 1] ?? 0, cells[at + 2] ?? 0);
      return;
    }
    const piece = piecesOf(from, page, row)[step.slot] ?? empty;
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
      for (let row = 0; row < page.count; row += 1) {
        for (const column of all) {
          column.at = column.reader.locate(page, row);
          column.found = undefined;
          column.asText = undefined;
          column.asDecimal = undefined;
        }
        missing.look(page, row);
        for (const step of steps) {
          if (step.kind === 'bytes') write(step.piece);
          else if (step.isWanted !== undefined && !step.isWanted(page, row)) continue;
          else if (step.kind === 'constant') write(step.piece);
          else writeCell(step, page, row);
        }
      }
      return output.take();
    },
  };
}

function pieceOf(
  text: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
  faults: readonly Fault[] = [],
): Piece {
  const length = Buffer.byteLength(text, encoding);
  const bytes = Buffer.alloc(length + slack);
  bytes.write(text, encoding);
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), length, faults };
}

/** No cell has so few bytes. */
const noPiece = pieceOf('');

/** Four bytes at a time; the last four may overlap those before. */
function isSame({ view, length }: Piece, other: DataView, start: number, end: number): boolean {
  if (length !== end - start) return false;
  if (length < 4) {
    for (let at = 0; at < length; at += 1) {
      if (view.getUint8(at) !== other.getUint8(start + at)) return false;
    }
    return true;
  }
  for (let at = 0; at < length - 4; at += 4) {
    if (view.getInt32(at, true) !== other.getInt32(start + at, true)) return false;
  }
  return view.getInt32(length - 4, true) === other.getInt32(end - 4, true);
}

function joinPieces(one: Piece, other: Piece): Piece {
  const bytes = [one, other].map(({ view, length }) =>
    Buffer.from(view.buffer, view.byteOffset, length),
  );
  return pieceOf(Buffer.concat(bytes).toString('latin1'), 'latin1', [
    ...one.faults,
    ...other.faults,
  ]);
}
