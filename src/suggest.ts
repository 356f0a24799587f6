/** The known word that a mistyped one most likely means; undefined if none is close. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let least = limit + 1;
  for (const one of known) {
    const distance = distanceOf(word.toLowerCase(), one.toLowerCase(), least);
    // If every letter differs, the word means something else.
    if (distance >= least || distance >= Math.max(word.length, one.length)) continue;
    best = one;
    least = distance;
  }
  return best ?? nestedName(word, known);
}

/** `; did you mean tags.team?` for the end of a message; empty if no name is close. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = suggest(word, known);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** `tags.team` for `team`, if no other name ends in it. */
function nestedName(word: string, known: readonly string[]): string | undefined {
  const found = known.filter((one) => one.toLowerCase().endsWith(`.${word.toLowerCase()}`));
  return found.length === 1 ? found[0] : undefined;
}

/** Insertions, deletions, replacements and swaps of neighbours; stops at `limit`. */
function distanceOf(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_value, place) => place);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const options = [
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwap ? [(before[column - 2] ?? 0) + 1] : []),
      ];
      current.push(Math.min(...options));
    }
    if (Math.min(...current) >= limit) return limit;
    before = above;
    above = current;
  }
  return above.at(-1) ?? limit;
}
