import { compareTexts, groupBy } from '../grouping.ts';
import { magnitude } from '../json/decimal.ts';
import type { Effect } from './change-parts.ts';
import { keyOf } from './result-rows.ts';

/** An effect of one currency, in units of a common scale. */
export interface Part extends Pick<Effect, 'cause' | 'values' | 'day'> {
  readonly units: bigint;
}

/** One value of a column, within the values of its parents, and the largest groups in it. */
interface Branch {
  readonly column: number;
  readonly value: string | null;
  readonly units: bigint;
  readonly parts: readonly Part[];
  readonly branches: readonly Branch[];
  /** The groups that are too small to be shown. */
  readonly rest: Rest | undefined;
}

export interface Rest {
  readonly units: bigint;
  readonly groups: number;
}

export interface TreeOptions {
  readonly depth: number;
  readonly top: number;
  /** The sum of absolute changes that branches are measured by; by default that of the first column. */
  readonly all?: bigint;
}

export type Tree = Pick<Branch, 'branches' | 'rest'>;

/** A branch below a twentieth of all changes is not divided, and is shown together with other small ones. */
const least = 20n;

export function isLarge(units: bigint, all: bigint): boolean {
  return magnitude(units) * least >= all;
}

/** Divides a change by the column whose groups hold the most of it, and each large group again. */
export function growTree(
  parts: readonly Part[],
  columns: readonly number[],
  { depth, top, all: given }: TreeOptions,
): Tree & { readonly all: bigint } {
  const first = chooseColumn(parts, columns) ?? columns[0];
  if (first === undefined) {
    return {
      branches: [],
      rest: undefined,
      all: given ?? sizeOf(sumCauses(parts).map(({ units }) => units)),
    };
  }
  const all = given ?? sizeOf([...divide(parts, first).values()].map(sumOf));

  function grow(own: readonly Part[], left: readonly number[], level: number): Tree {
    const next = level === 1 ? first : chooseColumn(own, left);
    const column = level > depth ? undefined : next;
    if (column === undefined) return { branches: [], rest: undefined };
    const others = left.filter((one) => one !== column);
    const groups = [...divide(own, column)]
      .map(([, some]) => ({ value: some[0]?.values[column] ?? null, some, units: sumOf(some) }))
      .filter(({ units }) => units !== 0n)
      .sort(
        (one, other) =>
          compareSizes(one.units, other.units) || compareTexts(one.value, other.value),
      );
    // The largest is shown even if nothing is large.
    const shown = groups
      .filter(({ units }, place) => place === 0 || isLarge(units, all))
      .slice(0, top);
    const rest = groups.filter((group) => !shown.includes(group));
    return {
      branches: shown.map(({ value, some, units }) => ({
        ...{ column, value, units, parts: some },
        ...(isLarge(units, all)
          ? grow(some, others, level + 1)
          : { branches: [], rest: undefined }),
      })),
      rest:
        rest.length === 0
          ? undefined
          : { groups: rest.length, units: rest.reduce((sum, { units }) => sum + units, 0n) },
    };
  }

  return { ...grow(parts, columns, 1), all };
}

/** The column whose groups have the largest sum of squared shares of their absolute changes. */
function chooseColumn(parts: readonly Part[], columns: readonly number[]): number | undefined {
  let best: { column: number; squares: bigint; square: bigint } | undefined;
  for (const column of columns) {
    const sums = [...divide(parts, column).values()].map(sumOf);
    // A column with one value divides nothing.
    if (sums.length < 2) continue;
    const squares = sums.reduce((sum, units) => sum + units * units, 0n);
    const square = sizeOf(sums) ** 2n;
    const isBetter = best === undefined || squares * best.square > best.squares * square;
    if (square > 0n && isBetter) best = { column, squares, square };
  }
  return best?.column;
}

function divide(parts: readonly Part[], column: number): Map<string, Part[]> {
  return groupBy(parts, ({ values }) => keyOf([values[column] ?? null]));
}

/** The causes of some parts, the largest first. */
export function sumCauses(parts: readonly Part[]) {
  return [...groupBy(parts, ({ cause }) => cause)]
    .map(([cause, own]) => ({ cause, units: sumOf(own), parts: own }))
    .filter(({ units }) => units !== 0n)
    .sort(
      (one, other) => compareSizes(one.units, other.units) || compareTexts(one.cause, other.cause),
    );
}

export function sumOf(parts: readonly Part[]): bigint {
  return parts.reduce((sum, { units }) => sum + units, 0n);
}

/** The sum of absolute changes. */
export function sizeOf(units: readonly bigint[]): bigint {
  return units.reduce((sum, one) => sum + magnitude(one), 0n);
}

/** The larger change first, whether up or down. */
export function compareSizes(one: bigint, other: bigint): number {
  if (magnitude(one) === magnitude(other)) return 0;
  return magnitude(one) > magnitude(other) ? -1 : 1;
}
