/** How a person sees records. */
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
