/** Names whose inner capitals do not start a word. */
const wholeNames =
  /OAuth|OpenID|GraphQL|GitHub|GitLab|JavaScript|YouTube|IPv(?=[46])|I[Dd]P(?=[A-Z\d]|s|$)/g;

/**
 * The words of a name in any spelling, in lower case: `CostAlerts_pause` becomes cost, alerts, pause, and
 * `listVPCs` becomes list, vpcs.
 */
export function wordsOf(name: string): readonly string[] {
  const known = namesKnown.get(name);
  if (known !== undefined) return known;
  if (namesKnown.size >= mostNames) namesKnown.clear();
  const words = splitName(name);
  namesKnown.set(name, words);
  return words;
}

/** A document asks for the same names many times. */
const namesKnown = new Map<string, readonly string[]>();
const mostNames = 5_000;

function splitName(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/['’]s\b/g, 's')
    .replace(wholeNames, (match) => ` ${match.slice(0, 1)}${match.slice(1).toLowerCase()}`)
    .replace(/([A-Z]{2,})s(?![a-z])/g, (_match, acronym: string) => ` ${acronym.toLowerCase()}s `)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const longestName = 60;

/** A name for the command line: letters, digits and single dashes; empty if nothing is left. */
export function kebab(words: readonly string[]): string {
  return words.join('-').slice(0, longestName).replace(/-+$/, '');
}

const unchanging = new Set([
  ...['series', 'species', 'news', 'data', 'aws', 'dns', 'sms', 'https', 'ms', 'os', 'tls', 'kms'],
]);

export function singular(word: string): string {
  if (unchanging.has(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|sis|xis|redis)$/.test(word)) return word;
  return word.replace(/(x|ch|sh|ss|us)es$/, '$1').replace(/([^s])s$/, '$1');
}

/** Words that look plural but are not. */
const single = new Set(['stats', 'analytics', 'settings', 'preferences', 'details', 'exists']);

export function isPlural(word: string): boolean {
  return singular(word) !== word && !single.has(word);
}

/** Help shows a description in full; only something that is no description is longer. */
export const longestDescription = 2000;

/** Text from a document on one line, without control characters. */
export function oneLine(text: string, longest = 200): string {
  const plain = text
    .slice(0, longest * 20)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).trimEnd()}…`;
}

/** `cost alerts` → `Cost alerts` */
export function sentenceOf(tag: string): string {
  return tag.slice(0, 1).toUpperCase() + tag.slice(1);
}
