/** A body that is read while it is sent, and again if the request is repeated. */
export interface BodySource {
  /** Its bytes, if they are known beforehand. */
  readonly length?: number | undefined;
  readonly open: () => AsyncIterable<Uint8Array>;
  /** What a dry run shows in its place. */
  readonly summary?: unknown;
}

/** One request, said in the service's terms. */
export interface Request {
  readonly method: string;
  /** Path below the base address, already percent-encoded, beginning with `/`. */
  readonly path: string;
  readonly query?: URLSearchParams | undefined;
  /** The query as text that is percent-encoded already; it takes the place of `query`. */
  readonly rawQuery?: string | undefined;
  /** JSON text, unless a header says otherwise. */
  readonly body?: string | BodySource | undefined;
  /** Whether sending it twice does no more than sending it once. */
  readonly idempotent: boolean;
  /** Statuses that count as done; any other is an error. Default: every 2xx. */
  readonly success?: readonly number[] | undefined;
  /** Hand the answer over whatever its status (still after retries and waits). */
  readonly anyStatus?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called with the bytes of the response so far, and with all of them if that is known. */
  readonly onReceived?: ((bytes: number, whole: number | undefined) => void) | undefined;
  /** Memory for a body whose length is known before it comes; its own where this is not given. */
  readonly allocate?: ((size: number) => Buffer) | undefined;
}

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The whole body, decompressed. */
  readonly body: Buffer;
  /** How many times the request was sent. */
  readonly attempts: number;
  /** An earlier attempt may have been carried out: its answer was lost, or an error. */
  readonly arrivedBefore?: boolean;
}
