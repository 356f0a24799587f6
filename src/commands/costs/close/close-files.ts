import { stringifyJson } from '../../../json/stringify.ts';
import { createLineWriter } from '../../../output/table-rows.ts';
import { describeDifference } from '../../../questions/describe-differences.ts';
import type { Difference } from '../../../questions/reconcile-invoice.ts';
import { fieldOf, type ResultRow } from '../../../questions/result-rows.ts';
import { summarize } from '../../../questions/summary-rows.ts';
import { ratesName, summaryName } from '../../../rows/manifest-file.ts';
import type { ReportRun } from '../report/report-run.ts';
import type { TableForm } from '../result-format.ts';

/** The figures as files for programs, with every digit. */
export function filesOf(run: ReportRun, form: TableForm): readonly File[] {
  const { facts } = run;
  const files: File[] = [[summaryName, csvOf(summaryColumns, summaryRows(run), form)]];
  if (facts.units.length > 0) {
    const rows = facts.units.flatMap((unit) =>
      unit.rows.map((row) => ({ ...row, metric: unit.name })),
    );
    files.push(['unit.csv', csvOf(unitColumns, rows, form)]);
  }
  if (facts.allocation !== undefined) {
    files.push(['allocation.csv', csvOf(allocationColumns, facts.allocation.rows, form)]);
  }
  if (run.convertTo !== undefined) {
    const rates = run.rates().map((rate) => ({ ...rate }));
    files.push([ratesName, `${stringifyJson(rates, 2)}\n`]);
  }
  return files;
}

type File = readonly [name: string, content: string];

/** The columns of a file; `true` marks those that have numbers. */
type Columns = Readonly<Record<string, boolean>>;

const summaryColumns: Columns = {
  ...{ column: false, value: false, currency: false },
  ...{ rows: true, total: true, share: true },
};
const unitColumns: Columns = {
  ...{ metric: false, period: false, currency: false },
  ...{ cost: true, value: true, unitCost: true, state: false },
  ...{ costLeftOut: true, valueLeftOut: true },
};
const allocationColumns: Columns = {
  ...{ target: false, period: false, currency: false },
  ...{ direct: true, allocated: true, total: true, method: false, ratio: true },
};

export function reconciledFile(
  found: readonly Difference[],
  by: readonly string[],
  form: TableForm,
): string {
  const keys = Object.fromEntries(by.map((column) => [fieldOf(column), false]));
  const columns: Columns = {
    ...keys,
    ...{ currency: false, invoice: true, rows: true, difference: true, class: false },
  };
  return csvOf(
    columns,
    found.map((one) => describeDifference(one, by)),
    form,
  );
}

/** Everything, then each group of each column. */
function summaryRows({ facts }: ReportRun): ResultRow[] {
  const options = { range: facts.period, granularity: undefined, top: undefined, withTotal: false };
  const whole = summarize(facts.whole.after, { ...options, by: [] });
  const parts = facts.parts.flatMap(({ column, after }) =>
    summarize(after, { ...options, by: [column] }).map((row) => {
      return { ...row, column, value: row[fieldOf(column)] };
    }),
  );
  return [...whole.map((row) => ({ ...row, column: null, value: null })), ...parts];
}

/** Written as the rows are: with the options that say how csv is written. */
function csvOf(
  columns: Columns,
  rows: readonly ResultRow[],
  { header, byteOrderMark, ...form }: TableForm,
): string {
  const options = { ...form, format: 'csv', terminal: false } as const;
  const names = Object.keys(columns);
  const write = createLineWriter(options, (at) => columns[names[at] ?? ''] === true);
  return [
    byteOrderMark === true ? '\ufeff' : '',
    header ? createLineWriter(options)(names) : '',
    ...rows.map((row) => write(names.map((name) => row[name]))),
  ].join('');
}
