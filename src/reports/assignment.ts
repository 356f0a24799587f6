import type { DayRange } from '../days.ts';
import type { Phrase, Said } from '../phrase.ts';
import type { AllocationRule } from '../questions/allocation-rules.ts';
import type { MetricWeights } from '../questions/allocation-weights.ts';
import type { Budget } from '../questions/budgets-file.ts';
import type { Conversion, ConvertedGroup } from '../questions/convert-currency.ts';
import type { Unmet } from '../questions/judge-budgets.ts';
import type { TrendPeriod } from '../questions/trend-lines.ts';
import type { CostColumns } from '../rows/require-columns.ts';
import type { Group } from '../rows/tally.ts';
import type { Condition } from '../rows/where-language.ts';
import type { Explaining } from './explain-facts.ts';
import type { OutlookDays } from './outlook-facts.ts';
import type { Reading, ReadingOptions } from './read-once.ts';
import type { SectionId } from './report-document.ts';
import type { ReportFacts, UnitFacts } from './report-facts.ts';

/** What a report is to say, of which rows. */
export interface Assignment
  extends Omit<ReadingOptions, 'questions'>,
    Pick<ReportFacts, 'title' | 'period' | 'baseline' | 'isBaselineKnown' | 'areMonths' | 'top'> {
  /** The UTC day of the run. */
  readonly today: string;
  /** The last day that is older than the usual lag. */
  readonly settled: string;
  /** The last days on which a source may still get rows; `met` are the sources that matter, by default all. */
  readonly findAwaited: (
    reading: Pick<Reading, 'read' | 'sources'>,
    met?: ReadonlySet<string | null>,
  ) => ReadonlySet<string>;
  readonly sections: readonly SectionId[];
  readonly by: readonly string[];
  readonly budgets: readonly Budget[] | undefined;
  readonly allocation:
    | {
        readonly by: string;
        readonly rules: readonly AllocationRule[];
        readonly weights: MetricWeights;
        readonly gaps: readonly Phrase[];
      }
    | undefined;
  readonly required: readonly string[];
  readonly units: readonly Pick<UnitFacts, 'name' | 'unit' | 'values'>[];
  /** Undefined without days to compare with. */
  readonly explain: Explaining | undefined;
  /** The month of the period, and those before it. */
  readonly months: readonly TrendPeriod[];
  /** Converts amounts to one currency; `byDay` if that needs the day of each amount. */
  readonly conversion: Converter | undefined;
  /** The cost that the metrics divide, if it is not all. */
  readonly unitScope: Condition | undefined;
  /** The days of the outlook, or why the report has no outlook. */
  readonly outlook: OutlookDays | Said;
  /** Days before the period that show what is usual. */
  readonly history: readonly DayRange[];
  /** Says nothing if there is nothing to say. */
  readonly warn: (section: SectionId, message: Said | undefined) => void;
  /** The command that shows whether the rows of the period are there. */
  readonly showSources: string;
  /** Why no row meets the conditions of some budgets, by their places. */
  readonly explainUnmet: (unmet: Unmet) => Promise<ReadonlyMap<number, Said>>;
}

export interface Converter {
  readonly byDay: boolean;
  readonly convert: (
    groups: readonly Group[],
    columns: CostColumns | undefined,
    /** By default to the currency of the report. */
    changes?: Partial<Pick<Conversion, 'target' | 'keepsOriginals' | 'mayLack'>>,
  ) => Promise<readonly ConvertedGroup[]>;
}
