/** Where results go. A command hands over records and says how they look; nothing else prints. */
export interface Output {
  /** A list: one array in json, a row a record elsewhere. */
  readonly list: <T>(records: AsyncIterable<T> | Iterable<T>, view: View<T>) => Promise<void>;
  /** A single thing: one object in json, a two-column table for people. */
  readonly one: <T>(record: T | Promise<T>, view?: View<T>) => Promise<void>;
  /** Text as it is: a script, a path, a body that came from the service. */
  readonly text: (text: string | Uint8Array) => Promise<void>;
  /** Something worth knowing, on stderr; silent with --quiet. */
  readonly note: (message: string) => void;
  /** Something that a person should see even in a log, on stderr; said once for each message. */
  readonly warn: (message: string) => void;
}

export interface View<T> {
  /** What a table shows, what a person wants first. Empty: every field. */
  readonly columns: readonly Column<T>[];
  /** The documented fields in the order of the service's document; csv starts with these. */
  readonly fields?: readonly string[];
}

export interface Column<T> {
  /** Property path, with dots into objects. */
  readonly path: Extract<keyof T, string> | (string & {});
  readonly header?: string;
  /** How a person reads it; used in tables only. */
  readonly cell?: (value: unknown, look: Look) => string;
}

export interface Look {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether a person looks at a terminal: then an age may stand beside a date. */
  readonly terminal: boolean;
}
