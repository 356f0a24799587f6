/** The words of a name in any spelling, in lower case: `CostAlerts_pause` is cost, alerts, pause. */
export function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const longestName = 60;

/** A name that may stand on a command line: letters, digits and single dashes; empty where none is left. */
export function kebab(words: readonly string[]): string {
  return words.join('-').slice(0, longestName).replace(/-+$/, '');
}

export function singular(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word)) return word;
  return word.replace(/(x|ch|sh|ss|us)es$/, '$1').replace(/([^s])s$/, '$1');
}

/** Text from a document on one line, without what a terminal would obey. */
export function oneLine(text: string, longest = 200): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).trimEnd()}…`;
}
