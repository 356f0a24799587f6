import { CostctlError, type ErrorCode } from '../../errors.ts';

/** A text of a file with its position: `rules.yaml:3:12`. */
export interface Placed {
  readonly text: string;
  readonly place: string;
}

/** An error in a file; apart from the parser, which is large. */
export function failAt(place: string, what: string, code: ErrorCode = 'usage'): CostctlError {
  return new CostctlError(code, `${place}: ${what}`, { hint: 'correct the file and run again' });
}
