/**
 * Turns work that pushes items into an iterable that pulls them. A push resolves when its item has
 * been used. If the reader stops early, the work is stopped at its next push.
 */
export async function* pull<Item>(
  work: (push: (item: Item) => Promise<void>) => Promise<void>,
): AsyncGenerator<Item, void> {
  let isStopped = false;
  let offered: { readonly item: Item; readonly used: () => void } | undefined;
  let wake = () => {};
  const push = (item: Item): Promise<void> => {
    if (isStopped) throw stop;
    return new Promise((used) => {
      offered = { item, used };
      wake();
    });
  };
  let isDone = false;
  const running = work(push).finally(() => {
    isDone = true;
    wake();
  });
  // It is awaited below. Until then a failure must not count as unhandled.
  running.catch(() => undefined);
  try {
    for (;;) {
      if (offered === undefined && !isDone) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (offered !== undefined || isDone) resolve();
        });
      }
      const current = offered;
      if (current === undefined) break;
      offered = undefined;
      yield current.item;
      current.used();
    }
    await running;
  } finally {
    isStopped = true;
    offered?.used();
  }
}

const stop = new Error('the reader has stopped');
