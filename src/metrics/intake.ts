import { CostctlError } from '../errors.ts';
import { readCsv, type TakeRecord } from '../formats/csv-records.ts';
import { chooseFormat, detectDelimiter } from '../formats/recognize.ts';
import type { FileFormat } from '../formats/registry.ts';
import { readBlocks } from '../formats/text-blocks.ts';
import { readTsv } from '../formats/tsv-records.ts';
import type { Source } from '../storage/source.ts';
import { type CheckRules, createCheck } from './check-row.ts';
import { labelCells } from './compare-values.ts';
import { createDeferredRows } from './deferred-rows.ts';
import type { Entry, Value } from './entry.ts';
import {
  type ColumnRules,
  emptyRow,
  hasFields,
  type LabelChoice,
  nameColumns,
  type RawRow,
  readHeader,
} from './file-columns.ts';
import { readObject } from './json-fields.ts';
import { readJsonArray, readNdjson, type TakeJson } from './json-rows.ts';
import type { Ledger } from './ledger.ts';
import { type Conflict, type Duplicates, mergeValue } from './merge-values.ts';
import type { Oddities } from './oddities.ts';
import type { Reject, Rejects } from './rejects.ts';
import { createRowSpool } from './row-spool.ts';
import type { TallyCounter } from './value-tally.ts';

export interface IntakeRules extends ColumnRules, Omit<CheckRules, 'hasLabel'> {
  readonly format?: FileFormat | undefined;
  /** Undefined: detected from the header. */
  readonly delimiter?: string | undefined;
  /** The sheet of a workbook; undefined: the first. */
  readonly sheet?: string | undefined;
  /** Read a workbook's numbers as a spreadsheet shows them. */
  readonly excelPrecision?: boolean | undefined;
  readonly duplicates: Duplicates;
}

/** What happened to the rows: `rows` = values in the ledger + `merged` + `invalid`. */
export interface IntakeCounts {
  readonly rows: number;
  readonly merged: number;
  readonly invalid: number;
}

export interface Intake {
  readonly ledger: Ledger;
  readonly tally: TallyCounter;
  readonly rejects: Rejects;
  readonly rules: IntakeRules;
  readonly oddities?: Oddities | undefined;
  /** Where to create a file, if there are too many rows for memory. */
  readonly folder: string;
  readonly note?: ((message: string) => void) | undefined;
  /** Which of these labels, spaces included, the metric already has. Read only if there are any. */
  readonly findLabels: (wanted: readonly LabelChoice[]) => Promise<LabelTest>;
}

export type LabelTest = (column: number, label: string) => boolean;

