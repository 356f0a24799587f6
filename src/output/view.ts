export type Row = Readonly<Record<string, unknown>>;

export type Records = AsyncIterable<unknown> | Iterable<unknown>;

export interface View<T> {
  /** The columns of a table, the most important first. Empty: every field. */
  readonly columns: readonly Column<T>[];
  /**
   * For records whose fields are not published: columns derived from the records themselves. Used
   * instead of `columns`; all other columns follow and are left out first.
   */
  readonly suggest?: (records: readonly Row[]) => readonly Column<T>[];
  /** Further columns if a single record is shown. */
  readonly details?: readonly Column<T>[];
  /** The documented fields in the order of the service's document; csv starts with these. */
  readonly fields?: readonly string[];
  /** For columns with sentences: a terminal shows each record as wrapped text, not as a cut row. */
  readonly sentences?: Sentences;
  /** For records with long values that must be read in full: a terminal shows a line for each field. */
  readonly stacked?: boolean;
  /** The answer as sentences, above the table. */
  readonly lead?: readonly string[];
  /** What the figures of an answer are, as one line and as data. */
  readonly about?: Described | undefined;
  /** What qualifies figures that have no caption; later also what the run has warned of. */
  readonly warnings?: readonly string[];
  /** What the records lack. Only the document says it: the error that the action ends with is on stderr. */
  readonly lacks?: string | undefined;
  /** The part of the list that was asked for. Only documents say it, and captions in their own way. */
  readonly part?: string | undefined;
  /** Records before which a table has an empty line, because the rows that follow add up on their own. */
  readonly apart?: ReadonlySet<unknown>;
  /** Lines below the table, neither wrapped nor cut: commands to copy. */
  readonly foot?: readonly string[];
  /** For people, in place of a list without records. */
  readonly empty?: string | undefined;
  /** For people, in place of the fields of a single record: the result in one line. */
  headline?(record: T): string;
}

export interface Described {
  /** For people: the first line of a table. */
  readonly caption: string;
  /** For programs: `about` in json. */
  readonly facts: {
    readonly warnings: readonly string[];
    /** Remarks that are no reason to worry: with --quiet they are in the document only. */
    readonly notes: readonly string[];
    readonly completeness?: { readonly complete: boolean; readonly text: string };
  };
  /** What the caption already says of every row, by the path of the column that would repeat it. */
  readonly said: Readonly<Record<string, string>>;
  /** Whether a list becomes `{"about": …, "data": […]}`. */
  readonly envelope: boolean;
}

/** What qualifies the figures, as lines of a document. */
export function qualifiers({ about, warnings = [], lacks }: View<unknown>): string[] {
  const facts = about?.facts ?? { notes: [], warnings: [] };
  return [
    ...(lacks === undefined ? [] : [`incomplete: ${lacks}`]),
    ...facts.notes.map((note) => `note: ${note}`),
    ...new Set([...facts.warnings, ...warnings].map((warning) => `warning: ${warning}`)),
  ];
}

/** Which part of the list a document without a caption has. */
export function partOf({ about, part }: View<unknown>): string[] {
  return about !== undefined || part === undefined ? [] : [`note: ${part}`];
}

/** What qualifies the figures, and whether they are complete, for a document that has no caption. */
export function unsaid(view: View<unknown>): string[] {
  const { completeness } = view.about?.facts ?? {};
  const isComplete = completeness === undefined || completeness.complete;
  return [...(isComplete ? [] : [`note: ${completeness.text}`]), ...qualifiers(view)];
}

export function addWarnings<T>(view: View<T>, warned: readonly string[]): View<T> {
  const { about, warnings } = view;
  if (warned.length === 0 || (about === undefined && warnings === undefined)) return view;
  if (about === undefined) return { ...view, warnings: [...(warnings ?? []), ...warned] };
  const all = [...new Set([...warned, ...about.facts.warnings])];
  return { ...view, about: { ...about, facts: { ...about.facts, warnings: all } } };
}

/** Which columns are wrapped to the window, one below the other; the others come before them. */
export interface Sentences {
  readonly text: string;
  readonly hint: string;
  /** The value of the first column if the record reports a problem. */
  readonly bad: string;
}

