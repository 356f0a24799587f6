import { type DayRange, describeRange, overlap } from '../../../days.ts';
import { text } from '../../../declaration/kind.ts';
import { flag, type Input, optional } from '../../../declaration/option.ts';
import { usageError } from '../../../errors.ts';
import { describeSpellings } from '../../../questions/describe-differences.ts';
import { markCredits } from '../../../questions/marker.ts';
import { createInvoiceTally, type InvoiceLine } from '../../../questions/reconcile-invoice.ts';
import type { Session } from '../../../session.ts';
import { mapOption } from '../../column-map.ts';
import { limitKind } from '../../decimal-kind.ts';
import { readAnalysis } from '../analysis.ts';
import type { AnalysisInput } from '../analysis-input.ts';
import type { CostChoice } from '../options.ts';
import { type InvoiceChoice, readInvoice } from './invoice-file.ts';

export const invoiceOptions = {
  map: mapOption('columns of the invoice: amount=Net, currency=Cur, charge=Type, service=Product'),
  sheet: optional(text('name'), 'sheet of an invoice that is a workbook (default: the first)'),
  tolerance: optional(
    limitKind('amount', '0.05'),
    'the largest difference that counts as rounding (default: one smallest unit of the currency)',
  ),
};

/** Elsewhere this option says how csv is written. */
export const commaOption = { decimalComma: flag('amounts of the invoice are written as 1.234,56') };

/** Read before any row, so that an invoice that cannot be used costs little time. */
export interface Invoice {
  readonly path: string;
  readonly by: readonly string[];
  readonly hasCurrency: boolean;
  readonly lines: readonly InvoiceLine[];
}

export async function openInvoice(
  session: Session,
  path: string,
  choice: InvoiceChoice,
): Promise<Invoice> {
  const lines: InvoiceLine[] = [];
  const { hasCurrency } = await readInvoice(session, path, choice, (line) => lines.push(line));
  return { path, by: choice.by, hasCurrency, lines };
}

/** What has been voided need not be paid, what is open may change, and what is of other days has no rows here. */
function describeLines(lines: readonly InvoiceLine[], period: DayRange): string[] {
  const count = (status: InvoiceLine['status']) =>
    lines.filter((line) => line.status === status).length;
  const [voided, open] = [count('voided'), count('open')];
  const days = lines
    .filter(({ status }) => status !== 'voided')
    .flatMap(({ day }) => (day === undefined || overlap(period, { from: day, to: day }) ? [] : day))
    .sort();
  const [first, last] = [days[0], days.at(-1)];
  const from = first === last ? `of ${first}` : `from ${first} to ${last}`;
  return [
    ...(first === undefined
      ? []
      : [
          `lines dated outside ${describeRange(period)}, which count all the same: ${days.length}, ${from}`,
        ]),
    ...(voided === 0 ? [] : [`lines of voided invoices, which do not count: ${voided}`]),
    ...(open === 0 ? [] : [`lines of invoices that are not issued yet: ${open}`]),
  ];
}

/** Every difference between the invoice and the rows of the period. */
export async function reconcileInvoice(
  session: Session,
  { path, by, hasCurrency, lines }: Invoice,
  input: AnalysisInput & Input<typeof invoiceOptions>,
  choice: CostChoice,
) {
  const analysis = await readAnalysis(session, input, choice, {
    by,
    byDay: false,
    marker: markCredits(),
  });
  const { groups } = analysis;
  const [currency = null, another] = [...new Set(groups.map((group) => group.currency))];
  if (!hasCurrency && another !== undefined) {
    throw usageError(
      `${path} has no currency column, and the rows have several currencies`,
      'name it with --map currency=COLUMN, convert the rows to its currency with --convert-to, or keep rows of one currency with --where',
    );
  }
  if (!hasCurrency && currency !== null) {
    analysis.warn(`the invoice names no currency: its amounts are taken as ${currency}`);
  }
  const tally = createInvoiceTally();
  for (const line of lines) {
    if (line.status !== 'voided') tally.add(hasCurrency ? line : { ...line, currency });
  }
  for (const warning of describeLines(lines, choice.period)) analysis.warn(warning);
  const found = tally.reconcile(groups, input.tolerance);
  analysis.warn(describeSpellings(found));
  return { found, analysis, groups };
}
