/** Runs work in order of arrival, with a limit on how much runs at once. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createLimit(most: number): Limit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next in the queue takes this place directly, so that no newcomer can take it first.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

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
