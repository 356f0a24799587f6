import type { DayRange } from '../days.ts';
import type { Phrase, Said } from '../phrase.ts';
import type { ConvertedGroup } from '../questions/convert-currency.ts';
import type { Explained } from '../questions/explain-change.ts';
import type { ResultRow } from '../questions/result-rows.ts';
import type { TrendLine, TrendPeriod } from '../questions/trend-lines.ts';
import type { MetricDay, UnitOptions } from '../questions/unit-costs.ts';
import type { SectionId } from './report-document.ts';

/** The groups of the period and of the one that it is compared with. */
export interface Both {
  readonly before: readonly ConvertedGroup[];
  readonly after: readonly ConvertedGroup[];
}

/** Everything that a report is written from. All amounts are in the currency of the report, if it has one. */
export interface ReportFacts {
  readonly title: string | undefined;
  readonly period: DayRange;
  readonly baseline: DayRange;
  /** Whether there is data of the days before. Without it, their cost is not zero but unknown. */
  readonly isBaselineKnown: boolean;
  readonly areMonths: boolean;
  /** Days with any row, also one that meets no condition; undefined if they are not known. */
  readonly daysWithRows: ReadonlySet<string> | undefined;
  /** The days whose cost is known; undefined if they are not known. */
  readonly known: ReadonlySet<string> | undefined;
  /** By day, without groups. */
  readonly whole: Both;
  /** The column with the currency that amounts had before they were converted. */
  readonly original: string | undefined;
  readonly parts: readonly ({ readonly column: string } & Both)[];
  /** Groups of the first two columns together, which say why one of them changed. */
  readonly pairs: Both | undefined;
  /** Why the cost changed, by currency; empty if there are no days to compare with. */
  readonly explained: readonly Explained[];
  /** What each of some months cost. */
  readonly months: {
    readonly periods: readonly TrendPeriod[];
    readonly lines: readonly TrendLine[];
    /** For each currency, the cost that the metrics divide. */
    readonly divided: readonly TrendLine[];
  };
  /** How many rows of a table are shown; the others are added up. */
  readonly top: number;
  readonly units: readonly UnitFacts[];
  readonly budgets: readonly ResultRow[] | undefined;
  readonly outlook:
    | {
        readonly month: DayRange;
        /** The days that it learned from. */
        readonly known: DayRange;
        readonly rows: readonly ResultRow[];
      }
    | undefined;
  readonly allocation: { readonly column: string; readonly rows: readonly ResultRow[] } | undefined;
  readonly coverage:
    | {
        readonly required: readonly string[];
        readonly by: readonly string[];
        readonly rows: readonly ResultRow[];
        readonly all: readonly ResultRow[];
      }
    | undefined;
  readonly anomalies:
    | {
        readonly by: readonly string[];
        readonly rows: readonly ResultRow[];
        /** The days that are old enough to be judged. */
        readonly judged: DayRange;
        /** Whether none of them has a row: then no day was judged. */
        readonly isBlank: boolean;
      }
    | undefined;
  readonly leftOut: readonly LeftOut[];
  /** Conditions that every row meets: those of the question and of the mirror. */
  readonly conditions: readonly string[];
  /** Which rows were read, and which of their columns has the amounts, as a sentence. */
  readonly origin: string;
  /** Whether the data is there, as a sentence. */
  readonly data: Said;
  /** How amounts were converted, in sentences; empty if they were not. */
  readonly conversion: readonly Said[];
  /** What qualifies the figures, and the section that has them. */
  readonly caveats: readonly Caveat[];
  readonly warnings: readonly Phrase[];
}

export interface Caveat {
  readonly section: SectionId;
  readonly said: Said;
  /** Whether the figures of the section lack rows that should be there. */
  readonly isFaulty?: boolean;
}

export interface UnitFacts extends Pick<UnitOptions, 'known'> {
  readonly name: string;
  readonly unit: string;
  /** The values of the period, and those of the months if these are shown. */
  readonly values: readonly MetricDay[];
  /** As `divideCosts` makes them: one for each day, and one of everything for each currency. */
  readonly rows: readonly ResultRow[];
}

export interface LeftOut {
  readonly title: string;
  readonly why: Said;
}
