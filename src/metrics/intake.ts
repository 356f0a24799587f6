import { CostctlError } from '../errors.ts';
import { type CheckRules, createCheck } from './check.ts';
import {
  type ColumnRules,
  emptyRow,
  nameColumns,
  type RawRow,
  readHeader,
  readObject,
} from './columns.ts';
import { readCsv, type TakeCells } from './csv.ts';
import { type FileFormat, formatOfContent, formatOfName } from './format.ts';
import { readJsonArray, readNdjson, type TakeJson } from './json-rows.ts';
import { labelCells } from './labels.ts';
import type { Ledger, Value } from './ledger.ts';
import { readBlocks } from './lines.ts';
import { type Conflict, type Duplicates, mergeValue } from './merge.ts';
import type { Rejects } from './rejects.ts';
import type { Source } from './source.ts';
import { readTsv } from './tsv.ts';

export interface IntakeRules extends ColumnRules, CheckRules {
  readonly format?: FileFormat | undefined;
  readonly duplicates: Duplicates;
}

/** What became of the rows: `rows` = values in the ledger + `merged` + `invalid`. */
export interface IntakeCounts {
  readonly rows: number;
  readonly merged: number;
  readonly invalid: number;
}

/** Reads a file once: each row is checked and lands in the ledger, in another row, or in the rejects. */
export async function takeIn(
  source: Source,
  ledger: Ledger,
  rejects: Rejects,
  rules: IntakeRules,
): Promise<IntakeCounts> {
  const check = createCheck(rules);
  const counts = { rows: 0, merged: 0, invalid: 0 };

  function refuse(row: Omit<RawRow, 'fault'>, reason: string): void {
    counts.invalid += 1;
    rejects.add({ ...row, reason });
  }

  function take(row: RawRow): void {
    counts.rows += 1;
    const value = check(row);
    if (typeof value === 'string') {
      refuse(row, value);
      return;
    }
    const outcome = mergeValue(ledger, value, rules.duplicates);
    if (outcome.kind === 'merged') counts.merged += 1;
    if (outcome.kind === 'conflict') refuseBoth(row, value, outcome);
  }

  function refuseBoth(row: RawRow, { amount }: Value, { earlier, isFirst }: Conflict): void {
    if (!isFirst) {
      refuse(row, `the day and labels of line ${earlier.line}, which stand with several amounts`);
      return;
    }
    const labels = labelCells(earlier.labels, rules.labelColumns);
    const tell = (line: number, own: string, other: string) =>
      `the day and labels of line ${line}, with another amount (${own} and ${other})`;
    refuse({ ...earlier, labels }, tell(row.line, earlier.amount, amount));
    refuse(row, tell(earlier.line, amount, earlier.amount));
  }

  await readRows(source, rules, take).catch((error: unknown) => {
    throw nameSource(error, source.name);
  });
  if (counts.rows === 0) throw new CostctlError('invalid_data', `${source.name} has no rows`);
  return counts;
}

async function readRows(
  source: Source,
  rules: IntakeRules,
  take: (row: RawRow) => void,
): Promise<void> {
  if (source.first.length === 0) throw new CostctlError('invalid_data', `${source.name} is empty`);
  const names = nameColumns(rules);
  const { chunks } = source;
  const takeJson: TakeJson = (line, value, fault) =>
    take(
      fault === undefined
        ? readObject(line, value, names, rules.ignoreExtra)
        : { ...emptyRow(line, names), fault },
    );
  // The content is looked at in any case: UTF-16 is told as such whatever the name says.
  const found = formatOfContent(source.name, source.first);
  switch (rules.format ?? formatOfName(source.name) ?? found) {
    case 'csv':
      return readCsv(readBlocks(chunks), withHeader(rules, take));
    case 'tsv':
      return readTsv(readBlocks(chunks), withHeader(rules, take));
    case 'ndjson':
      return readNdjson(readBlocks(chunks), takeJson);
    case 'json':
      return readJsonArray(chunks, takeJson);
  }
}

function withHeader(rules: ColumnRules, take: (row: RawRow) => void): TakeCells {
  let toRow: ReturnType<typeof readHeader> | undefined;
  return (line, cells, fault) => {
    if (toRow !== undefined) {
      take(toRow(line, cells, fault));
      return;
    }
    if (fault !== undefined) {
      throw new CostctlError('invalid_data', `line ${line}: ${fault}`, {
        hint: 'save the file with LF or CRLF line ends, and quotes around cells that hold quotes',
      });
    }
    toRow = readHeader(line, cells, rules);
  };
}

function nameSource(error: unknown, name: string): unknown {
  if (!(error instanceof CostctlError) || !error.message.startsWith('line ')) return error;
  return new CostctlError(error.code, `${name}, ${error.message}`, {
    ...error.details,
    cause: error,
  });
}
