import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BatchColumn, inOrder } from '../../src/formats/column-batch.ts';
import { emptyColumn } from '../../src/formats/parquet/batches.ts';
import { addDecimals, type Decimal, formatDecimal, zero } from '../../src/json/decimal.ts';
import { createSum } from '../../src/json/sum.ts';
import { DenseSums } from '../../src/rows/dense-sums.ts';
import { runs } from '../helpers/runs.ts';

interface Row {
  readonly cells: readonly (string | null)[];
  /** Null if the row has no number. */
  readonly units: bigint | null;
  readonly isSelected: boolean;
}

/** Batches have at least eight rows for each value. */
const fewest = 128;
const cell = fc.constantFrom('a', 'b', 'c', null);
const least = 2n ** 63n;
const units = fc
  .tuple(fc.bigInt({ min: -least, max: least - 1n }), fc.nat(18))
  .map(([number, zeros]) => (number / 10n ** BigInt(zeros)) * 10n ** BigInt(zeros));
const row: fc.Arbitrary<Row> = fc.record({
  cells: fc.tuple(cell, cell),
  units: fc.option(units, { freq: 8 }),
  isSelected: fc.boolean(),
});
const batch = fc.record({
  rows: fc.array(row, { minLength: fewest, maxLength: fewest + 8 }),
  isInRuns: fc.boolean(),
  scale: fc.constantFrom(0, 2, 18),
  spelling: fc.constantFrom('shortest', 'fixed', 'own'),
  isFiltered: fc.boolean(),
  isFlushed: fc.boolean(),
});
type Batch = typeof batch extends fc.Arbitrary<infer Value> ? Value : never;

/** The texts are stored in another order in each batch. */
function columnOf(cells: readonly (string | null)[]): BatchColumn {
  const texts = [...new Set(cells.filter((text) => text !== null))].reverse();
  return {
    ...emptyColumn(0),
    rows: Int32Array.from(cells, (text) => (text === null ? -1 : texts.indexOf(text))),
    isFull: !cells.includes(null),
    valueCount: texts.length,
    absent: null,
    textOf: (value) => texts[value] ?? null,
  };
}

/** As the days of a mirror are: the rows of each text follow those of the one before. */
function runsOf(cells: readonly (string | null)[]): BatchColumn {
  const texts = [...new Set(cells)];
  return {
    ...emptyColumn(0),
    rows: Int32Array.from(cells, (text) => texts.indexOf(text)),
    ends: texts.map((text) => cells.lastIndexOf(text) + 1),
    isFull: true,
    valueCount: texts.length,
    textOf: (value) => texts[value] ?? null,
  };
}

/** In the order of their first cells, if that is to be in runs. */
function inRuns({ rows, isInRuns }: Batch): readonly Row[] {
  const first = ({ cells: [cell] }: Row) => cell ?? '';
  return isInRuns
    ? rows.toSorted((one, other) =>
        first(one) < first(other) ? -1 : Number(first(one) > first(other)),
      )
    : rows;
}

function placesOf(units: bigint, { scale, spelling }: Pick<Batch, 'scale' | 'spelling'>): number {
  if (spelling === 'fixed') return scale;
  let places = units === 0n ? 0 : scale;
  for (let rest = units; places > 0 && rest % 10n === 0n; rest /= 10n) places -= 1;
  return spelling === 'own' ? Math.min(scale, places + 1) : places;
}

function amountOf({ rows, scale, spelling }: Batch): BatchColumn {
  const stored = rows.flatMap((one) => (one.units === null ? [] : [one.units]));
  const view = new DataView(new ArrayBuffer(stored.length * 8));
  for (const [at, one] of stored.entries()) view.setBigInt64(at * 8, one, true);
  let next = 0;
  const numbers = Int32Array.from(rows, (one) => (one.units === null ? -1 : next++));
  const places = Int32Array.from(stored, (one) => placesOf(one, { scale, spelling }));
  const isFull = stored.length === rows.length;
  return {
    ...emptyColumn(0),
    rows: isFull ? inOrder(rows.length) : numbers,
    isFull,
    units: () => ({
      ...{ view, width: 8, scale, hasIrregular: false },
      places: spelling === 'own' ? () => places : spelling === 'fixed' ? scale : 'shortest',
    }),
  };
}

function selectedOf({ rows, isFiltered }: Batch): Int32Array | undefined {
  if (!isFiltered) return undefined;
  return Int32Array.from(rows.flatMap((one, at) => (one.isSelected ? [at] : [])));
}

interface Known {
  rows: number;
  total: Decimal;
}

function add(known: Map<string, Known>, name: string, rows: number, total: Decimal): void {
  const own = known.get(name) ?? { rows: 0, total: zero };
  known.set(name, { rows: own.rows + rows, total: addDecimals(own.total, total) });
}

const described = (known: Map<string, Known>) =>
  [...known].map(([name, { rows, total }]) => `${name} ${rows} ${formatDecimal(total)}`).sort();

test.each([false, true])(
  'batches are added up as their rows are; positive only: %s',
  (arePositive) => {
    fc.assert(
      fc.property(fc.array(batch, { minLength: 1, maxLength: 4 }), fc.nat(2), (batches, width) => {
        const [found, expected] = [new Map<string, Known>(), new Map<string, Known>()];
        const sums = new DenseSums({
          accepts: () => true,
          arePositive,
          take: ({ cells, rows, addTo }) => {
            const sum = createSum();
            addTo(sum);
            add(found, JSON.stringify(cells), rows, sum.total());
          },
        });
        for (const drawn of batches) {
          const one = { ...drawn, rows: [...inRuns(drawn)] };
          const selected = selectedOf(one);
          const columns = [one.isInRuns ? runsOf : columnOf, columnOf]
            .slice(0, width)
            .map((create, at) => create(one.rows.map(({ cells }) => cells[at] ?? null)));
          const run = sums.prepare({
            columns,
            count: one.rows.length,
            selected,
            amount: amountOf(one),
          });
          // A batch of which few rows are selected is left to others. In runs, a missing value is one of the values.
          if (run === undefined) expect(selected?.length).toBeLessThan(7 * 8);
          else run();
          if (run === undefined) continue;
          for (const { cells, units, isSelected } of one.rows) {
            if (selected !== undefined && !isSelected) continue;
            const own = units === null || (arePositive && units < 0n) ? 0n : units;
            const places = arePositive ? one.scale : units === null ? 0 : placesOf(own, one);
            const exact = { units: own / 10n ** BigInt(one.scale - places), scale: places };
            add(expected, JSON.stringify(cells.slice(0, width)), 1, exact);
          }
          if (one.isFlushed) sums.flush();
        }
        sums.flush();
        expect(described(found)).toEqual(described(expected));
        found.clear();
        sums.flush();
        expect(found.size).toBe(0);
      }),
      { numRuns: runs(100) },
    );
  },
);

test('a cell that is not accepted leaves the batch to others', () => {
  const sums = new DenseSums({ accepts: (text) => text !== 'b', take: () => expect.fail() });
  const rows = Array.from({ length: fewest }, (_, at): Row => {
    return { cells: [at === 9 ? 'b' : 'a'], units: 1n, isSelected: true };
  });
  const one: Batch = {
    rows,
    scale: 0,
    spelling: 'shortest',
    isInRuns: false,
    isFiltered: false,
    isFlushed: false,
  };
  const columns = [columnOf(rows.map(({ cells }) => cells[0] ?? null))];
  const asked = { columns, count: rows.length, selected: undefined, amount: amountOf(one) };
  expect(sums.prepare(asked)).toBeUndefined();
  sums.flush();
});
