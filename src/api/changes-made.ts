import { CostctlError } from '../errors.ts';
import type { Client } from '../http/client.ts';
import type { Request } from '../http/request.ts';

/** What a run has changed at the service so far. */
export interface ChangesMade {
  readonly count: number;
  readonly last: Pick<Request, 'method' | 'path' | 'idempotent'>;
}

/** A client that remembers which changes the service has carried out. */
export function rememberChanges(client: Client) {
  let made: ChangesMade | undefined;
  const request: Client['request'] = async (asked) => {
    const response = await client.request(asked);
    const isReading = /^(GET|HEAD)$/.test(asked.method) || asked.changesNothing === true;
    if (!isReading && response.status >= 200 && response.status < 300) {
      made = { count: (made?.count ?? 0) + 1, last: asked };
    }
    return response;
  };
  return { client: { ...client, request }, made: () => made };
}

/** The error of a run that has changed something: without it, a second run would change it again. */
export function blameResult(thrown: unknown, made: ChangesMade | undefined): unknown {
  if (made === undefined || !(thrown instanceof CostctlError)) return thrown;
  if (thrown.code !== 'usage' && thrown.code !== 'file') return thrown;
  const { count, last } = made;
  const name = `${last.method} ${last.path}`;
  const what = count === 1 ? name : `${count} requests (the last is ${name})`;
  const isSafe = last.idempotent && last.method !== 'DELETE';
  return new CostctlError(
    thrown.code === 'file' ? 'file' : 'incomplete',
    `the service has carried out ${what}; after that: ${thrown.message}`,
    {
      hint: isSafe
        ? 'the same change can be sent again: it has the same effect'
        : 'look at what is there before you send it again',
      cause: thrown,
    },
  );
}
