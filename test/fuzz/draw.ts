/** Random choices that are the same for the same seed. */
export interface Draw {
  /** From 0 to below the count. */
  readonly below: (count: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** So many of the pieces, one after the other. */
  readonly text: (pieces: readonly string[], most: number) => string;
}

/** Mulberry32. */
export function createDraw(seed: number): Draw {
  let state = seed;
  const below = (count: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * count);
  };
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const text = (pieces: readonly string[], most: number) =>
    Array.from({ length: below(most + 1) }, () => pick(pieces)).join('');
  return { below, pick, text };
}

export interface Fuzzer {
  readonly name: string;
  /** A program without which it can check nothing. */
  readonly needs?: string;
  /** How many cases a long run plays. */
  readonly cases: number;
  /** Throws at the first case that fails, and says which it was. */
  readonly play: (count: number, seed: number) => void | Promise<void>;
}

/** A fuzzer whose every case is one random text. */
export function textFuzzer(
  name: string,
  cases: number,
  make: (draw: Draw) => string,
  check: (text: string) => unknown,
): Fuzzer {
  return {
    name,
    cases,
    play: async (count, seed) => {
      const draw = createDraw(seed);
      for (let played = 0; played < count; played += 1) {
        const text = make(draw);
        await holds(check(text), text);
      }
    },
  };
}

async function holds(result: unknown, text: string): Promise<void> {
  const problem = result instanceof Promise ? await result : result;
  if (problem !== undefined) throw new Error(`${String(problem)}: ${JSON.stringify(text)}`);
}

const controls = Array.from({ length: 33 }, (_, code) => String.fromCharCode(code));
export const strange = [
  ...controls,
  ...['\u007f', '\u0080', '\u009b', '\u061c', '\u200b', '\u200e', '\u202e', '\u2066', '\u2028'],
  ...['\ufeff', '\ud800', '\udfff', '\ufffd', '😀', 'é', '漢', 'a\u0301'],
];
