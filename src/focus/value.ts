import { isJsonObject } from '../formats/file-rows.ts';
import type { StoredKind } from '../formats/table-rows.ts';
import { nationalCurrencies } from './allowed-values.ts';
import type { Check, PlainCheck } from './rule.ts';

/** Whether a value that is not null passes a check that looks at nothing else. */
export type ValueCheck = (text: string, stored: StoredKind) => boolean;

/** Undefined if the check looks at more than one value. */
export function valueCheckOf(check: Check): ValueCheck | undefined {
  switch (check.kind) {
    case 'one of': {
      const values = new Set(check.values);
      return (text) => values.has(text);
    }
    case 'not':
      return (text) => text !== check.value;
    case 'no placeholder': {
      const values = new Set(['', ...check.values]);
      return (text) => !values.has(text);
    }
    case 'one per value':
    case 'unique within':
    case '=':
    case '>=':
    case 'product':
      return undefined;
    default:
      return plainChecks[check.kind];
  }
}

/** A value of the wrong type breaks only the rule about its type: each fault is reported once. */
const plainChecks: Readonly<Partial<Record<PlainCheck, ValueCheck>>> = {
  'type String': (_text, stored) => stored === 'csv' || stored === 'text',
  'type Decimal': (text, stored) =>
    stored === 'number' || (stored === 'csv' && (looseNumber.test(text) || notFinite.test(text))),
  'type Date/Time': (text, stored) =>
    stored === 'moment' || ((stored === 'csv' || stored === 'text') && looseMoment.test(text)),
  text: (text) => !loneSurrogate.test(text),
  number: (text, stored) => stored !== 'csv' || !looseNumber.test(text) || strictNumber.test(text),
  finite: (text) => !notFinite.test(text),
  'at least 0': (text) => !/^-[^1-9eE]*[1-9]/.test(text) || !looseNumber.test(text),
  'date and time': (text, stored) =>
    stored === 'moment' || !looseMoment.test(text) || isStrictMoment(text),
  currency: (text) =>
    nationalCurrencies.has(text) || !nationalCurrencies.has(text.trim().toUpperCase()),
  'national currency': (text) => nationalCurrencies.has(text.trim().toUpperCase()),
  unit: isUnit,
  'key-value pairs': (text) => keysOfPairs(text) !== undefined,
  'JSON object': isJsonObject,
  'Pascal case keys': (text) =>
    (keysOfPairs(text) ?? []).every((key) => /^(x_)?[A-Z][A-Za-z0-9]*$/.test(key)),
  'not blank': (text) => text.trim() !== '',
};

const looseNumber = /^[+-]?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const strictNumber = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:E-?\d+)?$/;
const notFinite = /^[+-]?(?:nan|inf|infinity)$/i;
const looseMoment =
  /^\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)? ?(?:Z|UTC|[+-]\d{2}:?\d{2})?$/;
const strictMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
/** The reader puts a lone surrogate in place of a byte that is not UTF-8. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function isStrictMoment(text: string): boolean {
  if (!strictMoment.test(text)) return false;
  const time = Date.parse(text);
  // `Date.parse` moves a day such as 30 February.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 19));
}

const sizes = /^(?:[bB]|[KMGTPE]i?[bB])$/;
const times = ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second'];
const counted = /^[A-Z][A-Za-z]*(?: [A-Za-z]+)*$/;

/** `GB`, `GB-Hours`, `GB/Hour`, `1000 Tokens`, `Units/3 Months`. */
function isUnit(text: string): boolean {
  const [, per, interval] = /^(.+)\/(.+)$/.exec(text) ?? [];
  if (per !== undefined && interval !== undefined) {
    const [, many] = /^[1-9]\d* (.+)$/.exec(interval) ?? [];
    const isTime = many === undefined ? times.includes(interval) : isTimes(many);
    return isTime && isUnit(per);
  }
  const [, one, spent] = /^(.+)-(.+)$/.exec(text) ?? [];
  if (one !== undefined && spent !== undefined) return isWord(one) && isTimes(spent);
  const [, rest] = /^[1-9]\d* (.+)$/.exec(text) ?? [];
  return isWord(rest ?? text);
}

function isTimes(word: string): boolean {
  return times.some((time) => word === `${time}s`);
}

function isWord(word: string): boolean {
  return sizes.test(word) || counted.test(word);
}

/** The keys of an object of scalars; undefined if it is anything else, or has a key twice. */
export function keysOfPairs(text: string): readonly string[] | undefined {
  if (!isJsonObject(text)) return undefined;
  const keys: string[] = [];
  let at = text.indexOf('{') + 1;
  for (;;) {
    pair.lastIndex = at;
    const found = pair.exec(text);
    if (found === null) break;
    keys.push(JSON.parse(found[1] ?? '""'));
    at = pair.lastIndex;
  }
  const isWhole = text.slice(at).trim() === '}';
  return isWhole && new Set(keys).size === keys.length ? keys : undefined;
}

/** A key and a scalar, in text that is known to be JSON. */
const pair = /\s*("(?:[^"\\]|\\.)*")\s*:\s*(?:"(?:[^"\\]|\\.)*"|[^"{[\],}\s]+)\s*(?:,|(?=\}))/y;
