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
