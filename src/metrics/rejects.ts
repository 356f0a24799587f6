import { type Cell, fieldOfLabel, rejectColumns } from './columns.ts';
import type { LineSpool } from './line-spool.ts';
import { type Spelling, writeCommaAmount } from './spelling.ts';

/** A row that was not stored, and the reason. */
export interface Reject {
  /** 0 if it is in no file. */
  readonly line: number;
  readonly date: Cell;
  readonly amount: Cell;
  readonly labels: readonly Cell[];
  readonly reason: string;
  readonly dateIsDay?: boolean | undefined;
  readonly amountIsNumber?: boolean | undefined;
  /** Date and amount are those of a checked value, not the file's original text. */
  readonly isCanonical?: boolean | undefined;
}

/** Collects rows that were not stored: some to show, all for the file. */
export interface Rejects {
  readonly add: (reject: Reject) => void;
  /** What is wrong with the file as a whole. */
  readonly addFault: (reason: string) => void;
  /** The first ones, as lines to show. */
  readonly shown: readonly string[];
  readonly count: () => number;
  /** Writes the file when it is first called. */
  readonly commit: () => Promise<void>;
}

const mostShown = 20;

/** Where the rows are collected, and what writes them all to their file. */
export interface RejectsFile {
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

type Cells = readonly (string | number | undefined)[];

/** The file has at least a header, and the import can read it back. */
export function createRejects({
  labelColumns,
  file,
  spelling,
  delimiter = ',',
}: RejectsOptions): Rejects {
  const shown: string[] = [];
  let count = 0;
  let isCommitted = false;
  const keep = (cells: Cells) => {
    file?.spool.append(cells.map((cell) => quote(String(cell ?? ''), delimiter)).join(delimiter));
  };
  keep(['date', 'amount', ...labelColumns.map(fieldOfLabel), ...rejectColumns]);

  return {
    shown,
    count: () => count,
    add(reject) {
      count += 1;
      const { line, labels, reason } = reject;
      if (shown.length < mostShown) shown.push(`line ${line}: ${reason}`);
      if (file === undefined) return;
      keep([...spell(reject, spelling), ...labels, line === 0 ? undefined : line, reason]);
    },
    addFault(reason) {
      const line = /line (\d+):/.exec(reason)?.[1];
      keep(['', '', ...labelColumns.map(() => ''), line, reason]);
    },
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

function quote(text: string, delimiter: string): string {
  const needsQuotes = /["\r\n]/.test(text) || text.includes(delimiter);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
