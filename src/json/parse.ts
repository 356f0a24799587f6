import { isOrdinary } from './bulk/scan.ts';
import type { JsonValue } from './number.ts';
import { readExactly } from './reader.ts';

/**
 * Strict JSON, with an `ExactNumber` for each number whose digits a double would change. Documents
 * without such numbers cost only one scan more than JSON.parse. Throws SyntaxError.
 */
export function parseJson(text: string): JsonValue {
  if (!isOrdinary(text)) return readExactly(text);
  try {
    return JSON.parse(text);
  } catch {
    // The error text of JSON.parse depends on the Node version and quotes the document, which may
    // contain secrets.
    return readExactly(text);
  }
}
