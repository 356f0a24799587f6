import { CostctlError } from '../errors.ts';
import { pluralize } from '../text.ts';
import {
  type Change,
  compareValues,
  countDifferences,
  type Differences,
  type StoredValue,
} from './compare-values.ts';
import { createLabelSearch } from './known-labels.ts';
import type { Ledger } from './ledger.ts';
import { type MetricTools, openLedger } from './metric-tools.ts';
import { describeUnknownLabels, type SeenLabel } from './oddities.ts';
import { type ValuesFile, type ValuesFileChoice, withValuesFile } from './values-file.ts';

export interface StoredComparison {
  readonly ledger: Ledger;
  readonly extras?: Ledger | undefined;
  readonly inspection?: FileInspection | undefined;
  /** Announce first how many requests reading takes, even if they are few. */
  readonly isAnnounced: boolean | undefined;
  /**
   * How many values a request sends, if the file may be sent without comparing it: then stored values are
   * read only if that takes no more requests than sending. Undefined: they are always read.
   */
  readonly batchSize?: number | undefined;
}

/** The changes between a file and the stored values of its days, one by one. */
export function compareWithStored(
  tools: MetricTools,
  file: ValuesFile,
  comparison: StoredComparison,
): AsyncIterable<Change> {
  return compareValues(readStored(tools, file, comparison), sidesOf(file, comparison));
}

/**
 * The number of changes. Values that are stored with an equal amount leave the ledger; but if only the first
 * page was read, they leave it only if that saves a request.
 */
export function countWithStored(
  tools: MetricTools,
  file: ValuesFile,
  comparison: StoredComparison,
): Promise<Differences> {
  const { values } = file.tally;
  const { batchSize = 0, inspection } = comparison;
  const stored = readStored(tools, file, comparison);
  return countDifferences(
    stored,
    sidesOf(file, comparison),
    values,
    (equal) =>
      inspection?.isPartial() !== true ||
      Math.ceil((values - equal) / batchSize) < Math.ceil(values / batchSize),
  );
}

function sidesOf({ labelColumns, tally: { days } }: ValuesFile, comparison: StoredComparison) {
  const { ledger, extras } = comparison;
  return { ledger, labelColumns, days, extras };
}

/** From this many requests on, reading is always announced. */
const manyRequests = 100;

function readStored(
  { service, output, progress }: MetricTools,
  { tally: { from, to, values } }: ValuesFile,
  { inspection, isAnnounced, batchSize }: StoredComparison,
): AsyncIterable<StoredValue> {
  if (from === null || to === null) return none();
  const mostPages =
    batchSize === undefined ? Number.POSITIVE_INFINITY : Math.ceil(values / batchSize);
  const stored = service.readValues({ from, to }, (pages) => {
    const requests =
      pages === undefined ? 'an unknown number of requests' : pluralize(pages, 'request');
    if ((pages ?? Number.POSITIVE_INFINITY) > mostPages) {
      inspection?.stop(requests);
      return false;
    }
    if (isAnnounced || (pages ?? 0) >= manyRequests) {
      output.note(`first, the values stored from ${from} to ${to} are read: ${requests}`);
    }
    progress.start('reading the stored values');
    return true;
  });
  return inspection === undefined ? stored : watch(stored, inspection);
}

async function* watch(stored: AsyncIterable<StoredValue>, { see }: FileInspection) {
  for await (const value of stored) {
    see(value);
    yield value;
  }
}

async function* none(): AsyncGenerator<never> {}

/** Finds possible mistakes in a file of valid rows while its days are compared. */
type FileInspection = ReturnType<typeof inspectFile>;

/** Without --strict, at most this many pages are read to look for a label. */
const mostPages = 100;

