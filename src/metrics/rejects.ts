import { stat } from 'node:fs/promises';
import { type Spelling, writeCommaAmount } from '../formats/cell-spelling.ts';
import { createCellTexts } from '../json/bulk/cell-text.ts';
import { type AtomicFile, openAtomicFile } from '../storage/atomic.ts';
import { type Cell, fieldOfLabel, type RawRow, rejectColumns } from './file-columns.ts';
import { createLineSpool, type LineSpool } from './line-spool.ts';
import type { MetricTools } from './metric-tools.ts';

/** A row that was not stored, and the reason. */
export interface Reject extends Omit<RawRow, 'fault'> {
  readonly reason: string;
  /** Whether date and amount are those of a checked value, not the file's original text. */
  readonly isCanonical?: boolean | undefined;
}

/** Collects rows that were not stored: some to show, all for the file. */
export type Rejects = ReturnType<typeof createRejects>;

const mostShown = 20;

/** Where the rows are collected, and what writes them all to their file. */
interface RejectsFile {
  readonly spool: LineSpool;
  readonly save: (lines: Iterable<string>) => Promise<void>;
}

export interface RejectsOptions {
  readonly labelColumns: readonly string[];
  readonly file: RejectsFile | undefined;
  /** In the format of the imported file, so that the same command reads the rejects too. */
  readonly spelling: Spelling;
  readonly delimiter?: string | undefined;
}

/** The file has at least a header, and the import can read it back. */
export function createRejects({ labelColumns, file, spelling, delimiter = ',' }: RejectsOptions) {
  /** The first ones, as lines to show. */
  const shown: string[] = [];
  let count = 0;
  let isCommitted = false;
  const { ofText } = createCellTexts({ format: 'csv', delimiter });
  const keep = (cells: readonly (string | number | undefined)[]) => {
    const line = cells.map((cell) => ofText(String(cell ?? ''))).join(delimiter);
    file?.spool.append(`${line}\n`);
  };
  keep(['date', 'amount', ...labelColumns.map(fieldOfLabel), ...rejectColumns]);

  return {
    shown,
    count: () => count,
    add(reject: Reject) {
      count += 1;
      const { line, labels, reason } = reject;
      if (shown.length < mostShown) shown.push(`line ${line}: ${reason}`);
      if (file === undefined) return;
      keep([...spell(reject, spelling), ...labels, line === 0 ? undefined : line, reason]);
    },
    /** What is wrong with the file as a whole. */
    addFault(reason: string) {
      const line = /line (\d+):/.exec(reason)?.[1];
      keep(['', '', ...labelColumns.map(() => ''), line, reason]);
    },
    /** Writes the file when it is first called. */
    async commit() {
      if (isCommitted) return;
      isCommitted = true;
      await file?.save(file.spool.lines());
    },
  };
}

function spell(reject: Reject, { decimalComma, dateFormat }: Spelling): [Cell, Cell] {
  const { date, amount, isCanonical, dateIsDay, amountIsNumber } = reject;
  const isDay = date !== undefined && (isCanonical === true || dateIsDay === true);
  const isDecimal = amount !== undefined && (isCanonical === true || amountIsNumber === true);
  return [
    isDay && dateFormat !== undefined ? dateFormat.write(date) : date,
    isDecimal && decimalComma ? writeCommaAmount(amount) : amount,
  ];
}

/** Without a name until all are known, so a killed run leaves nothing. Reports now what would prevent it. */
export async function openRejectsFile(
  { context }: Pick<MetricTools, 'context'>,
  path: string,
  folder: string,
): Promise<RejectsFile & { readonly close: () => Promise<void> }> {
  // Without the signal: an interrupted import still writes its rejects.
  const { clock, processId, userId } = context;
  const open = () => openAtomicFile(path, { clock, processId, userId });
  const first = await open();
  // If the file cannot be inspected, opening it reports why.
  const isReplaced = (await stat(path).catch(() => undefined))?.isFile() ?? true;
  if (isReplaced) await first.discard();
  const spool = createLineSpool(folder);
  return {
    spool,
    // A pipe is opened only once, because its reader stops at the first end.
    save: async (lines) => writeLines(isReplaced ? await open() : first, lines),
    async close() {
      spool.close();
      await first.discard();
    },
  };
}

const chunkLength = 1 << 16;

async function writeLines(file: AtomicFile, lines: Iterable<string>): Promise<void> {
  try {
    let text = '';
    for (const line of lines) {
      text += `${line}\n`;
      if (text.length < chunkLength) continue;
      await file.write(text);
      text = '';
    }
    await file.write(text);
    await file.commit();
  } finally {
    await file.discard();
  }
}

/** The rejects of an earlier run must not be mistaken for those of this one. */
export async function leaveFault(
  { output }: Pick<MetricTools, 'output'>,
  rejects: Rejects,
  fault: unknown,
): Promise<void> {
  try {
    if (!output.isClosed(fault))
      rejects.addFault(fault instanceof Error ? fault.message : `${fault}`);
    await rejects.commit();
  } catch (failure) {
    output.warn(failure instanceof Error ? failure.message : `${failure}`);
  }
}
