import { CostctlError, ifFailed } from '../errors.ts';
import { isObject, type JsonValue } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { wordsIn } from '../text.ts';
import { type Http, queryOf } from './http.ts';
import { AnyResponse, type OperationRecord, type Query } from './operation.ts';
import { operations } from './operations.ts';
import { hasSecret, withoutSecrets } from './secret-names.ts';

/** A change to a built-in resource, with the record before it. */
export interface Change {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** JSON as sent by the service; null if it could not be read. */
  readonly before: string | null;
  /** Its fields that are not kept, because they had a text that was sent as a secret. */
  readonly omitted?: readonly string[] | undefined;
}

/** Stores a change before it is sent; the returned function marks it as not applied. */
export type RecordChange = (change: Change) => Promise<() => Promise<void>>;

export interface Journal {
  readonly record: RecordChange;
  readonly workspace: () => string | undefined;
  readonly warn: (message: string) => void;
  readonly isSecret: (text: string) => boolean;
}

/** An `Http` that stores the record that a PUT replaces or a DELETE removes. */
export function createJournaledHttp(http: Http, journal: Journal): Http {
  const { record, workspace, warn, isSecret } = journal;
  const send: Http['send'] = async (operation, call) => {
    const reading = findReading(operation);
    if (reading === undefined) return http.send(operation, call);
    const path = call?.path ?? {};
    // A PUT of a connection does not name a workspace, but reading it requires one.
    const workspaceId = reading.query && (call?.workspaceId ?? workspace());
    const query = {
      ...(workspaceId === undefined ? {} : { workspaceId }),
      ...Object.fromEntries(queryOf(call?.query)),
    };
    const found = await readBefore(http, reading, path, query);
    const kept = found === undefined ? undefined : withoutSecrets(found, isSecret);
    const before = kept === undefined ? null : stringifyJson(kept);
    const omitted = isObject(found)
      ? Object.keys(found).filter((name) => hasSecret(found[name], isSecret))
      : [];
    const cancel = await record({ operation: operation.id, path, query, before, omitted });
    try {
      const response = await http.send(operation, call);
      if (before === null) {
        warn('this change cannot be undone: the record before it could not be read');
      }
      return response;
    } catch (error) {
      // A request that may have been applied stays in the journal.
      if (error instanceof CostctlError && isRefusal(error)) await cancel();
      throw error;
    }
  };
  return { ...http, send };
}

type Reading = OperationRecord<Query, unknown, JsonValue | undefined>;

/** The operation that reads the record of a PUT or DELETE of a built-in resource. */
function findReading({ method, path }: { method: string; path: string }): Reading | undefined {
  if (method !== 'PUT' && method !== 'DELETE') return undefined;
  const all: readonly Reading[] = Object.values(operations) as unknown as readonly Reading[];
  const isBuiltIn = all.some((one) => one.method === method && one.path === path);
  return isBuiltIn
    ? all.find((one) => one.method === 'GET' && one.path === path && !one.paged)
    : undefined;
}

async function readBefore(
  http: Http,
  reading: Reading,
  path: Readonly<Record<string, string>>,
  query: Query,
): Promise<JsonValue | undefined> {
  // As sent: with typed ids as objects, which the response schemas do not describe.
  const asSent = { ...reading, response: AnyResponse };
  // After a failure, the change itself will report the problem.
  return http.send(asSent, { path, query, asSent: true }).catch(ifFailed(undefined));
}

/** The service rejected the request each time that it was sent: nothing was changed. */
function isRefusal({ code, details }: CostctlError): boolean {
  if (details.arrivedBefore === true) return false;
  return wordsIn(
    `invalid_request, unauthenticated, forbidden, not_found, conflict, rate_limited`,
  ).includes(code);
}
