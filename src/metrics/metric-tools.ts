import { tmpdir } from 'node:os';
import type { BatchCounts, DayWindow } from '../api/metric-calls.ts';
import type { Context } from '../context.ts';
import type { CostctlError } from '../errors.ts';
import type { StoredValue } from './compare-values.ts';
import { createLedger, type Ledger } from './ledger.ts';

/** The operations on one metric, and what else a flow needs from the run. Supplied by the command. */
export interface MetricTools {
  readonly service: MetricOperations;
  readonly output: {
    readonly note: (message: string) => void;
    readonly warn: (message: string) => void;
    /** Whether an error means that the output was closed, as with `| head`. */
    readonly isClosed: (thrown: unknown) => boolean;
  };
  readonly progress: {
    readonly start: (text: string) => void;
    readonly update: (text: string, shorter?: string) => void;
    readonly stop: () => void;
  };
  readonly context: Pick<
    Context,
    'stdin' | 'signal' | 'processId' | 'userId' | 'random' | 'clock' | 'env'
  >;
}

export interface MetricOperations {
  readonly metric: string;
  readonly concurrency: number;
  readonly readLabelColumns: () => Promise<readonly string[]>;
  /** `goesOn` gets the number of pages, if reported, after the first, and says whether to read the others. */
  readonly readValues: (
    window: DayWindow,
    goesOn: (pages: number | undefined) => boolean,
  ) => AsyncIterable<StoredValue>;
  /** Sends the body of one request, with all its retries and waits. */
  readonly send: (body: string) => Promise<BatchCounts>;
  /** What happened and why, in one line. */
  readonly describe: (error: CostctlError) => string;
  /** Whether values that were sent may be stored in spite of it. */
  readonly mayBeStored: (error: CostctlError) => boolean;
}

/** The folder for files that exist only during a run. */
export function temporaryFolder({ context }: Pick<MetricTools, 'context'>): string {
  return context.env['TMPDIR'] || tmpdir();
}

export function openLedger(tools: Pick<MetricTools, 'context'>): Ledger {
  return createLedger({ folder: temporaryFolder(tools), random: tools.context.random });
}