/** Reads a file once: checks each row, which becomes a value, part of another one, or a reject. */
export async function takeIn(source: Source, intake: Intake): Promise<IntakeCounts> {
  const { ledger, tally, rejects, rules, oddities } = intake;
  const check = createCheck(rules);
  const counts = { rows: 0, merged: 0, invalid: 0 };
  const deferred = createDeferredRows(intake.folder, rules.labelColumns.length);
  const equal = createRowSpool<EqualRow>(intake.folder);
  let hasConflict = false;

  function refuse(row: Omit<Reject, 'reason'>, reason: string): void {
    counts.invalid += 1;
    rejects.add({ ...row, reason });
  }

  function take(row: RawRow): void {
    counts.rows += 1;
    // Rows after a deferred one are deferred too, so that all are handled in file order.
    if (deferred.count() > 0) {
      deferred.add(row);
      return;
    }
    const value = check(row);
    if (typeof value === 'string') refuse(row, value);
    else if (value.isDeferred) deferred.add(row);
    else keep(row, value);
  }

  function keep(row: RawRow, value: Value): void {
    const outcome = mergeValue(ledger, tally, value, rules.duplicates);
    if (outcome.kind === 'merged') {
      counts.merged += 1;
      if (rules.duplicates === 'refuse') equal.add({ ...row, earlier: outcome.earlier });
    }
    if (outcome.kind === 'conflict') refuseBoth(row, value, outcome);
    else oddities?.addLabels(row.line, row.labels);
  }

  function refuseBoth(row: RawRow, { amount }: Value, { earlier, isFirst }: Conflict): void {
    hasConflict = true;
    if (!isFirst) {
      refuseToo(row, earlier);
      return;
    }
    const labels = labelCells(earlier.labels, rules.labelColumns);
    const describe = (line: number, one: string, other: string) =>
      `same day and labels as line ${line}, but a different amount (${one} and ${other}): give --duplicates first, last or sum to choose`;
    refuse({ ...earlier, labels, isCanonical: true }, describe(row.line, earlier.amount, amount));
    refuse(row, describe(earlier.line, amount, earlier.amount));
  }

  function refuseToo(row: RawRow, { line }: Pick<Entry, 'line'>): void {
    refuse(row, `same day and labels as line ${line}, which has several amounts`);
  }

  /** What was equal to a value that is refused after all is refused as well. */
  function refuseEqual(): void {
    if (!hasConflict) return;
    for (const { earlier, ...row } of equal.rows()) {
      if (ledger.stateOf(earlier) !== 'excluded') continue;
      counts.merged -= 1;
      refuseToo(row, earlier);
    }
  }

  try {
    await readRows(source, intake, take);
    if (deferred.count() > 0) {
      const hasLabel = await intake.findLabels(deferred.labels());
      const checkAgain = createCheck({ ...rules, hasLabel });
      for (const row of deferred.rows()) {
        const value = checkAgain(row);
        if (typeof value === 'string') refuse(row, value);
        else keep(row, value);
      }
    }
    refuseEqual();
  } catch (error) {
    throw nameSource(error, source.name);
  } finally {
    deferred.close();
    equal.close();
  }
  if (counts.rows === 0) throw new CostctlError('invalid_data', `${source.name} has no rows`);
  return counts;
}

/** A row with the day, labels and amount of an earlier value, which may yet be refused. */
interface EqualRow extends RawRow {
  readonly earlier: Pick<Entry, 'number' | 'line'>;
}

async function readRows(source: Source, { rules, note }: Intake, take: (row: RawRow) => void) {
  if (source.first.length === 0) throw new CostctlError('invalid_data', `${source.name} is empty`);
  const names = nameColumns(rules);
  const { chunks, first } = source;
  const takeJson: TakeJson = (line, value, fault) =>
    take(
      fault === undefined
        ? readObject(line, value, names, rules.ignoreExtra === true)
        : { ...emptyRow(line, names), fault },
    );
  switch (chooseFormat(source, rules.format)) {
    case 'csv': {
      const delimiter =
        rules.delimiter ?? detectDelimiter(first, (header) => hasFields(header, rules));
      return readCsv(readBlocks(chunks), withHeader(rules, take), delimiter);
    }
    case 'tsv':
      return readTsv(readBlocks(chunks), withHeader(rules, take));
    case 'ndjson':
      return readNdjson(readBlocks(chunks), takeJson);
    case 'json':
      return readJsonArray(chunks, takeJson);
    case 'xlsx': {
      const { readWorkbook } = await import('../formats/xlsx/read-rows.ts');
      const { sheet, excelPrecision = false } = rules;
      const options = { name: source.name, sheet, excelPrecision, note: note ?? (() => undefined) };
      return readWorkbook(chunks, options, withHeader(rules, take));
    }
  }
}

function withHeader(rules: ColumnRules, take: (row: RawRow) => void): TakeRecord {
  let toRow: ReturnType<typeof readHeader> | undefined;
  return (line, cells, fault, kinds) => {
    // Spreadsheets write an empty row as separators only.
    if (cells[0] === '' && cells.every((cell) => cell === '')) return;
    if (toRow !== undefined) {
      take(toRow(line, cells, fault, kinds));
      return;
    }
    if (fault !== undefined) {
      throw new CostctlError('invalid_data', `line ${line}: ${fault}`, {
        hint: 'save the file with LF or CRLF line endings, and quotes around cells that contain quotes',
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
