/** A double would change `1234567.8901234567890`, `0.1000`, `1e-7`: such text passes unchanged. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** How JSON writes a number. */
export const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Whether JavaScript would print a JSON number with different text. */
export function losesDigits(text: string): boolean {
  return String(Number(text)) !== text;
}

/** A number as JSON writes it: exact if a double would lose digits. */
export function numberOf(text: string): number | ExactNumber {
  return numberForm.test(text) && losesDigits(text) ? new ExactNumber(text) : Number(text);
}

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | ExactNumber
  | readonly JsonValue[]
  | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}
