import { search } from 'jmespath';
import { usageError } from '../errors.ts';

/** A JMESPath expression on a whole result. */
export function evaluate(expression: string, value: unknown): unknown {
  try {
    return search(value, expression);
  } catch (cause) {
    throw usageError(`--query: ${String(cause)}`);
  }
}
