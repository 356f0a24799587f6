import { membersOf } from '../../json/members.ts';
import { ExactNumber, isObject } from '../../json/number.ts';

/** The same for parsers of YAML 1.1 and 1.2: text is quoted unless each is certain to read it as text. */
export function* writeYaml(value: unknown): Generator<string> {
  if (Array.isArray(value) && value.length > 0) {
    for (const item of value) yield writeItem(item);
    return;
  }
  if (isObject(value)) {
    for (const [key, item] of entriesOf(value)) yield `${entry(key, item, '')}\n`;
    if (entriesOf(value).length > 0) return;
  }
  yield `${scalar(value)}\n`;
}

export function writeItem(value: unknown): string {
  return `-${block(value, '  ', 'item')}\n`;
}

/** A key of an item, up to its colon. */
export function writeKey(key: string): string {
  return nameOf(key, '  ');
}

/** What follows the colon of an item's key. */
export function writeMember(value: unknown): string {
  return block(value, '    ', 'key');
}

/** What follows a dash or a colon: a space and a scalar, or the lines of an object or list. */
function block(value: unknown, indent: string, after: 'item' | 'key'): string {
  if (Array.isArray(value) && value.length > 0) {
    const items = value.map((item) => `-${block(item, `${indent}  `, 'item')}`);
    return startBlock(items, indent, after);
  }
  if (isObject(value)) {
    const entries = entriesOf(value).map(([key, item]) => entry(key, item, indent));
    if (entries.length > 0) return startBlock(entries, indent, after);
  }
  return ` ${scalar(value)}`;
}

/** The first line goes next to the dash of its item. */
function startBlock(lines: readonly string[], indent: string, after: 'item' | 'key'): string {
  const start = after === 'item' ? ' ' : `\n${indent}`;
  return start + lines.join(`\n${indent}`);
}

/** Parsers do not look for the colon after a longer key: it needs a mark of its own. */
const longestSimpleKey = 1000;

function entry(key: string, value: unknown, indent: string): string {
  return nameOf(key, indent) + block(value, `${indent}  `, 'key');
}

function nameOf(key: string, indent: string): string {
  const name = text(key);
  return name.length <= longestSimpleKey ? `${name}:` : `? ${name}\n${indent}:`;
}

function scalar(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return text(value);
  if (value instanceof ExactNumber) return number(value.text);
  if (typeof value === 'number') return number(JSON.stringify(value));
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? '[]' : '{}';
}

/** YAML 1.1 requires a point before an exponent and a sign in it; otherwise it reads text. */
function number(digits: string): string {
  return /e/i.test(digits) && !/\..*e[+-]/i.test(digits) ? `!!float ${digits}` : digits;
}

/** Words that some parser reads as a boolean or null. Anything that starts with a digit is quoted. */
const reserved = /^(y|yes|n|no|true|false|on|off|null|nan|inf)$/i;

/** Starts with a letter, has no character with a meaning in plain text; a colon only before a character. */
const plain =
  /^[\p{L}_](?:[\p{L}\p{N}_./@+=()|,;%$&*!?<>~^'-]|[: ](?=[\p{L}\p{N}_./@+=()|,;%$&*!?<>~^'-]))*$/u;

function text(value: string): string {
  return isPlain(value) && !isReserved(value) ? value : quote(value);
}

export function isPlain(value: string): boolean {
  return plain.test(value);
}

export function isReserved(value: string): boolean {
  return reserved.test(value);
}

/** Characters that a parser or terminal may interpret: controls, separators, bidirectional marks. */
const special =
  /[\u007f-\u009f\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\uffff]/gu;

/** A JSON string is a YAML string too, except for the characters that YAML requires to be escaped. */
function quote(value: string): string {
  return JSON.stringify(value).replace(
    special,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function entriesOf(value: Readonly<Record<string, unknown>>): [string, unknown][] {
  return membersOf(value).filter(([, item]) => item !== undefined);
}
