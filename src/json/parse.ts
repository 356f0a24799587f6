import { isOrdinary } from './bulk/scan.ts';
import type { JsonValue } from './number.ts';
import { readExactly } from './reader.ts';

/**
 * Strict JSON, with an `ExactNumber` for each number whose digits a double would change.
 * A document without such a number costs a scan more than JSON.parse. Throws SyntaxError.
 */
export function parseJson(text: string): JsonValue {
  if (!isOrdinary(text)) return readExactly(text);
  try {
    return JSON.parse(text);
  } catch {
    // JSON.parse words its errors by Node version and quotes the document, which may hold secrets.
    return readExactly(text);
  }
}
