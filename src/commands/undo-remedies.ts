import type { Http } from '../api/http.ts';
import type { OperationRecord, Query } from '../api/operation.ts';
import { operations } from '../api/operations.ts';
import type { LoggedChange } from '../change-log.ts';
import type { JsonObject } from '../json/number.ts';

interface Remedy {
  /** What people read in the list. */
  readonly words: string;
  /** Sending it twice would create two records. */
  readonly once?: true;
  readonly send: (http: Http, change: LoggedChange, record: JsonObject) => Promise<unknown>;
  /** What the change replaced of the record: it must be as before. */
  readonly restores: (record: JsonObject) => JsonObject;
  readonly note?: string;
}

/** How each change is undone; deleting a workspace or a provider cannot be. */
export const remedies: ReadonlyMap<string, Remedy> = new Map(
  Object.entries<Remedy>({
    updateWorkspace: putBack(operations.updateWorkspace),
    updateWorkspaceProvider: putBack(operations.updateWorkspaceProvider),
    updateProvider: putBack(
      operations.updateProvider,
      'credentials and settings stay as they are: the service does not return them',
    ),
    updateBusinessMetric: putBack(operations.updateBusinessMetric),
    updateSavedFilter: putBack(operations.updateSavedFilter),
    deleteSavedFilter: createAgain(operations.createSavedFilter),
    deleteBusinessMetric: createAgain(
      operations.createBusinessMetric,
      'the values of the metric were not restored: import them again',
    ),
    deleteWorkspaceProvider: createAgain(operations.createWorkspaceProvider),
  }),
);

export const hints: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    deleteProvider: 'costctl providers connect connects it again, under a new id',
    deleteWorkspace: 'costctl workspaces create creates an empty one, under a new id',
  }),
);

type AnyOperation<Parameters extends Query, Body> = OperationRecord<Parameters, Body, unknown>;

function putBack<Parameters extends Query, Body>(
  operation: AnyOperation<Parameters, Body>,
  note?: string,
): Remedy {
  return {
    words: 'restores the earlier values',
    ...(note === undefined ? {} : { note }),
    send: (http, { path, query }, record) =>
      http.send(operation, {
        path,
        query: new URLSearchParams(operation.query === undefined ? {} : query),
        body: writable(operation, record),
      }),
    // The service itself changes other fields, such as the time of a sync.
    restores: (record) => writable(operation, record),
  };
}

function createAgain<Parameters extends Query, Body>(
  operation: AnyOperation<Parameters, Body>,
  note?: string,
): Remedy {
  return {
    words: 'creates it again',
    once: true,
    ...(note === undefined ? {} : { note }),
    send: (http, { query }, record) =>
      http.send(operation, { body: writable(operation, { ...query, ...record }) }),
    restores: (record) => record,
  };
}

/** The fields of a record that a request of the operation can set; all of them if its body is not published. */
function writable<Body>({ request }: { readonly request?: unknown }, record: JsonObject): Body {
  const shape =
    typeof request === 'object' && request !== null && 'shape' in request
      ? request.shape
      : undefined;
  const names = shape === undefined ? Object.keys(record) : Object.keys(Object(shape));
  const entries = names.filter((name) => name in record).map((name) => [name, record[name]]);
  // The record came from the service, and the schema of the request checks it before it is sent.
  return Object.fromEntries(entries) as Body;
}
