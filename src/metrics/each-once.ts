import { canonicalText } from '../json/canonical-text.ts';
import type { StoredValue } from './compare-values.ts';
import { type MetricTools, openLedger } from './metric-tools.ts';

/** The stored values, each once: if pages move while they are read, a value may be in two of them. */
export async function* eachOnce<Value extends StoredValue>(
  stored: AsyncIterable<Value>,
  tools: Pick<MetricTools, 'context'>,
): AsyncGenerator<Value> {
  const ledger = openLedger(tools);
  try {
    for await (const value of stored) {
      const key = { date: String(value.date), labels: canonicalText(value.labels ?? {}) };
      if (ledger.add({ ...key, line: 0, amount: '0' }) === undefined) yield value;
    }
  } finally {
    ledger.close();
  }
}
