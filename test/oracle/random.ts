/** Draws the same values for a seed each time. */
export interface Random {
  /** A whole number from 0, below the limit. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(values: readonly [T, ...T[]]) => T;
  readonly some: <T>(values: readonly T[], most: number) => T[];
  readonly chance: (share: number) => boolean;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (values) => values[below(values.length)] ?? values[0],
    some: (values, most) => {
      const left = [...values];
      const count = below(Math.min(most, left.length) + 1);
      return Array.from({ length: count }, () => left.splice(below(left.length), 1)).flat();
    },
    chance: (share) => next() < share,
  };
}
