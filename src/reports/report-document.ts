import type { DayRange } from '../days.ts';
import type { Figure, Phrase, Said } from '../phrase.ts';

export type Cell =
  | Figure
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly value: Said };

/** The meaning of a colour; text or position expresses it too. */
export type Tone = 'main' | 'second' | 'up' | 'down' | 'rest';

export interface Bar {
  /** Shares of the whole width. */
  readonly parts: readonly { readonly from: number; readonly to: number; readonly tone: Tone }[];
  /** A line across the bar, such as a limit. */
  readonly mark?: number | undefined;
}

export interface TableRow {
  readonly cells: readonly Cell[];
  readonly bar?: Bar | undefined;
  /** Whether it is the sum of the rows before it. */
  readonly isTotal?: boolean;
  /** Whether it is a part of a row above, and its name is indented: so are the lines that follow the first. */
  readonly isPart?: boolean;
}

export interface TableColumn {
  readonly header: Phrase;
  readonly align: 'left' | 'right';
  /** Whether it is left out if there is no room: the other columns show it too. */
  readonly isExtra?: boolean;
}

export interface Table {
  readonly caption: Phrase;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** What the colours of the bars mean. */
  readonly legend?: Legend;
  /** Whether it is shown only on request, as it has many rows that a chart already shows. */
  readonly isFolded?: boolean;
}

/** What each colour means, in the order of the page. `none` marks what is not known. */
type Legend = Readonly<Partial<Record<Tone | 'none', Said>>>;

/** Columns over time. Sizes are doubles: a picture needs no more digits. */
export interface ColumnChart {
  /** What the chart shows, for readers who cannot see it. */
  readonly label: Phrase;
  readonly points: readonly {
    readonly label: Said;
    /** Undefined if it is not known, which is not zero. */
    readonly value: number | undefined;
    readonly before?: number | undefined;
  }[];
  /** All that the chart may have: a reader sees those that it has. */
  readonly legend: Legend;
}

export interface Section {
  readonly title: Said;
  readonly lead?: readonly Phrase[];
  readonly charts?: readonly ColumnChart[];
  readonly tables?: readonly Table[];
}

export const sectionIds = [
  'total',
  'changes',
  'daily',
  'months',
  'by',
  'unit',
  'budgets',
  'outlook',
  'allocation',
  'coverage',
  'anomalies',
] as const;

export type SectionId = (typeof sectionIds)[number];

/** The one number at the top, and why it differs from that of the period before. */
export interface Headline {
  readonly total: Figure;
  readonly comparison: Phrase;
  readonly direction: 'up' | 'down' | 'same';
  readonly reasons: readonly Phrase[];
  /** What the running month will cost. */
  readonly outlook: Phrase | undefined;
}

export interface ReportDocument {
  readonly title: string;
  readonly period: DayRange;
  readonly isMonth: boolean;
  /** Whether any amount has a currency: then those without one say so. */
  readonly hasCurrencies: boolean;
  readonly headlines: readonly Headline[];
  readonly sections: readonly Section[];
  /** Sections that have no input, and what they need. */
  readonly leftOut: readonly { readonly title: string; readonly why: Phrase }[];
  readonly footer: readonly Phrase[];
}

export function periodHeading({ period, isMonth }: ReportDocument): Phrase {
  if (period.to >= period.from) return periodPhrase(period, isMonth);
  return ['No complete day from ', { kind: 'day', value: period.from }, ' on'];
}

/** A month by its name, other periods by their first and last days. */
export function periodPhrase({ from, to }: DayRange, isMonth: boolean): Phrase {
  if (to < from) return ['the period from ', { kind: 'day', value: from }];
  if (isMonth) return [{ kind: 'month', value: from.slice(0, 7) }];
  if (from === to) return [{ kind: 'day', value: from }];
  return [{ kind: 'day', value: from }, ' to ', { kind: 'day', value: to }];
}
