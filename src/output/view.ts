/** How a person sees records. */
export interface View<T> {
  /** What a table shows, what a person wants first. Empty: every field. */
  readonly columns: readonly Column<T>[];
  /** What stands behind these where one thing is shown alone. */
  readonly details?: readonly Column<T>[];
  /** The documented fields in the order of the service's document; csv starts with these. */
  readonly fields?: readonly string[];
  /** Where columns are sentences, a terminal shows records not as rows, which would cut them. */
  readonly sentences?: Sentences;
}

/** Which columns are wrapped to the window, below each other; the others stand before them. */
export interface Sentences {
  readonly text: string;
  readonly hint: string;
  /** What the first column holds where a record tells of something bad. */
  readonly bad: string;
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
