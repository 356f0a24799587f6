import {
  type BatchColumn,
  type CellText,
  firstInOrder,
  type SelectedRows,
  type StoredUnits,
} from '../formats/column-batch.ts';
import { openPages, type PageMemory } from '../formats/parquet/page-memory.ts';
import type { Sum } from '../json/sum.ts';
import { DenseKeys, numberRows } from './dense-keys.ts';

/** Rows with the same cells in all columns. */
interface DenseGroup {
  readonly cells: readonly CellText[];
  readonly rows: number;
  readonly addTo: (sum: Sum) => void;
}

interface DenseOptions {
  /** Receives each group when the sums are handed over. */
  readonly take: (group: DenseGroup) => void;
  /** Whether a cell is accepted. A batch with another cell is not suitable. */
  readonly accepts: (cell: CellText, column: number) => boolean;
  /** Add only numbers above zero: rows with others are counted, and their numbers are not added. */
  readonly arePositive?: boolean;
}

interface DenseBatch {
  readonly columns: readonly BatchColumn[];
  readonly count: number;
  readonly selected: SelectedRows;
  readonly amount: BatchColumn;
}

/** With more values or groups than this, looking at the groups of each batch is a small part of the work. */
const mostValues = 4096;
const mostGroups = 8192;
/** A value is looked at in each batch, which takes as long as adding up this many rows. */
const rowsPerValue = 8;
/** The words of this many numbers can be added up as doubles without rounding. */
const mostRows = 1 << 20;
const sumSize = 16;
const slack = 64;

/**
 * Adds up batches in few groups, such as those of a window. The groups are looked at once, at the end: to do
 * so after each batch would take most of the time.
 */
export class DenseSums {
  readonly #options: DenseOptions;
  readonly #keys: DenseKeys;
  /** How many cells of each column the table has room for. */
  #widths: readonly number[] = [];
  /** For each group: its sum in two words, its number of rows, and how many zeros all its numbers end with. */
  #table = { sums: Buffer.alloc(0), counts: Buffer.alloc(0), zeros: Buffer.alloc(0) };
  /** The groups that have rows, in the order in which they appear, and whether a group is one of them. */
  #order: number[] = [];
  #isKnown = new Uint8Array(0);
  #scale = 0;
  #rows = 0;

  constructor(options: DenseOptions) {
    this.#options = options;
    this.#keys = new DenseKeys(options.accepts);
  }

  /** Undefined if the batch is not suitable; otherwise a function that adds it. */
  prepare(batch: DenseBatch): (() => void) | undefined {
    const { columns, count, selected, amount } = batch;
    const length = selected?.length ?? count;
    const values = columns.reduce((sum, { valueCount }) => sum + valueCount, 0);
    const isSmall = values <= mostValues && values * rowsPerValue <= length && length <= mostRows;
    const units = isSmall ? amount.units() : undefined;
    if (units?.width !== 8) return undefined;
    const classes = this.#keys.number(columns);
    if (classes === undefined) return undefined;
    const widths = this.#keys.widths();
    if (product(widths) > mostGroups) {
      // Cells of earlier batches may no longer come, as with days: without them a later batch may fit.
      this.flush();
      return undefined;
    }
    return () => {
      const isLarger = widths.some((width, place) => width > (this.#widths[place] ?? 0));
      // Without columns no width says that there is no table yet, or only that of earlier sums.
      const isUnusable = this.#rows === 0 || isLarger || units.scale !== this.#scale;
      if (isUnusable || this.#rows + length > mostRows) {
        this.#handOver();
        this.#open(widths, units.scale);
      }
      this.#rows += length;
      this.#add(batch, classes, units);
    };
  }

  /** Hands over the groups, in the order in which they appeared, and forgets them. */
  flush(): void {
    this.#handOver();
    this.clear();
  }

  clear(): void {
    this.#rows = 0;
    this.#widths = [];
    this.#keys.clear();
  }

  #handOver(): void {
    if (this.#rows === 0) return;
    const { sums, counts, zeros } = this.#table;
    const scale = this.#scale;
    for (const group of this.#order) {
      const rows = counts.readInt32LE(group * 4);
      const [high, low] = [wordAt(sums, group * sumSize), wordAt(sums, group * sumSize + 8)];
      const places = this.#options.arePositive ? scale : scale - (zeros[group] ?? 0);
      const addTo = (sum: Sum) => sum.addWords(high, low, scale, places);
      this.#options.take({ cells: this.#keys.cellsOf(group, this.#widths), rows, addTo });
    }
  }

  #open(widths: readonly number[], scale: number): void {
    const groups = product(widths);
    this.#rows = 0;
    this.#widths = widths;
    this.#scale = scale;
    this.#order = [];
    this.#isKnown = new Uint8Array(groups);
    this.#table = {
      sums: Buffer.alloc(groups * sumSize),
      counts: Buffer.alloc(groups * 4),
      zeros: Buffer.alloc(groups, scale),
    };
  }

