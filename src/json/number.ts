/**
 * A number whose text a double would not give back: `1234567.8901234567890`, `0.1000`, `1e-7`.
 * It travels from the service to the output as the text it came as.
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

/** Whether JavaScript would print a JSON number's text otherwise than it stands. */
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
