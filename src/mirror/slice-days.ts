import { BlockWriter } from '../formats/parquet/block-writer.ts';
import type { NamedCells } from '../formats/parquet/cell-block.ts';
import type { SharedValues } from '../formats/parquet/shared-values.ts';
import { within } from '../grouping.ts';
import { seedOf } from '../rows/cell-hash.ts';
import { createDayReader } from '../rows/currency-and-day.ts';
import { Fingerprint } from '../rows/fingerprint.ts';
import { CellHasher } from '../rows/hash-cells.ts';
import { CurrencySums, type RoleColumns } from './day-rows.ts';

/** Refuses a row of the slice without a day, or with an amount that is not a number; `text` is what the row has. */
type RefuseRow = (role: 'date' | 'amount', text: string, row: number) => never;

function createGathered() {
  return {
    rows: 0,
    sums: new CurrencySums(),
    fingerprint: new Fingerprint(),
    /** How many rows of the slice the day has, and where they begin in `order`. */
    ...{ count: 0, start: 0 },
  };
}

type Gathered = ReturnType<typeof createGathered>;

interface Found {
  readonly date: string;
  readonly own: Gathered;
}

/**
 * Takes slices of rows apart by day; only the day, the amount and the currency are looked at row by row. Each
 * loop over rows is in a function of its own, outside the generator: V8 compiles a
 * function for each of its loops.
 */
export function createSliceCollector(roles: RoleColumns, shared: SharedValues, refuse: RefuseRow) {
  const days = new Map<string, Gathered>();
  const dayOfCell = createDayReader();
  const hasher = new CellHasher();
  const writer = new BlockWriter(shared);
  const seeds = new Map<string, Int32Array>();
  let places = new Int32Array(0);
  let order = new Int32Array(0);

  /** Adds up the wanted rows, and puts them in order by day. Returns the days in the order in which they came. */
  function divide(columns: readonly NamedCells[], count: number, selected: Int32Array | undefined) {
    const cellsOf = (name: string | undefined) =>
      columns.find((column) => column.name === name)?.cells;
    const [dates, amounts, currencies] = [roles.date, roles.amount, roles.currency].map(cellsOf);
    const hashes = hasher.hash(
      columns.map(({ name, cells }) => ({ cells, seed: within(seeds, name, () => seedOf(name)) })),
      count,
    );
    const wanted = selected?.length ?? count;
    if (places.length < wanted) [places, order] = [new Int32Array(wanted), new Int32Array(wanted)];
    const found: Found[] = [];
    const dayOfValue: number[] = [];
    const sumOf: ReturnType<CurrencySums['of']>[] = [];
    const currencyCount = (currencies?.values.count ?? 0) + 1;
    for (let at = 0; at < wanted; at += 1) {
      const row = selected?.[at] ?? at;
      const value = dates?.rows[row] ?? -1;
      let day = value < 0 ? undefined : dayOfValue[value];
      if (day === undefined) {
        const text = value < 0 ? '' : (dates?.values.textOf(value) ?? '');
        const date = dayOfCell(text) ?? refuse('date', text, row);
        const own = within(days, date, createGathered);
        day = found.findIndex((one) => one.own === own);
        if (day < 0) day = found.push({ date, own }) - 1;
        dayOfValue[value] = day;
      }
      const own = found[day]?.own;
      if (own === undefined) continue;
      const currency = currencies?.rows[row] ?? -1;
      const place = day * currencyCount + 1 + Math.max(-1, currency);
      sumOf[place] ??= own.sums.of(currency < 0 ? '' : (currencies?.values.textOf(currency) ?? ''));
      const sum = sumOf[place];
      const amount = amounts?.rows[row] ?? -1;
      const values = amounts?.values;
      const isSum =
        amount >= 0 &&
        values !== undefined &&
        sum.sum.addBytes(values.bytes.buffer, values.startOf(amount), values.endOf(amount));
      if (!isSum) refuse('amount', amount < 0 ? '' : (values?.textOf(amount) ?? ''), row);
      sum.rows += 1;
      own.count += 1;
      places[at] = day;
    }
    addHashes(found, hashes, wanted, selected);
    putInOrder(found, wanted, selected);
    return found;
  }

  function addHashes(
    found: readonly Found[],
    hashes: Int32Array,
    wanted: number,
    selected: Int32Array | undefined,
  ): void {
    for (let at = 0; at < wanted; at += 1) {
      found[places[at] ?? 0]?.own.fingerprint.add(hashes, 1, (selected?.[at] ?? at) * 4);
    }
  }

  function putInOrder(found: readonly Found[], wanted: number, selected: Int32Array | undefined) {
    let start = 0;
    for (const { own } of found) {
      own.start = start;
      start += own.count;
      own.rows += own.count;
    }
    const next = Int32Array.from(found, ({ own }) => own.start);
    for (let at = 0; at < wanted; at += 1) {
      const day = places[at] ?? 0;
      const place = next[day] ?? 0;
      order[place] = selected?.[at] ?? at;
      next[day] = place + 1;
    }
  }

  return {
    /** The wanted rows of a slice, as a block for each of their days. Each block is valid until the next. */
    add: function* (
      columns: readonly NamedCells[],
      count: number,
      selected: Int32Array | undefined,
    ): Generator<readonly [date: string, block: Buffer], void> {
      const found = divide(columns, count, selected);
      const spans = found.map(({ own }) => ({ from: own.start, to: own.start + own.count }));
      const blocks = writer.write(columns, order, spans);
      for (const [place, { date, own }] of found.entries()) {
        own.count = 0;
        const block = blocks[place];
        if (block !== undefined) yield [date, block];
      }
    },
    /** What was added, by day. */
    take: () =>
      [...days].map(([date, { rows, sums, fingerprint }]) => ({
        ...{ date, read: rows, rows },
        sums: sums.take(),
        hash: fingerprint.text(),
      })),
  };
}
