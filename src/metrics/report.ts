import { CostctlError } from '../errors.ts';
import type { IntakeCounts } from './intake.ts';
import type { Sent } from './send.ts';
import type { Tally } from './tally.ts';

/** The result of an import; `rows` and `values` are each the sum of what became of them. */
export interface ImportReport {
  readonly metric: string;
  readonly rows: number;
  readonly values: number;
  readonly merged: number;
  readonly invalid: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly resent: number;
  readonly batches: number;
  /** Of the values, exact. */
  readonly sum: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Stored values of the file's days that the file lacks. */
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

export function createReport(
  metric: string,
  { rows, merged, invalid }: IntakeCounts,
  { values, sum, from, to }: Tally,
  { created, updated, unchanged, failed, resent, batches }: Sent,
): ImportReport {
  return {
    metric,
    rows,
    values,
    merged,
    invalid,
    created,
    updated,
    unchanged,
    failed,
    resent,
    batches,
    sum,
    from,
    to,
  };
}

export interface Shortfall {
  readonly report: ImportReport;
  /** Extra values that were to be set to 0. */
  readonly toZero: number;
  /** Values that read back otherwise than they were sent. */
  readonly different?: number | undefined;
  /** Why not all could be read back. */
  readonly unverified?: string | undefined;
  /** Why the first batch failed. */
  readonly firstFailure?: string | undefined;
  readonly rejects?: string | undefined;
}

/** What an import that ran to its end left undone; undefined where it left nothing. */
export function findShortfall(shortfall: Shortfall): CostctlError | undefined {
  const { report, toZero, different = 0, unverified, firstFailure, rejects } = shortfall;
  const { rows, values, merged, invalid, created, updated, unchanged, failed } = report;
  const why = firstFailure === undefined ? '' : `: ${firstFailure}`;
  const told = created + updated + unchanged;
  const zeroed = report.zeroed ?? 0;
  const parts = [
    invalid > 0 && `${invalid} of ${rows} rows cannot be used`,
    failed > 0 && `${failed} of ${values} values were not stored${why}`,
    told + failed !== values && `the service counted ${told} of ${values - failed} values sent`,
    rows !== values + merged + invalid && `${rows} rows became ${values + merged + invalid}`,
    zeroed !== toZero && `${toZero - zeroed} of ${toZero} extra values were not set to 0${why}`,
    different > 0 && `${different} values read back otherwise than they were sent`,
    unverified !== undefined && `the values could not be read back: ${unverified}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return undefined;
  const hint =
    rejects === undefined
      ? 'the same command again is safe: what is stored stays unchanged; --rejects FILE keeps the rows left out'
      : `the rows left out are in ${rejects}, which import reads`;
  return new CostctlError('incomplete', parts.join('; '), { hint });
}
