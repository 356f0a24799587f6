import { usageError } from '../errors.ts';

/** A body that is read while it is sent, and again for each retry. */
export interface BodySource {
  /** Its size in bytes, if known in advance. */
  readonly length?: number | undefined;
  readonly open: () => AsyncIterable<Uint8Array>;
  /** What a dry run shows in its place. */
  readonly summary?: unknown;
}

/** Where the body of a response goes while it arrives. */
export interface BodyTarget {
  /** Resolves when there is room for more. Await each call before the next. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** The body is complete. */
  readonly end?: () => Promise<void>;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
}

export interface Request {
  readonly method: string;
  /** Path below the base address, already percent-encoded, starting with `/`. */
  readonly path: string;
  /** The path of its operation, with `{parameters}`: one for all records. */
  readonly template?: string | undefined;
  readonly query?: URLSearchParams | undefined;
  /** The query as percent-encoded text; replaces `query`. */
  readonly rawQuery?: string | undefined;
  /** JSON text, unless a header says otherwise. */
  readonly body?: string | BodySource | undefined;
  /** Whether sending it twice has the same effect as sending it once. */
  readonly idempotent: boolean;
  /** Whether there is nothing that it may have changed, whatever its method. */
  readonly changesNothing?: boolean | undefined;
  /** Statuses that count as success; any other is an error. Default: every 2xx. */
  readonly success?: readonly number[] | undefined;
  /** Return the response whatever its status (still after retries and waits). */
  readonly anyStatus?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called with the bytes received so far, and with the total if known. */
  readonly onReceived?: ((bytes: number, whole: number | undefined) => void) | undefined;
  /**
   * Takes the body of a successful response while it arrives; the response then has an empty body. Called
   * again for each attempt, whose body starts over. Undefined: the body is collected.
   */
  readonly receive?: ((head: ResponseHead) => BodyTarget | undefined) | undefined;
  /** Memory for a body of known length; allocated internally if this is not given. */
  readonly allocate?: ((size: number) => Buffer) | undefined;
  /** The caller awaits `prepared` itself before it parses the body, and can send other requests until then. */
  readonly isReadLater?: boolean | undefined;
  /** Texts in it that are secret, whatever the names of their fields are. */
  readonly secrets?: readonly string[] | undefined;
  /** What it sends and receives are many records without credentials: searching them for secrets would take long. */
  readonly hasNoSecrets?: boolean | undefined;
}

export interface Response extends ResponseHead {
  /** The whole body, decompressed. */
  readonly body: Buffer;
  readonly attempts: number;
  /** An earlier attempt may have been carried out: its response was lost, or was an error. */
  readonly arrivedBefore?: boolean;
  /** Called before the body is quoted: it may repeat what was sent as a secret. */
  readonly hideSent?: () => void;
  /** Resolves once a signal can end the program even while it parses a large body. */
  readonly prepared?: Promise<void> | undefined;
}

/** Fills in the `{parameters}` of a path. A value can neither leave its segment nor climb out of it. */
export function fillPath(template: string, values: Readonly<Record<string, string>> = {}): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_hole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === '') throw usageError(`${name} must not be empty`);
    return encodeSegment(name, value);
  });
}

function encodeSegment(name: string, value: string): string {
  // Proxies and servers resolve segments of dots, even percent-encoded ones.
  if (value === '.' || value === '..') throw usageError(`${name} must not be "${value}"`);
  if (/\p{Surrogate}/u.test(value)) throw usageError(`${name} cannot be part of a path`);
  return encodeURIComponent(value);
}

/** Rejects paths that would not reach the service as written. */
export function checkPath(path: string): string {
  if (!path.startsWith('/')) throw usageError(`a path must begin with "/": ${path}`);
  if (!/^[\x21-\x7e]+$/.test(path) || /[#?\\]/.test(path)) {
    throw usageError(
      `the path has characters that must be percent-encoded: ${path}`,
      'give a query as --param key=value',
    );
  }
  if (path.split('/').some((segment) => /^(\.|%2[eE]){1,2}$/.test(segment))) {
    throw usageError(`a path must not have "." or ".." in it: ${path}`);
  }
  return path;
}
