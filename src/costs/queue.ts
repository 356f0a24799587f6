/**
 * Runs the tasks, at most `width` of them under way or done and not yet taken, and hands over what
 * they make in the order of the tasks. Who takes slowly slows the tasks down.
 */
export async function* inOrder<Result>(
  tasks: Iterable<() => Promise<Result>>,
  width: number,
): AsyncGenerator<Result, void> {
  const waiting = tasks[Symbol.iterator]();
  const begun: Promise<Result>[] = [];
  const refill = () => {
    while (begun.length < width) {
      const next = waiting.next();
      if (next.done) return;
      const result = next.value();
      // It is awaited in its turn; until then its failure is nobody's.
      result.catch(() => undefined);
      begun.push(result);
    }
  };
  refill();
  for (let head = begun.shift(); head !== undefined; head = begun.shift()) {
    const result = await head;
    refill();
    yield result;
  }
}

/** The work with at most `width` calls under way; the others wait in the order they came. */
export function limitCalls<Parameters extends readonly unknown[], Result>(
  work: (...parameters: Parameters) => Promise<Result>,
  width: number,
): (...parameters: Parameters) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = width;
  return async (...parameters) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work(...parameters);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