export function inspectFile(tools: MetricTools, file: ValuesFile) {
  const { labelColumns, oddities, tally, choice } = file;
  const search = createLabelSearch<SeenLabel>(labelColumns, oddities.labels(), tools.service);
  let unread: string | undefined;

  async function labelMessages(): Promise<string[]> {
    const { from, to } = tally;
    if (from === null || to === null || search.missing().length === 0) return [];
    if (unread !== undefined) {
      tools.output.note(
        `labels were not checked: reading the stored values takes ${unread}; --strict reads them`,
      );
      return [];
    }
    tools.progress.start('looking for labels among the stored values');
    const limit = choice.strict ? Number.POSITIVE_INFINITY : mostPages;
    const searched = await search.searchOutside({ from, to }, limit);
    const unknown = search.missing();
    // The labels of a metric without values are all new.
    if (unknown.length === 0 || !search.sawValues()) return [];
    return [describeUnknownLabels(unknown, labelColumns, searched)];
  }

  /** After the comparison, the ledger contains only values that are not stored yet. */
  function inspectChanges(): void {
    if (!tally.hasNegative && (tally.to ?? '') <= oddities.today) return;
    for (const entry of file.ledger.entries()) oddities.addChange(entry);
  }

  return {
    see: search.see,
    /** Called if only the first page of the stored values is read, with how many requests all of them would take. */
    stop(requests: string) {
      unread = requests;
    },
    isPartial: () => unread !== undefined,
    /** Warns, or with --strict throws before anything is sent. Called after the comparison. */
    async finish() {
      inspectChanges();
      const messages = [...oddities.messages(), ...(await labelMessages())];
      if (unread === undefined && oddities.hasTooManyLabels()) {
        messages.push(
          'more than 100,000 different labels: not all were compared with the stored ones',
        );
      }
      tools.progress.stop();
      if (messages.length === 0) return;
      if (choice.strict) {
        throw new CostctlError(
          'invalid_data',
          `--strict: ${messages.join('; ')}; nothing was sent`,
          { hint: 'correct the file, or leave out --strict to import it with warnings' },
        );
      }
      for (const message of messages) tools.output.warn(message);
    },
  };
}

export interface DiffChoice extends ValuesFileChoice {
  readonly check?: boolean | undefined;
}

/** Prints the changes. `fails` may be called when all have been read. */
export type ShowChanges = (
  changes: AsyncIterable<Change>,
  fails: () => boolean,
  counts: RowCounts,
) => Promise<void>;

/** Rows of a file, and how many of them cannot be used. */
export interface RowCounts {
  readonly rows: number;
  readonly invalid: number;
}

/** Lists what importing a file would do, one value at a time. */
export async function diffFile(tools: MetricTools, choice: DiffChoice, show: ShowChanges) {
  await withValuesFile(tools, choice, (file) => diffValues(tools, choice, file, show));
}

async function diffValues(
  tools: MetricTools,
  choice: DiffChoice,
  file: ValuesFile,
  show: ShowChanges,
): Promise<void> {
  const extras = openLedger(tools);
  const inspection = inspectFile(tools, file);
  let changing = 0;
  async function* watchChanges(): AsyncGenerator<Change> {
    const { ledger } = file;
    const comparison = { ledger, extras, inspection, isAnnounced: true };
    for await (const change of compareWithStored(tools, file, comparison)) {
      if (change.change !== 'extra') changing += 1;
      yield change;
    }
  }
  try {
    await show(watchChanges(), () => changing > 0 || file.counts.invalid > 0, file.counts);
    await inspection.finish();
  } finally {
    extras.close();
  }
  await file.rejects.commit();
  if (file.counts.invalid > 0) {
    throw new CostctlError(
      'incomplete',
      `${file.counts.invalid} of ${file.counts.rows} rows cannot be used and were not compared`,
      { hint: 'correct them and compare again: --rejects FILE keeps them' },
    );
  }
  if (choice.check && changing > 0) throw wouldChange(changing);
}

export function wouldChange(values: number): CostctlError {
  return new CostctlError('check_failed', `an import would change ${pluralize(values, 'value')}`);
}
