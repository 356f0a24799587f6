import { operations } from '../../api/operations.ts';
import { command, decimal, listOf, record, textOrNull } from '../../declaration/command.ts';
import { inputFile, keyValue, kind, text } from '../../declaration/kind.ts';
import { argument, flag, optional, repeatedAs } from '../../declaration/option.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { formatDecimal, formatMoney, parseDecimal } from '../../json/decimal.ts';
import type { CheckResult } from '../../output/check-report.ts';
import { markCredits } from '../../questions/marker.ts';
import {
  createInvoiceTally,
  type Difference,
  describeDifference,
  type InvoiceClass,
  type InvoiceLine,
  invoiceClasses,
  sumClasses,
} from '../../questions/reconcile-invoice.ts';
import { fieldOf, type ResultRow } from '../../questions/result-rows.ts';
import {
  analysisOptions,
  currencyColumns,
  groupColumns,
  money,
  openAnalysis,
  showJudged,
} from './analysis.ts';
import { readInvoice } from './invoice-file.ts';
import { byOption, chooseCosts } from './options.ts';

const invoiceClass = kind<InvoiceClass>(
  'class',
  (given) => {
    const name = given.toLowerCase().replaceAll('-', ' ');
    const value = invoiceClasses.find((one) => one === name);
    return value === undefined
      ? { problem: `must be one of ${invoiceClasses.join(', ')}` }
      : { value };
  },
  { example: 'tax', suggestions: [...invoiceClasses] },
);

const tolerance = kind(
  'amount',
  (given) => {
    const value = parseDecimal(given);
    return value === undefined || value.units < 0n
      ? { problem: 'must be an amount of 0 or more, such as 0.05' }
      : { value };
  },
  { example: '0.05' },
);

const figures = {
  currency: textOrNull,
  invoice: decimal,
  rows: decimal,
  difference: decimal,
  class: { enum: invoiceClasses },
};

export const reconcile = command({
  words: 'costs reconcile',
  purpose: 'Compare an invoice with the rows, and classify every difference',
  operation: operations.getCosts,
  check: true,
  arguments: { invoice: argument(inputFile, 'invoice: csv, xlsx or Parquet') },
  options: {
    ...analysisOptions,
    by: byOption('the columns that name a key in the rows: COL[,COL] (repeatable)'),
    map: repeatedAs(
      keyValue('field=column'),
      (pairs) => Object.fromEntries(pairs),
      'a column of the invoice: amount=Net, currency=Cur, charge=Type, service=Product (repeatable)',
    ),
    sheet: optional(text('name'), 'sheet of a workbook; otherwise its first'),
    decimalComma: flag('amounts of the invoice are written 1.234,56'),
    tolerance: optional(
      tolerance,
      'what still agrees, for each key (default: one smallest unit of the currency)',
    ),
    accept: repeatedAs(
      invoiceClass,
      (classes) => classes,
      'pass although there are differences of this class (repeatable)',
    ),
  },
  details: `A difference is the amount of the invoice less that of the rows. Classes: matched, rounding (within the
tolerance), missing in the rows, missing in the invoice, duplicated (the invoice has a line twice, the same
in every column), tax and credit (by the column charge, such as ChargeCategory of FOCUS, or by a negative
amount), amount differs. Duplicates, taxes and credits are the reason only if the rest of their key then
agrees. The classes add up to the whole difference. Exit 11 if anything is left but matched, rounding and
what --accept names.`,
  examples: ['costctl costs reconcile invoice.csv --last-month --by service --accept tax'],
  result: () => listOf(record(figures)),
  run: async (session, input) => {
    const { by = [], map = {}, sheet, decimalComma } = input;
    if (by.length === 0)
      throw usageError('name the key of the rows', 'add --by, such as --by service');
    const lines: InvoiceLine[] = [];
    const { hasCurrency } = await readInvoice(
      session,
      input.invoice,
      { by, map, sheet, decimalComma },
      (line) => lines.push(line),
    );
    const choice = await chooseCosts(session, input);
    const marker = markCredits();
    const analysis = await openAnalysis(session, input, choice, { by, byDay: false, marker });
    const [groups = []] = await analysis.read(choice.period);
    const currencies = [...new Set(groups.map(({ currency }) => currency))];
    const [currency = null, another] = currencies;
    if (!hasCurrency && another !== undefined) {
      throw usageError(
        `${input.invoice} has no currency column, and the rows have several currencies`,
        'name it with --map currency=COLUMN, or choose rows with --where',
      );
    }
    if (!hasCurrency && currency !== null) {
      analysis.warn(`the invoice names no currency: its amounts are taken as ${currency}`);
    }
    const tally = createInvoiceTally();
    for (const line of lines) tally.add(hasCurrency ? line : { ...line, currency });
    const found = tally.reconcile(groups, input.tolerance);
    const accepted = new Set<InvoiceClass>(['matched', 'rounding', ...(input.accept ?? [])]);
    const rows = found.map((one) => describeDifference(one, by));
    await showJudged(session, rows, {
      isCheck: false,
      describe: (row: ResultRow) => describeRow(row, by, accepted),
      view: {
        columns: [
          ...groupColumns(by),
          ...currencyColumns(rows),
          { path: 'invoice', ...money },
          { path: 'rows', ...money },
          { path: 'difference', ...money, signed: true },
          { path: 'class', importance: 'answer' },
        ],
        fields: [...by.map(fieldOf), ...Object.keys(figures)],
        lead: describeWhole(found),
        about: analysis.about(),
      },
    });
    await analysis.conclude();
    const left = found.filter((one) => !accepted.has(one.class));
    if (left.length === 0) return;
    throw new CostctlError(
      'check_failed',
      `the invoice differs: ${describeWhole(left).join('; ')}`,
      {
        hint: "costctl costs list --where 'COL=VALUE' shows the rows of a key; --accept CLASS passes a class",
      },
    );
  },
});

/** One sentence for each currency. */
function describeWhole(differences: readonly Difference[]): string[] {
  return sumClasses(differences).map(({ currency, difference, classes }) => {
    const amount = (one: typeof difference) => formatMoney(formatDecimal(one), currency);
    const parts = classes.map(({ name, total }) => `${name} ${amount(total)}`);
    const whole = `difference ${amount(difference)}${currency === null ? '' : ` ${currency}`}`;
    return parts.length === 0 ? whole : `${whole}: ${parts.join(', ')}`;
  });
}

function describeRow(
  row: ResultRow,
  by: readonly string[],
  accepted: ReadonlySet<string>,
): CheckResult {
  const values = by.map((column) => String(row[fieldOf(column)] ?? '(none)'));
  return {
    name: [...values, row['currency'] ?? ''].join(' ').trim(),
    state: accepted.has(String(row['class'])) ? 'passed' : 'failed',
    message: `${row['class']}: invoice ${row['invoice']}, rows ${row['rows']}, difference ${row['difference']}`,
  };
}
