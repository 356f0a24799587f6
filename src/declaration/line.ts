import { quote } from '../text.ts';

/** The texts of one run as they were typed: arguments in order, options by key. */
export interface Given {
  readonly arguments: readonly string[];
  /** A switch is `true`, or `false` for its `--no-…` form. */
  readonly options: Readonly<Record<string, readonly string[] | boolean>>;
}

/** Repeats a run, for receipts and hints. An option set to undefined in `changes` is omitted. */
export function writeLine(
  command: { readonly words: string },
  options: Readonly<Record<string, unknown>>,
  given: Given,
  changes: Readonly<Record<string, readonly string[] | boolean | undefined>> = {},
): string {
  const values = { ...given.options, ...changes };
  // Options are in declaration order, so that equal runs produce equal lines.
  const words = Object.keys(options).flatMap((key) => wordsOf(key, values[key]));
  return ['costctl', command.words, ...given.arguments.map(quote), ...words].join(' ');
}

function wordsOf(key: string, value: readonly string[] | boolean | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value === 'boolean') return [value ? flagOf(key) : `--no-${flagOf(key).slice(2)}`];
  return value.flatMap((text) =>
    text.startsWith('-') && text !== '-'
      ? [`${flagOf(key)}=${quote(text)}`]
      : [flagOf(key), quote(text)],
  );
}

/** `outFile` → `--out-file` */
export function flagOf(key: string): string {
  return `--${kebabCase(key)}`;
}

/** An option of an action as its help names it: `--no-header` has no other form. */
export function optionName(
  key: string,
  options: Readonly<Record<string, { readonly onlyNegative?: boolean }>>,
): string {
  return options[key]?.onlyNegative === true ? `--no-${kebabCase(key)}` : flagOf(key);
}

/** `outFile` → `out-file` */
export function kebabCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
