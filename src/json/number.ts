/**
 * A number whose text a double would not give back: `1234567.8901234567890`, `0.1000`, `1e-7`.
 * It goes from the service to the output as the text that came.
 */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** Whether JavaScript would print a JSON number with other text. */
export function losesDigits(text: string): boolean {
  return String(Number(text)) !== text;
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
