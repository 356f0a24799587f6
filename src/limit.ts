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
 * Runs tasks and yields their results in the order of the tasks. At most `width` tasks are running or have
 * a result that waits for the reader: a slow reader slows the tasks down. A task that returns its result
 * without a promise does not count.
 *
 * The requests of tasks that have just begun leave before a result is yielded: the work on it would delay
 * them.
 */
export async function* inOrder<Result>(
  tasks: Iterable<() => Promise<Result> | Result>,
  width: number,
): AsyncGenerator<Result, void> {
  const waiting = tasks[Symbol.iterator]();
  const started: { readonly result: Promise<Result> | Result; readonly places: 0 | 1 }[] = [];
  let taken = 0;
  /** Whether a task has begun. */
  const refill = (): boolean => {
    const before = taken;
    while (taken < width) {
      const next = waiting.next();
      if (next.done) break;
      const result = next.value();
      const places = result instanceof Promise ? 1 : 0;
      // The result is awaited in its turn. Until then a failure must not count as unhandled.
      if (result instanceof Promise) result.catch(() => undefined);
      started.push({ result, places });
      taken += places;
    }
    return taken > before;
  };
  if (refill()) await requestsLeave();
  for (let head = started.shift(); head !== undefined; head = started.shift()) {
    const result = await head.result;
    taken -= head.places;
    if (refill()) await requestsLeave();
    yield result;
  }
}

/** Resolves when requests of this turn of the event loop have left, also those that had to connect first. */
export async function requestsLeave(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
