import { CostctlError } from '../errors.ts';
import { pluralize } from '../text.ts';
import type { IntakeCounts } from './intake.ts';
import type { Sent } from './send-batches.ts';
import type { Tally } from './value-tally.ts';

/** The result of an import; `rows` and `values` are each the sum of their outcomes. */
export interface ImportReport extends ReturnType<typeof createReport> {
  /** Stored values of the file's days that are missing in the file. */
  readonly extra?: number;
  /** How many of those were set to 0. */
  readonly zeroed?: number;
  readonly dryRun?: true;
}

export const reportFields = [
  'metric',
  'rows',
  'values',
  'merged',
  'invalid',
  'created',
  'updated',
  'unchanged',
  'failed',
  'resent',
  'batches',
  'sum',
  'from',
  'to',
] as const satisfies readonly (keyof ImportReport)[];

export interface ReportParts {
  readonly metric: string;
  readonly counts: IntakeCounts;
  readonly tally: Tally;
  readonly sent: Sent;
  /** Values not sent because they were stored with the same amount. */
  readonly skipped: number;
}

export function createReport({ metric, counts, tally, sent, skipped }: ReportParts) {
  const { rows, merged, invalid } = counts;
  const { values, sum, from, to } = tally;
  const { created, updated, failed, resent, batches } = sent;
  const unchanged = sent.unchanged + skipped;
  return {
    ...{ metric, rows, values, merged, invalid },
    ...{ created, updated, unchanged, failed, resent, batches },
    ...{ sum, from, to },
  };
}

/** `2 created, 3 updated, 10 unchanged` */
export function summarizeCounts(counts: Pick<ImportReport, 'created' | 'updated' | 'unchanged'>) {
  return `${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged`;
}

/** The result in one line: the counts, and what else happened. */
export function summarizeReport(report: ImportReport): string {
  const others = [
    [report.failed, 'failed'],
    [report.invalid, 'invalid'],
    [report.merged, 'merged'],
    [report.resent, 'sent again'],
    [report.extra, 'not in the file'],
    [report.zeroed, 'set to 0'],
  ] as const;
  const said = others.flatMap(([count = 0, what]) => (count > 0 ? [`${count} ${what}`] : []));
  const line = [summarizeCounts(report), ...said].join(', ');
  return report.dryRun === true ? `${line} (dry run: nothing was sent)` : line;
}

export interface Shortfall {
  readonly report: ImportReport;
  /** Extra values that should have been set to 0. */
  readonly toZero: number;
  /** Values that differ when read back. */
  readonly different?: number | undefined;
  /** Why not all could be read back. */
  readonly unverified?: string | undefined;
  /** Why the first batch failed. */
  readonly firstFailure?: string | undefined;
  /** How many of the failed values may be stored all the same. */
  readonly unsure?: number;
  readonly rejects?: string | undefined;
  /** Why the result or the rejects could not be written. */
  readonly unwritten?: readonly string[];
}

/** What a completed import left undone; undefined if nothing. */
export function findShortfall(shortfall: Shortfall): CostctlError | undefined {
  const {
    report,
    toZero,
    different = 0,
    unverified,
    firstFailure,
    unsure = 0,
    rejects,
    unwritten = [],
  } = shortfall;
  const { rows, values, merged, invalid, created, updated, unchanged, failed } = report;
  const why = firstFailure === undefined ? '' : `: ${firstFailure}`;
  const counted = created + updated + unchanged;
  const zeroed = report.zeroed ?? 0;
  const parts = [
    invalid > 0 && `${invalid} of ${rows} rows cannot be used`,
    failed > 0 &&
      `${failed} of ${values} values ${unsure > 0 ? 'may not be stored' : 'were not stored'}${why}`,
    counted + failed !== values &&
      `the service counted ${counted} of ${values - failed} values sent`,
    rows !== values + merged + invalid && `${rows} rows became ${values + merged + invalid}`,
    zeroed !== toZero && `${toZero - zeroed} of ${toZero} extra values were not set to 0${why}`,
    different > 0 && `${pluralize(different, 'value')} did not read back as sent`,
    unverified !== undefined && `the values could not be read back: ${unverified}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return undefined;
  const isLeftOut = invalid + failed > 0;
  const again =
    parts.length === 1 && invalid > 0
      ? // A row that cannot be used stays so, however often it is sent.
        'correct them and run the command again: stored values stay unchanged; --rejects FILE keeps them'
      : `run the same command again: stored values stay unchanged${isLeftOut ? '; --rejects FILE keeps the rows left out' : ''}`;
  const hint =
    rejects === undefined || !isLeftOut
      ? again
      : `the rows left out are in ${rejects}, which import reads`;
  return new CostctlError('incomplete', [...parts, ...unwritten].join('; '), { hint });
}
