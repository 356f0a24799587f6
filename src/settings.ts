import type { Format } from './output/formats.ts';

/** A value and where it came from. */
export interface Setting<T> {
  readonly value: T;
  readonly source: 'flag' | 'environment' | 'profile' | 'default';
  /** `--base-url`, `COSTCTL_BASE_URL`, `profile work`, or empty for a default. */
  readonly origin: string;
}

export interface Settings {
  readonly profile: Setting<string | undefined>;
  readonly baseUrl: Setting<string | undefined>;
  /** Where the token will come from; the token itself is read on the first request. */
  readonly token: Setting<TokenSource | undefined>;
  readonly workspace: Setting<string | undefined>;
  readonly output: Setting<Format>;
  /** Seconds. */
  readonly maxWait: Setting<number>;
  /** Seconds. */
  readonly timeout: Setting<number>;
  readonly retries: Setting<number>;
  readonly concurrency: Setting<number>;
  readonly configFolder: Setting<string>;
  readonly sandbox: boolean;
  readonly quiet: boolean;
  readonly debug: boolean;
  readonly noInput: boolean;
  /** undefined: decided for each stream by whether it is a terminal. */
  readonly color: boolean | undefined;
  /** Profile keys for cost columns. */
  readonly dateColumn?: string | undefined;
  readonly amountColumn?: string | undefined;
  readonly currencyColumn?: string | undefined;
}

export type TokenSource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly command: string };

/** The options of every command, as commander hands them over: texts, not yet checked. */
export interface GlobalFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly workspace?: string;
  readonly output?: string;
  readonly maxWait?: string;
  readonly timeout?: string;
  readonly retries?: string;
  readonly concurrency?: string;
  readonly color?: boolean;
  readonly quiet?: boolean;
  readonly debug?: boolean;
  readonly input?: boolean;
  readonly sandbox?: boolean;
}
