import type { Shape } from '../shapes.ts';
import type { KeyOfRow } from './row-hashes.ts';

/** What groups.as exports. */
export interface GroupExports {
  readonly clearGroups: (at: number, end: number, columns: number) => void;
  readonly setColumns: (at: number, key: number, columns: number) => void;
  readonly numberRows: (at: number, from: number, count: number, numbers: number) => number;
}

/** The code that asks for the numbers of rows. */
interface Owner {
  /** How many columns it looks at. */
  readonly width: number;
  /** For each column, the cell of rows of a shape, or -1 for none, and what its bytes mean. */
  readonly placesOf: (shape: Shape) => readonly number[] | undefined;
}

/** What the bytes of a cell mean: only whether its number is below zero. */
export const sign = -1;

interface Table {
  owner: Owner | undefined;
  readonly columnsAt: number;
  freeColumns: number;
  readonly at: number;
  readonly end: number;
}

const mostTables = 4;
const columnsLength = 1 << 16;
const tableLength = 1 << 22;
export const groupTablesLength = mostTables * tableLength;
/** In place of columns: the groups of such rows are not known. */
const unknown = 1;

/** Numbers the rows of a page in the memory of the module by the bytes of their cells in some columns. */
export class GroupTables {
  readonly #exports: GroupExports;
  readonly #buffer: ArrayBuffer;
  readonly #numbersAt: number;
  readonly #keyOf: (row: number) => KeyOfRow;
  /** The one that was used last comes last. */
  readonly #tables: Table[];

  constructor(
    exports: GroupExports,
    buffer: ArrayBuffer,
    { at: tablesAt, numbers }: { readonly at: number; readonly numbers: number },
    keyOf: (row: number) => KeyOfRow,
  ) {
    this.#exports = exports;
    this.#buffer = buffer;
    this.#numbersAt = numbers;
    this.#keyOf = keyOf;
    this.#tables = Array.from({ length: mostTables }, (_, table) => {
      const columnsAt = tablesAt + table * tableLength;
      const at = columnsAt + columnsLength;
      return {
        owner: undefined,
        columnsAt,
        freeColumns: columnsAt,
        at,
        end: columnsAt + tableLength,
      };
    });
  }

  /**
   * The number of each row, negative if it is not known; valid until the next call. `beginAgain`: numbers
   * start over, because the owner is new or others have used its table.
   */
  number(
    owner: Owner,
    count: number,
  ): { readonly numbers: Int32Array; readonly beginAgain: boolean } {
    const known = this.#tables.findIndex((table) => table.owner === owner);
    const [table] = this.#tables.splice(Math.max(0, known), 1);
    const numbers = new Int32Array(this.#buffer, this.#numbersAt, count);
    if (table === undefined) return { numbers: numbers.fill(-1), beginAgain: true };
    this.#tables.push(table);
    if (known < 0) {
      table.owner = owner;
      table.freeColumns = table.columnsAt;
      this.#exports.clearGroups(table.at, table.end, owner.width);
    }
    const pass = (row: number) => this.#exports.numberRows(table.at, row, count, this.#numbersAt);
    for (let row = pass(0); row < count; row = pass(row)) this.#placeColumns(table, owner, row);
    return { numbers, beginAgain: known < 0 };
  }

  /** Called when the module forgets its keys: their columns are forgotten too. */
  forgetKeys(): void {
    for (const table of this.#tables) table.owner = undefined;
  }

  /** Stores where this row and all others with its keys have the columns. */
  #placeColumns(table: Table, owner: Owner, row: number): void {
    const { key, shape } = this.#keyOf(row);
    const at = table.freeColumns;
    const places = shape === undefined ? undefined : owner.placesOf(shape);
    const end = at + 4 * (places?.length ?? 0);
    const isKnown = places !== undefined && end <= table.at;
    this.#exports.setColumns(table.at, key, isKnown ? at : unknown);
    if (!isKnown) return;
    new Int32Array(this.#buffer, at, places.length).set(places);
    table.freeColumns = end;
  }
}
