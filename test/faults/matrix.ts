import type { Case } from './cases.ts';
import { problemsOf } from './problems.ts';
import { problemsOfResult, problemsOfResuming } from './results.ts';
import { type Form, openSetup, type Way } from './setup.ts';

/** Runs one case; the result is what was wrong. */
export async function play(
  one: Case,
  stranger: { wasReached: () => boolean },
  way: Way = 'direct',
  form: Form = 'started',
): Promise<string[]> {
  const { fault, struck, how } = one;
  const times = how === 'once' ? 1 : Number.POSITIVE_INFINITY;
  const strike = { act: fault.act, greet: fault.greet, after: struck.after, times };
  const setup = await openSetup(struck.kind, strike, fault, way, form);
  try {
    const ended = await setup.run();
    return [
      ...problemsOf(one, ended, setup.proxy, setup.folder),
      ...(await problemsOfResult(one, ended, setup)),
      ...(stranger.wasReached() ? ['another host was reached'] : []),
      ...(ended.status === 0 ? [] : await problemsOfResuming(struck.kind, setup)),
    ];
  } finally {
    await setup.close();
  }
}
