/**
 * Runs tasks and hands over their results in the order of the tasks. At most `width` of them are
 * running or wait to be taken: a slow reader slows the tasks down.
 */
export async function* inOrder<Result>(
  tasks: Iterable<() => Promise<Result>>,
  width: number,
): AsyncGenerator<Result, void> {
  const waiting = tasks[Symbol.iterator]();
  const started: Promise<Result>[] = [];
  const refill = () => {
    while (started.length < width) {
      const next = waiting.next();
      if (next.done) return;
      const result = next.value();
      // It is awaited in its turn. Until then its failure must not count as unhandled.
      result.catch(() => undefined);
      started.push(result);
    }
  };
  refill();
  for (let head = started.shift(); head !== undefined; head = started.shift()) {
    const result = await head;
    refill();
    yield result;
  }
}

/** The same work with at most `width` calls running. The others wait in the order they came. */
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
