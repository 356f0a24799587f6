/** A promise to users, and one change of the program that breaks it: a test must fail then. */
export interface Break {
  readonly promise: string;
  readonly file: string;
  /** Stands once in the file. */
  readonly from: string;
  readonly to: string;
  /** One of them is enough. */
  readonly tests: readonly string[];
}

/** The text of the file with the promise broken. */
export function breakText(source: string, { file, from, to }: Break): string {
  const [before, after, ...others] = source.split(from);
  if (before === undefined || after === undefined)
    throw new Error(`${file} no longer has: ${from}`);
  if (others.length > 0) throw new Error(`${file} has it ${others.length + 1} times: ${from}`);
  return before + to + after;
}

/** Those that run the built program see a change only when it is built anew. */
export const needsBuild = ({ tests }: Break): boolean =>
  tests.some((test) => /^test\/(e2e|faults|kill|promises)/.test(test));
