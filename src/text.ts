/**
 * Characters that a terminal would interpret or hide: C0, DEL and C1 (which start escape sequences), the
 * line and paragraph separators, and characters that reverse or hide text (bidirectional controls,
 * zero-width marks, unpaired surrogates). Joiners remain, because scripts and emoji need them. The pattern
 * is created only for text that may have one: it takes a fiftieth of the time that Node needs to start.
 */
const unsafe = () =>
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u206f\ufeff\ufff9-\ufffb\p{Cs}]/gu;

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const plain = /^[ -~]*$/;
const plainLines = /^[\n -~]*$/;

/** External text as one line that any terminal can show: control characters become visible. */
export function escapeForTerminal(text: string): string {
  return plain.test(text) ? text : text.replace(unsafe(), show);
}

/** Like escapeForTerminal, but keeps line ends and tabs. */
export function escapeLinesForTerminal(text: string): string {
  if (plainLines.test(text)) return text;
  return text.replace(unsafe(), (character) =>
    character === '\n' || character === '\t' ? character : show(character),
  );
}

/** JSON text for a terminal: the same document, with unsafe characters as \u escapes. */
export function safeJson(text: string): string {
  if (plainLines.test(text)) return text;
  return text.replace(unsafe(), (character) =>
    character === '\n' ? character : `\\u${hexOf(character).padStart(4, '0')}`,
  );
}

function show(character: string): string {
  const code = hexOf(character);
  return short[character] ?? (code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`);
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16);
}

/** Whether a text has white space that readers overlook: around it, several in a row, or other than a usual space. */
export function hasOddSpace(text: string): boolean {
  return text !== text.trim() || /\s\s|[\u00a0\u2000-\u200a\u202f\u205f]/.test(text);
}

/** Text from a file for messages: quoted, control characters visible, at most 40 characters. */
export function shortText(text: string): string {
  return JSON.stringify(cutText(text, 40));
}

/** A text that an editor may have begun with a byte order mark. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** The text with its percent escapes decoded, or as it is if one of them is invalid. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text; of a longer one this many UTF-16 units, and `…`. */
export function cutText(text: string, most: number): string {
  return text.length > most ? `${cutUnits(text, most)}…` : text;
}

/** The first UTF-16 units of a text. No character is cut in two. */
export function cutUnits(text: string, units: number): string {
  const isHalf = (text.charCodeAt(units - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isHalf ? units - 1 : units);
}

/** Splits text into lines of at most the given width, except for single words that are wider. */
export function wrap(
  text: string,
  width: number,
  measure: (text: string) => number = (plain) => plain.length,
): string[] {
  return wrapWords(text.split(' '), width, measure);
}

/** Joins words to lines of at most the given width, except for single words that are wider. */
export function wrapWords(
  words: readonly string[],
  width: number,
  measure: (text: string) => number,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** A language tag that this computer knows, in its usual spelling. */
export function knownLocale(text: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text)[0];
  } catch {
    return undefined;
  }
}

/** The words and phrases of a list with commas between them, on any number of lines. */
export function wordsIn(list: string): string[] {
  return list.split(',').map((phrase) => phrase.trim().replaceAll(/\s+/g, ' '));
}

/** `a, b and 3 more`. */
export function nameFirst(names: readonly string[], most: number, separator = ', '): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(separator)}${more}`;
}

/** `1 row`, `2 rows`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The same text in memory of its own: a substring would keep the whole text in memory. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}

/** The function, with the results for at most this many texts kept: the same few come again and again. */
export function rememberResults<Result>(
  make: (text: string) => Result,
  most: number,
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

/** Quotes one word for a POSIX shell. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** `data[3].status` */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
