import { CostctlError, messageOf } from '../errors.ts';
import type { Client } from '../http/client.ts';
import type { Request } from '../http/request.ts';
import { isReading } from './methods.ts';
import { isRetryKey } from './operation.ts';

export interface ChangesMade {
  readonly count: number;
  readonly last: Pick<Request, 'method' | 'path'>;
  /** Whether a second run of the same command would have the same effect. */
  readonly areSafe: boolean;
}

/** What each run has changed, by its signal: an interrupted run ends wherever it waits. */
const runs = new WeakMap<AbortSignal, () => ChangesMade | undefined>();

export function rememberChanges(client: Client, signal: AbortSignal) {
  let made: ChangesMade | undefined;
  const request: Client['request'] = async (asked) => {
    const response = await client.request(asked);
    const changes = !isReading(asked.method) && asked.changesNothing !== true;
    if (changes && response.status >= 200 && response.status < 300) {
      const areSafe = made?.areSafe !== false && isSafe(asked);
      made = { count: (made?.count ?? 0) + 1, last: asked, areSafe };
    }
    return response;
  };
  runs.set(signal, () => made);
  return { client: { ...client, request }, made: () => made };
}

/** A key for retries may be another one in each run: it makes only the attempts of one run the same. */
function isSafe({ method, idempotent, headers = {} }: Request): boolean {
  return idempotent && method !== 'DELETE' && !Object.keys(headers).some(isRetryKey);
}

/** The error of a run that has changed something: without it, a second run would change it again. */
export function blameResult(thrown: unknown, made: ChangesMade | undefined): unknown {
  if (made === undefined || !(thrown instanceof CostctlError)) return thrown;
  if (thrown.code !== 'usage' && thrown.code !== 'file') return thrown;
  return new CostctlError(
    thrown.code === 'file' ? 'file' : 'incomplete',
    `${describeChanges(made)}; after that: ${thrown.message}`,
    { hint: hintAtChanges(made), cause: thrown },
  );
}

/** The same for a run that a signal has ended, which keeps its status. An error with words of its own says what was done. */
export function blameSignal(thrown: CostctlError, signal: AbortSignal): CostctlError {
  const made = runs.get(signal)?.();
  if (made === undefined || thrown.message !== messageOf(signal.reason)) return thrown;
  const message = `${describeChanges(made)}; after that: ${thrown.message}`;
  const hint = [...[thrown.details.hint ?? []].flat(), hintAtChanges(made)].join('; ');
  return new CostctlError(thrown.code, message, { ...thrown.details, hint });
}

function describeChanges({ count, last }: ChangesMade): string {
  const name = `${last.method} ${last.path}`;
  const what = count === 1 ? name : `${count} requests (the last is ${name})`;
  return `the service has carried out ${what}`;
}

function hintAtChanges({ areSafe }: ChangesMade): string {
  return areSafe
    ? 'the same change can be sent again: it has the same effect'
    : 'look at what is there before you send it again';
}
