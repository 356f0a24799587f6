/** Letters and digits of Hebrew, Arabic and the other scripts that run from right to left. */
const letter = String.raw`[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`;
const any = new RegExp(letter, 'u');
const space = new RegExp(`(?<!${letter}) | (?!${letter})`, 'u');

/** Whether a text would turn the words and amounts around it around. */
export function hasRightToLeft(text: string): boolean {
  return any.test(text);
}

/** A name for a place that has no elements: what follows it stays where it is. */
export function isolate(name: string): string {
  return hasRightToLeft(name) ? `\u2068${name}\u2069` : name;
}

/** The words of a text; those that run from right to left stay together, as their order would change. */
export function wordsOf(text: string): string[] {
  return text.split(space);
}
