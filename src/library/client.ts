/** A number whose digits a double would not keep, as the service sent it. */
export interface ExactDigits {
  readonly text: string;
  toString(): string;
}

export type Json =
  | null
  | boolean
  | number
  | string
  | ExactDigits
  | readonly Json[]
  | { readonly [name: string]: Json };

/** A record whose fields the service does not publish. */
export type OpenRecord = { readonly [name: string]: Json };

/** A cost row: its columns are those of the service, amounts as exact as it sends them. */
export type CostRow = OpenRecord;

/** A value of a metric: one per day and set of labels. */
export interface MetricValue {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** A decimal as text, so that no digit is lost. */
  readonly amount: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface ImportCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

export interface CostQuestion {
  /** The first day, `YYYY-MM-DD`. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** Conditions as `--where` takes them: a row must meet all of them. */
  readonly where?: readonly string[];
}

export interface Options {
  /** Where the service is: https, or http for a loopback host. */
  readonly baseUrl: string;
  readonly token: string | (() => Promise<string>);
  /** For operations on a workspace, unless a call names another one. */
  readonly workspace?: string;
  /** Milliseconds that one attempt may wait for the service; default 60,000. */
  readonly timeout?: number;
  /** How often a failed request is sent again, if that is safe; default 4. */
  readonly retries?: number;
  /** Milliseconds that the rate limit may hold up a request; default 300,000. */
  readonly maxWait?: number;
  /** Requests at once, from 1 to 16; default 4. */
  readonly concurrency?: number;
  /** Ends everything that is under way. */
  readonly signal?: AbortSignal;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read; default: no proxy. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives each warning, such as a field that the service left out; default: none. */
  readonly warn?: (text: string) => void;
}

/** What a failed call throws. */
export interface Failure extends Error {
  /** As in `costctl help exit-codes`: `not_found`, `rate_limited`, `network` … */
  readonly code: string;
  readonly details: {
    readonly status?: number;
    /** What to do about it. */
    readonly hint?: string;
    /** What the service said. */
    readonly body?: string;
  };
}

/** What fills in an operation: the parameters of its path, its query and its body. */
export interface Call<Path, Query, Body> {
  readonly path?: Path;
  readonly query?: Query;
  readonly body?: Body;
}

interface AnyOperation {
  readonly call: Call<unknown, unknown, unknown>;
  readonly response: unknown;
}

export interface Client<
  Operations extends Record<keyof Operations, AnyOperation>,
  Lists extends Record<keyof Lists, AnyOperation>,
> {
  /** Sends one operation, by its name, and returns its response: checked, with every digit. */
  call<Id extends keyof Operations>(
    id: Id,
    call?: Operations[Id]['call'],
  ): Promise<Operations[Id]['response']>;
  /** The items of a list, page after page. */
  list<Id extends keyof Lists>(
    id: Id,
    call?: Lists[Id]['call'],
  ): AsyncGenerator<Lists[Id]['response']>;
  /** The cost rows of whole days. Their number is proven against the service's own count. */
  costs(question: CostQuestion): AsyncGenerator<CostRow>;
  /** Imports values in batches. Each replaces what is stored for its day and labels, so it may be repeated. */
  importValues(
    metric: string,
    values: Iterable<MetricValue> | AsyncIterable<MetricValue>,
  ): Promise<ImportCounts>;
  /** Closes the connections. */
  close(): Promise<void>;
}
