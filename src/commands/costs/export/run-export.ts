import { CostctlError } from '../../../errors.ts';
import type { NamedType } from '../../../formats/parquet/types.ts';
import { isCellFormat, needsFile } from '../../../formats/registry.ts';
import type { RowPage } from '../../../json/bulk/rows.ts';
import { keepColumns } from '../../../output/property-path.ts';
import { createEncoder } from '../../../rows/create-encoder.ts';
import type { RowFormat } from '../../../rows/encoder.ts';
import type { ExportForm } from '../../../rows/export-form.ts';
import { refuseUnseen } from '../../../rows/missing-columns.ts';
import { planRows } from '../../../rows/read.ts';
import type { Receipt, ReceiptFile } from '../../../rows/receipt.ts';
import { type KnownNames, readNames } from '../../../rows/row-source.ts';
import { createFilter, requireColumnsMet } from '../../../rows/where.ts';
import { isTruncated, nameOverFull, refuseOverFull, windowLimit } from '../../../rows/windows.ts';
import type { Session } from '../../../session.ts';
import { pluralize, quote } from '../../../text.ts';
import { type CostChoice, openRows, writeCommand } from '../options.ts';
import type { TableForm } from '../result-format.ts';
import { createRowProgress, describeEmpty } from '../row-progress.ts';
import { type Done, writeReceipt } from '../write-receipt.ts';
import type { ExportInput } from './export-options.ts';
import { type FocusRun, mapColumns } from './focus-run.ts';

export interface ExportRun {
  readonly session: Session;
  readonly input: ExportInput;
  readonly choice: CostChoice;
  readonly form: ExportForm;
  readonly outFile: string | undefined;
  readonly columns: readonly string[] | undefined;
  readonly table: TableForm;
  readonly focus: FocusRun | undefined;
  /** The file is in a folder that a failed run does not leave behind. */
  readonly cannotResume?: boolean;
}

export type ExportTools = Awaited<ReturnType<typeof createTools>>;

/** Parquet and workbooks are made at the end, from lines. */
export function rowFormatOf({ format }: ExportForm): RowFormat {
  return needsFile(format) ? 'ndjson' : format;
}

export async function createTools(run: ExportRun, lateColumns: 'add' | 'fail') {
  const { session, choice, input } = run;
  const source = await openRows(session, choice);
  const filter = createFilter(choice.conditions);
  const { focus } = run;
  const { format } = run.form;
  const isTable = isCellFormat(format);
  // A format that is made from lines picks its columns when all are known; rows of FOCUS have no other columns.
  const picksColumns = !needsFile(run.form.format) && (focus === undefined || isTable);
  const known = focus === undefined ? await source.columns?.() : mapColumns(focus);
  const usual = run.columns ?? known ?? [];
  const plain = createEncoder({
    format: rowFormatOf(run.form),
    columns: picksColumns ? run.columns : undefined,
    knownColumns: known,
    ...run.table,
    lateColumns,
    pick: keepColumns,
  });
  const focused =
    focus === undefined ? undefined : focus.make.createFocusEncoder(plain, focus.map, focus.keep);
  const hasOther = focus?.map.columns.some(
    ({ source }) => source.kind === 'column' && source.or !== undefined,
  );
  const encoder =
    isTable && focus?.keep === false && hasOther === false
      ? focus.make.createFocusTableEncoder(
          format,
          { ...run.table, lateColumns, pick: keepColumns },
          focus.map,
        )
      : (focused?.encoder ?? plain);
  const progress = createRowProgress(session);
  // Without conditions, every row was looked at for the columns of the file.
  const isLeftOut = (name: string) =>
    choice.conditions.length > 0 || run.columns?.includes(name) !== true;
  const names: KnownNames = (wanted = []) =>
    readNames(source, choice.period, wanted.filter(isLeftOut));
  return {
    /** The columns that rows have, also those that do not meet the conditions. */
    names,
    task: {
      range: choice.period,
      source,
      filter,
      encoder,
      sums: input.receipt === undefined ? undefined : choice.columns,
      truncate: input.allowTruncated === true,
      onFound: progress.onFound,
      onRows: progress.add,
    },
    plan: async () => {
      progress.count(choice.period);
      const plan = await planRows(source, choice.period);
      // A pack has no such option.
      const hint = run.cannotResume === true ? undefined : truncationHint;
      if (!input.allowTruncated) refuseOverFull(plan, hint);
      return plan;
    },
    /** Progress begins: the number of rows in all, and the windows that are done already. */
    onPlan: (total: number, done: readonly Done[]) => {
      progress.begin(
        total,
        done.reduce((sum, { window }) => sum + window.read, 0),
      );
    },
    /** A column that no row had is a mistake in the command. */
    requireColumns: async () => {
      const { rows, unseen } = encoder.state();
      if (progress.rows() > 0) await requireColumnsMet(filter, names);
      if (rows === 0) {
        // An earlier run may have seen other values.
        const unmet = input.resume === true ? undefined : filter.unmet();
        session.output.note(describeEmpty(choice.period, choice.conditions, unmet));
        if (usual.length === 0 && (isTable || needsFile(format))) {
          session.output.note('no rows, so no columns are known: --columns names them');
        }
      }
      if (focus !== undefined) focus.make.refuseValues(encoder.state(), focus.map, focus.path);
      else if (rows > 0) await refuseUnseen(unseen, names);
    },
    translate: focused?.translate ?? ((page: RowPage) => page),
    /** The columns of a file without rows, if they are known, and their types there. */
    usual,
    usualTypes: (await source.types?.()) ?? new Map<string, NamedType>(),
  };
}

