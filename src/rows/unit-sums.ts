import {
  type BatchColumn,
  firstInOrder,
  type SelectedRows,
  type StoredUnits,
} from '../formats/column-batch.ts';
import { openPages } from '../formats/parquet/page-memory.ts';
import type { Sum } from '../json/sum.ts';
import type { BatchGroups, GroupColumn } from './batch-groups.ts';

interface UnitsToAdd {
  readonly rows: Int32Array;
  readonly units: StoredUnits;
  readonly selected: SelectedRows;
  /** How many decimal places the sum of a group already has. Undefined: sums keep all places of the units. */
  readonly placesOf?: ((group: number) => number) | undefined;
  /** Add only numbers above zero: rows with others are counted, and their numbers are not added. */
  readonly arePositive?: boolean;
}

/** Each number is two or four words of 32 bits, which are added up on their own and joined at the end. */
export function addUnits(
  { groupOf, firstRow }: BatchGroups,
  { rows, units, selected, placesOf, arePositive = false }: UnitsToAdd,
) {
  const groups = firstRow.length;
  const { scale, view, width } = units;
  const words = width / 4;
  const size =
    view.byteLength + rows.byteLength + 2 * groupOf.byteLength + groups * (width * 2 + 4);
  const memory = openPages({ work: size + slack });
  const [sums, counts] = memory.borrow(() => {
    const summed = memory.take(groups * words * 8, true);
    const counted = memory.take(groups * 4, true);
    const start = firstInOrder(rows);
    memory.exports.addUp(
      memory.placeOf(groupOf),
      groupOf.length,
      selected === undefined ? 0 : memory.placeOf(selected),
      start === undefined ? memory.placeOf(rows) : 0,
      start ?? 0,
      memory.placeOf(view),
      ...[width === 16 ? 1 : 0, arePositive ? 1 : 0, summed, counted],
    );
    return [
      memory.buffer.slice(summed, summed + groups * words * 8),
      new Int32Array(memory.buffer, counted, groups).slice(),
    ] as const;
  });
  const wide = new BigInt64Array(sums);
  const [lowHalves, highHalves] = [new Uint32Array(sums), new Int32Array(sums)];
  const wordAt = (place: number) =>
    (highHalves[2 * place + 1] ?? 0) * wordSize + (lowHalves[2 * place] ?? 0);
  const places = Int32Array.from({ length: groups }, (_, group) =>
    Math.min(scale, placesOf?.(group) ?? scale),
  );
  const open = places.reduce((count, known) => (known < scale ? count + 1 : count), 0);
  if (open > 0) {
    const values = selected === undefined ? rows : valuesOf(rows, selected);
    findPlaces(units, values, groupOf, { places, open });
  }
  return {
    rowsOf: (group: number) => counts[group] ?? 0,
    addTo: (sum: Sum, group: number) => {
      const own = places[group] ?? scale;
      const at = group * words;
      if (words === 2) {
        sum.addWords(wordAt(at), wordAt(at + 1), scale, own);
        return;
      }
      const total = joinWords(wide.subarray(at, at + words));
      sum.addDecimal({ units: total / 10n ** BigInt(scale - own), scale: own });
    },
  };
}

const slack = 256;

/** Divides rows by whether their number is below zero (1, or else 0); undefined if units do not show it. */
export function signColumn(column: BatchColumn): GroupColumn | undefined {
  const units = column.units();
  if (units === undefined || units.hasIrregular) return undefined;
  const { view, width } = units;
  // The byte with the sign.
  const at = width === 8 ? 7 : 0;
  const rows = column.rows.slice();
  for (let row = 0; row < rows.length; row += 1) {
    const value = rows[row] ?? -1;
    if (value >= 0) rows[row] = view.getInt8(value * width + at) < 0 ? 1 : 0;
  }
  return { rows, valueCount: 2, isFull: column.isFull };
}

function valuesOf(rows: Int32Array, selected: Int32Array): Int32Array {
  const values = new Int32Array(selected.length);
  for (let place = 0; place < values.length; place += 1) {
    values[place] = rows[selected[place] ?? 0] ?? 0;
  }
  return values;
}

/** The highest word comes first, and has the sign. */
function joinWords(words: BigInt64Array): bigint {
  return words.reduce((total, word) => (total << 32n) + word, 0n);
}

