import { CostctlError } from '../errors.ts';
import { canonicalText } from '../json/canonical-text.ts';
import { isSameNumber } from '../json/decimal.ts';
import { nameValue, type StoredValue } from './compare-values.ts';
import { type MetricTools, openLedger } from './metric-tools.ts';

/** If pages move, a value may be in two of them. Which of two different amounts is right is not known. */
export async function* eachOnce<Value extends StoredValue>(
  stored: AsyncIterable<Value>,
  tools: Pick<MetricTools, 'context'>,
): AsyncGenerator<Value> {
  const ledger = openLedger(tools);
  try {
    for await (const value of stored) {
      const key = { date: String(value.date), labels: canonicalText(value.labels ?? {}) };
      const amount = String(value.amount);
      const earlier = ledger.add({ ...key, line: 0, amount });
      if (earlier === undefined) yield value;
      else if (!isSameNumber(earlier.amount, amount)) {
        throw new CostctlError(
          'unexpected_response',
          `the service sent two amounts for ${nameValue(String(value.date), value.labels)}: ${earlier.amount} and ${amount}`,
          { hint: 'if values are being imported, run the command again once that is done' },
        );
      }
    }
  } finally {
    ledger.close();
  }
}