const truncationHint = `--allow-truncated reads the first ${windowLimit} rows of such a day and exits 9`;

/** The summary, the receipt, and the error if something is missing. */
export async function conclude(
  run: ExportRun,
  done: readonly Done[],
  started: string,
  files: readonly ReceiptFile[],
  types?: Readonly<Record<string, string>>,
): Promise<void> {
  const { session, choice, input } = run;
  const { output, progress } = session;
  progress.stop();
  const last = done.at(-1);
  const receipt = await writeReceipt(session, input, choice, {
    given: {
      command: writeCommand(session, choice.period, { resume: undefined }),
      format: run.form.format,
      columns: types === undefined ? columnsOf(run, last) : Object.keys(types),
      types,
      files,
    },
    start: started,
    done,
    requests: last?.requests ?? 0,
  });
  output.note(summarize(receipt, done.length, input.mirror));
  if (!receipt.complete) throw truncated(done);
  if (receipt.rows > 0) return;
  if (input.requireRows) {
    const empty = describeEmpty(choice.period, choice.conditions, undefined);
    throw new CostctlError('check_failed', empty);
  }
}

function summarize(receipt: Receipt, windows: number, mirror: string | undefined): string {
  const { rows, read, total, requests, complete } = receipt;
  const matching =
    mirror === undefined
      ? "matching the service's count"
      : `matching the count of the mirror ${mirror}`;
  const selected = rows === read ? '' : `${pluralize(rows, 'row')} selected of `;
  return (
    `${pluralize(windows, 'window')}, ${pluralize(requests, 'request')}, ${selected}${pluralize(read, 'row')}, ` +
    `${complete ? matching : `of the service's ${total}: incomplete`}`
  );
}

/** Every option that decides on the bytes: an earlier run with others cannot be continued. */
export function bindingOf(run: ExportRun): Record<string, string> {
  const { input, choice } = run;
  const { period } = choice;
  const given: Readonly<Record<string, string | boolean | undefined>> = {
    '--from': period.from,
    '--to': period.to,
    '-o': run.form.format,
    '-O': run.outFile,
    '--columns': run.columns?.join(','),
    '--where': input.where?.map(quote).join(' '),
    '--param': Object.entries(choice.parameters)
      .map(([name, value]) => quote(`${name}=${value}`))
      .join(' '),
    '--no-header': !run.table.header,
    '--spreadsheet-safe': run.table.spreadsheetSafe,
    '--delimiter': run.table.delimiter,
    '--decimal-comma': run.table.decimalComma,
    '--bom': run.table.byteOrderMark,
    '--allow-truncated': input.allowTruncated,
    '--require-rows': input.requireRows,
    '--date-column': input.dateColumn,
    '--amount-column': input.amountColumn,
    '--currency-column': input.currencyColumn,
    '--receipt': input.receipt,
    '--focus': run.focus?.focus.version,
    '--focus-map': run.focus?.text,
    '--keep': input.keep,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === false || value === '' ? [] : [[name, String(value)]],
    ),
  );
}

function columnsOf(run: ExportRun, last: Done | undefined): readonly string[] | undefined {
  if (run.columns !== undefined) return run.columns;
  const columns = last?.encoder.columns ?? [];
  return columns.length === 0 ? undefined : columns;
}

function truncated(done: readonly Done[]): CostctlError {
  const windows = done.map(({ window }) => window).filter(isTruncated);
  const days = nameOverFull(windows.map(({ from, total }) => ({ date: from, total })));
  return new CostctlError(
    'incomplete',
    `cut at the service's limit of ${windowLimit} rows a day: ${days}`,
    { hint: 'narrow such a day with --param, if the service knows a filter' },
  );
}