/** A sum has as many decimal places as the number with the most of them: 1.50 and 2.5 are 4.00. */
function findPlaces(
  { view, width, scale, places: written }: StoredUnits,
  values: Int32Array,
  groupOf: Int32Array,
  { places, open }: { readonly places: Int32Array; readonly open: number },
): void {
  const own = typeof written === 'function' ? written() : undefined;
  // Groups whose sums may need more places.
  let left = open;
  for (let place = 0; place < values.length && left > 0; place += 1) {
    const group = groupOf[place] ?? 0;
    const known = places[group] ?? 0;
    if (known >= scale) continue;
    const value = values[place] ?? 0;
    let needed = known;
    if (written === 'shortest') {
      const isKnown =
        width === 8
          ? isLongMultiple(view, value * 8, scale - known)
          : isWideMultiple(view, value * 16, scale - known);
      if (!isKnown) needed = scale - zerosOf(view, value, width);
    } else needed = typeof written === 'number' ? written : (own?.[value] ?? 0);
    if (needed > known) places[group] = Math.min(needed, scale);
    if (needed >= scale) left -= 1;
  }
}

const wordSize = 2 ** 32;
/** Below 2^53 a double represents every integer. */
const largestHigh = 2 ** 21;
/** Up to this power of five, eight products of 16 bits and a remainder add up to less than 2^53. */
const mostZeros = 13;
const powers = Array.from({ length: mostZeros + 1 }, (_, zeros) => 5 ** zeros);

/** Whether the number ends with this many zeros. If the quotient was rounded, its product is another number. */
function isLongMultiple(view: DataView, at: number, zeros: number): boolean {
  const high = view.getInt32(at + 4, true);
  const low = view.getUint32(at, true);
  if (!endsInZeroBits(low, zeros)) return false;
  if (high < -largestHigh || high >= largestHigh || zeros > 15) {
    return view.getBigInt64(at, true) % 10n ** BigInt(zeros) === 0n;
  }
  const value = high * wordSize + low;
  const divisor = 10 ** zeros;
  return Math.floor(value / divisor) * divisor === value;
}

/** Decides by the remainder modulo a power of five. The remainder of each 16 bits is known beforehand. */
function isWideMultiple(view: DataView, at: number, zeros: number): boolean {
  if (!endsInZeroBits(view.getUint32(at + 12), zeros)) return false;
  const first = Math.min(zeros, mostZeros);
  const divisor = powers[first] ?? 1;
  const parts = remainders[first] ?? noRemainders;
  const sum =
    view.getInt16(at) * (parts[7] ?? 0) +
    view.getUint16(at + 2) * (parts[6] ?? 0) +
    view.getUint16(at + 4) * (parts[5] ?? 0) +
    view.getUint16(at + 6) * (parts[4] ?? 0) +
    view.getUint16(at + 8) * (parts[3] ?? 0) +
    view.getUint16(at + 10) * (parts[2] ?? 0) +
    view.getUint16(at + 12) * (parts[1] ?? 0) +
    view.getUint16(at + 14);
  if (Math.floor(sum / divisor) * divisor !== sum) return false;
  return zeros === first || readUnits(view, at, 16) % 10n ** BigInt(zeros) === 0n;
}

/** A multiple of 10^n is a multiple of 2^n: this rules out most numbers at once. */
function endsInZeroBits(word: number, zeros: number): boolean {
  return zeros >= 32 ? word === 0 : (word & ((1 << zeros) - 1)) === 0;
}

const noRemainders = new Float64Array(8);
/** For each power of five, the remainders of 2^0, 2^16, 2^32 and so on. */
const remainders = powers.map((power) =>
  Float64Array.from({ length: 8 }, (_, part) => Number(2n ** BigInt(16 * part) % BigInt(power))),
);

function readUnits(view: DataView, at: number, width: number): bigint {
  if (width === 8) return view.getBigInt64(at, true);
  return (view.getBigInt64(at) << 64n) + view.getBigUint64(at + 8);
}

function zerosOf(view: DataView, value: number, width: number): number {
  let units = readUnits(view, value * width, width);
  let zeros = 0;
  for (; units !== 0n && units % 10n === 0n; units /= 10n) zeros += 1;
  return zeros;
}
