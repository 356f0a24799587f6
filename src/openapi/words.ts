import { cutUnits, rememberResults } from '../text.ts';

/** The same names are needed many times for one document. */
export const mostRemembered = 5_000;

/** Names whose inner capitals do not start a word. */
const wholeNames =
  /OAuth|OpenID|GraphQL|GitHub|GitLab|JavaScript|YouTube|IPv(?=[46])|I[Dd]P(?=[A-Z\d]|s|$)/g;

/** `CostAlerts_pause` becomes cost, alerts, pause, and `listVPCs` becomes list, vpcs. */
export const wordsOf = rememberResults(splitName, mostRemembered);

function splitName(name: string): readonly string[] {
  const plain = withoutMarks(name);
  return (/[A-Z'’]/.test(plain) ? divideWords(plain) : plain)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Puts spaces where a capital begins a word, and has no capitals. */
function divideWords(name: string): string {
  return name
    .replace(/['’]s\b/g, 's')
    .replace(wholeNames, (match) => ` ${match.slice(0, 1)}${match.slice(1).toLowerCase()}`)
    .replace(/([A-Z]{2,})s(?![a-z])/g, (_match, acronym: string) => ` ${acronym.toLowerCase()}s `)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase();
}

/** Most names have only plain characters, which have no marks. */
function withoutMarks(name: string): string {
  if (/^[ -~]*$/.test(name)) return name;
  return name.normalize('NFKD').replace(/\p{Mark}/gu, '');
}

const longestName = 60;

/** A name for the command line: letters, digits and single dashes; empty if nothing is left. */
export function kebab(words: readonly string[]): string {
  return words.join('-').slice(0, longestName).replace(/-+$/, '');
}

const unchanging = new Set([
  ...['series', 'species', 'news', 'data', 'aws', 'dns', 'sms', 'https', 'ms', 'os', 'tls', 'kms'],
]);

export const singular = rememberResults((word) => {
  if (unchanging.has(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|sis|xis|redis)$/.test(word)) return word;
  return word.replace(/(x|ch|sh|ss|us)es$/, '$1').replace(/([^s])s$/, '$1');
}, mostRemembered);

/** Words that look plural but are not. */
const single = new Set(['stats', 'analytics', 'settings', 'preferences', 'details', 'exists']);

export function isPlural(word: string): boolean {
  return singular(word) !== word && !single.has(word);
}

/** Help shows a description in full; a text longer than this is hardly a description, and is cut. */
export const longestDescription = 2000;

/** Text from a document on one line, without control characters. */
export function oneLine(text: string, longest = 200): string {
  const start = cutUnits(text, longest * 20);
  // Plain characters need no classes of Unicode, which are slow.
  const isPlain = /^[ -~\t\n\r]*$/.test(start);
  const gaps = isPlain ? /\s{2,}|[^\S ]/g : /[\p{Cc}\p{Cf}\s]{2,}|[\p{Cc}\p{Cf}]|[^\S ]/gu;
  const plain = start.replace(gaps, ' ').trim();
  return plain.length <= longest ? plain : `${cutUnits(plain, longest - 1).trimEnd()}…`;
}

/** `cost alerts` → `Cost alerts` */
export function sentenceOf(tag: string): string {
  return tag.slice(0, 1).toUpperCase() + tag.slice(1);
}