export interface Column<T> {
  readonly path: Extract<keyof T, string> | (string & {});
  readonly header?: string;
  /** The kind of its values: decides how a table formats, aligns, colours and shortens them. */
  readonly kind?: Kind;
  /** The property that says how many steps the text of a table is indented. */
  readonly indent?: string | undefined;
  /** With kind `money`: the property path of the currency. Without one, amounts have two decimals. */
  readonly currency?: string;
  /** With kind `money`: whether this record has a plain number there, such as the cost of one order. */
  readonly isNumber?: (record: Row) => boolean;
  /** With kind `money`: whether this record has a percentage there, beside others that have amounts. */
  readonly isPercent?: (record: Row) => boolean;
  /** Whether there are more than the number says: then a plus follows it. */
  readonly isMore?: (record: Row) => boolean;
  /** What happens to the column if the window is too narrow. */
  readonly importance?: Importance;
  /** Its header if the window is too narrow for the whole one. */
  readonly brief?: string;
  /** Never cut if it takes at most half of the window, such as an email address; `always`: never cut. */
  readonly whole?: boolean | 'always';
  /** The text for people in place of a missing value. */
  readonly none?: string | ((record: Row) => string);
  /** With kind `money`: the limit by which amounts are judged, or its path. No amount is rounded across it. */
  readonly limit?: string | ((record: Row) => unknown);
  /** Its values are changes: an increase has a plus. */
  readonly signed?: boolean;
  /** Named by the person who asked, and therefore never moved into the caption. */
  readonly asked?: boolean;
  /** It distinguishes rows, as a column that was asked for does: others are left out to show it whole. */
  readonly names?: boolean;
  /**
   * Whether the column moves into the caption if every row has the same value. By default text does; anything else
   * only with `true`, and if no value needs attention.
   */
  readonly moves?: boolean;
  /** The text for people, in place of the value; used in tables and markdown only. */
  readonly cell?: (value: unknown, look: Look, record: Row) => string;
}

/**
 * - `money`: with separators and the currency's own decimals; right-aligned
 * - `number`: with separators; right-aligned
 * - `percent`: the same, with two decimals
 * - `timestamp`: on a terminal, with its age, or only its age if there is little room
 * - `state`: red or green if the word says that something is wrong or right
 * - `text`: the first to be shortened
 */
export type Kind = 'money' | 'number' | 'percent' | 'timestamp' | 'state' | 'text';

export function isFigure({ kind }: Column<unknown>): boolean {
  return kind === 'money' || kind === 'number' || kind === 'percent';
}

export function knownColumns(
  { columns, details = [], suggest }: View<unknown>,
  records: readonly Row[],
): readonly Column<unknown>[] {
  return [...(suggest?.(records) ?? columns), ...details];
}

/**
 * - `key`: what distinguishes rows, and the figure that answers: shown at any width, and alone if need be
 * - `answer`: the purpose of the command: left out only for `key` columns. Without those, if the window is
 *   too narrow, each record is shown as one line per field.
 * - `normal`: the default; left out from the right, after the extras
 * - `series`: one of several alike, such as months: the oldest, at the left, is left out first
 * - `extra`: left out before all others
 */
export type Importance = 'key' | 'answer' | 'normal' | 'series' | 'extra';

/** Whether the column is left out last, if at all. */
export function isNeeded(importance: Importance | undefined): importance is 'key' | 'answer' {
  return importance === 'key' || importance === 'answer';
}

export interface Look {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the text goes to a terminal: then times have their age. */
  readonly terminal: boolean;
  /** Whether amounts and numbers are shown as they came. */
  readonly exact: boolean;
}

/** Whether a state is fine or needs attention. */
export type Tone = 'good' | 'bad';

/** What a command produced, read completely: many records, or one. */
export type Result =
  | { readonly kind: 'list'; readonly records: readonly unknown[] }
  | { readonly kind: 'one'; readonly record: unknown };

export async function collect(records: Records): Promise<Result> {
  if (Array.isArray(records)) return { kind: 'list', records };
  const collected: unknown[] = [];
  for await (const record of records) collected.push(record);
  return { kind: 'list', records: collected };
}

export function recordsOf(result: Result): readonly unknown[] {
  return result.kind === 'list' ? result.records : [result.record];
}

export function resultOf(value: unknown): Result {
  return Array.isArray(value) ? { kind: 'list', records: value } : { kind: 'one', record: value };
}
