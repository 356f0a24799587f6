import { within } from '../grouping.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import type { CellTexts } from '../json/bulk/cell-text.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import {
  type Converted,
  constantOf,
  converterOf,
  isCopied,
  nothing,
  textOfCell,
} from './convert-value.ts';
import type { FocusMap, MappedColumn } from './map.ts';
import { joinPieces, noPiece, type Piece, pieceOf } from './pieces.ts';
import { testOf } from './translate.ts';
import type { FocusType } from './version.ts';

/** A column of the service that columns of FOCUS are made from. */
export interface ServiceColumn {
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
export interface Step {
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

/** What each row is made of: the bytes that it begins with, then a step after the other. */
export function planSteps(map: FocusMap, texts: CellTexts, separator: Piece) {
  /** The columns of the service that are read. */
  const columns = new Map<string, ServiceColumn>();
  let start = noPiece;
  const steps: Step[] = [];

  function render(converted: Converted, column: string): Piece {
    const { fault } = converted;
    const faults = fault === undefined ? [] : [{ column, fault }];
    return pieceOf(textOfCell(converted, texts), 'utf8', faults);
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
    const common = { isWanted, after: noPiece };
    if (source.kind === 'value' || constant !== undefined) {
      const piece = render(constant ?? nothing, column.name);
      return { from: undefined, piece, slot: 0, copies: undefined, ...common };
    }
    const from = serviceColumn(source.column);
    const convert = converterOf(mapped);
    from.makers.push((text) => render(convert(text), column.name));
    const copies = isCopied(mapped) ? column.type : undefined;
    return { from, piece: noPiece, slot: from.makers.length - 1, copies, ...common };
  }

  function serviceColumn(name: string): ServiceColumn {
    return within(columns, name, () => ({
      reader: new CellReader(name),
      makers: [],
      known: new Map(),
      last: undefined,
      place: -1,
      at: -1,
      found: undefined,
    }));
  }

  for (const [place, mapped] of map.columns.entries()) {
    const step = stepOf(mapped);
    const last = steps.at(-1);
    if (place > 0 && joinSteps(last, step)) continue;
    if (place > 0) addBytes(separator);
    if (step.from === undefined && step.isWanted === undefined) addBytes(step.piece);
    else steps.push(step);
  }
  addBytes(pieceOf('\n'));
  return { start, steps, columns: [...columns.values()] };
}

/** Whether a step makes its cells in every row, and never copies them. */
function isPlain({ from, copies, isWanted }: Step): boolean {
  return from !== undefined && copies === undefined && isWanted === undefined;
}
