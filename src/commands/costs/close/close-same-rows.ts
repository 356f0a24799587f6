import { CostctlError } from '../../../errors.ts';
import {
  addDecimals,
  type Decimal,
  parseDecimal,
  subtractDecimals,
  zero,
} from '../../../json/decimal.ts';
import { stringifyJson } from '../../../json/stringify.ts';
import type { Difference } from '../../../questions/reconcile-invoice.ts';
import { type Receipt, sumsOf } from '../../../rows/receipt.ts';
import { byDayAndCurrency } from '../../../rows/window-sums.ts';
import type { Session } from '../../../session.ts';
import type { ReportRun } from '../report/report-run.ts';
import { composeReceipt } from '../write-receipt.ts';

/** The rows are read twice, for the file and for the figures: both readings must be of the same rows. */
export async function requireSameRows(session: Session, run: ReportRun, receipt: Receipt) {
  const facts = { start: run.start, requests: 0, done: run.windows };
  const again = await composeReceipt(session, {}, run.choice, facts);
  const textOf = (one: Receipt) => stringifyJson(sumsOf(one).sort(byDayAndCurrency));
  if (textOf(again.receipt) === textOf(receipt) && again.receipt.rows === receipt.rows) return;
  throw rowsChanged(receipt);
}

/** For the invoice the rows are read again: their sums must be those of the receipt. */
export function requireSameSums(found: readonly Difference[], receipt: Receipt): void {
  const left = new Map<string | null, Decimal>();
  const add = (currency: string | null, amount: Decimal) =>
    left.set(currency, addDecimals(left.get(currency) ?? zero, amount));
  for (const { currency, rows } of found) add(currency, rows);
  for (const { currency, sum } of sumsOf(receipt)) {
    add(currency, subtractDecimals(zero, parseDecimal(sum) ?? zero));
  }
  if ([...left.values()].some(({ units }) => units !== 0n)) throw rowsChanged(receipt);
}

function rowsChanged({ from, to }: Receipt): CostctlError {
  return new CostctlError(
    'incomplete',
    `the rows of ${from} to ${to} changed while they were read`,
    { hint: 'run it again when the provider has delivered' },
  );
}
