import type { Case } from './cases.ts';
import { problemsOf } from './problems.ts';
import { problemsOfResult, problemsOfResuming } from './results.ts';
import { openStand, type Way } from './stand.ts';

/** Runs one case; the result is what was wrong. */
export async function play(
  one: Case,
  stranger: { wasReached: () => boolean },
  way: Way = 'direct',
): Promise<string[]> {
  const { fault, struck, how } = one;
  const times = how === 'once' ? 1 : Number.POSITIVE_INFINITY;
  const strike = { act: fault.act, greet: fault.greet, after: struck.after, times };
  const stand = await openStand(struck.kind, strike, fault, way);
  try {
    const ended = await stand.run();
    return [
      ...problemsOf(one, ended, stand.proxy, stand.folder),
      ...(await problemsOfResult(one, ended, stand)),
      ...(stranger.wasReached() ? ['another host was reached'] : []),
      ...(struck.kind === 'export' && ended.status !== 0 ? await problemsOfResuming(stand) : []),
    ];
  } finally {
    await stand.close();
  }
}