  #add(
    { columns, count, selected, amount }: DenseBatch,
    classes: readonly Int32Array[],
    units: StoredUnits,
  ): void {
    const { sums, counts, zeros } = this.#table;
    const length = selected?.length ?? count;
    const own = typeof units.places === 'function' ? units.places() : undefined;
    const runs =
      selected === undefined ? columns.find(({ ends }) => ends !== undefined) : undefined;
    const read = columns.filter((column) => column !== runs).map(({ rows }) => rows);
    const used = [...read, ...classes, amount.rows, selected, own];
    const sizes = [...used, units.view, sums, counts, zeros].map((one) => one?.byteLength ?? 0);
    const work = sizes.reduce((sum, size) => sum + size + slack, length * 4 + slack);
    const memory = openPages({ work });
    memory.borrow(() => {
      const keys = memory.take(length * 4);
      const picked = selected === undefined ? 0 : memory.placeOf(selected);
      const numbering = { keys, length, picked, runs, widths: this.#widths };
      numberRows(numbering, columns, classes, memory);
      const start = firstInOrder(amount.rows);
      const numbers = [start === undefined ? memory.placeOf(amount.rows) : 0, start ?? 0];
      const stored = memory.placeOf(units.view);
      const arePositive = this.#options.arePositive === true;
      const [summed, counted] = [copyTo(memory, sums), copyTo(memory, counts)];
      const signs = [0, arePositive ? 1 : 0];
      memory.exports.addUp(keys, length, picked, ...numbers, stored, ...signs, summed, counted);
      memory.bytes.copy(sums, 0, summed, summed + sums.length);
      memory.bytes.copy(counts, 0, counted, counted + counts.length);
      this.#findNew(new Int32Array(memory.buffer, keys, length));
      if (arePositive || !this.#order.some((group) => zeros[group] !== 0)) return;
      const isFixed = typeof units.places === 'number';
      const written = isFixed ? Math.max(0, units.scale - Number(units.places)) : -1;
      const ending = copyTo(memory, zeros);
      const places = own === undefined ? 0 : memory.placeOf(own);
      const found = [ending, written, places, units.scale];
      memory.exports.lowerZeros(keys, length, picked, ...numbers, stored, ...found);
      memory.bytes.copy(zeros, 0, ending, ending + zeros.length);
    });
  }

  /** Only as many rows are looked at as it takes to see all groups that are new. */
  #findNew(groupOf: Int32Array): void {
    const { buffer, byteOffset, length } = this.#table.counts;
    const counts = new Int32Array(buffer, byteOffset, length / 4);
    let left = counts.reduce((sum, rows) => (rows > 0 ? sum + 1 : sum), -this.#order.length);
    for (let place = 0; left > 0; place += 1) {
      const group = groupOf[place] ?? 0;
      if (this.#isKnown[group] === 1) continue;
      this.#isKnown[group] = 1;
      this.#order.push(group);
      left -= 1;
    }
  }
}

function copyTo(memory: PageMemory, bytes: Buffer): number {
  const at = memory.take(bytes.length);
  memory.bytes.set(bytes, at);
  return at;
}

/** A number of 8 bytes that a double represents. */
function wordAt(bytes: Buffer, at: number): number {
  return bytes.readInt32LE(at + 4) * 2 ** 32 + bytes.readUInt32LE(at);
}

function product(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all * size, 1);
}
