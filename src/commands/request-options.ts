import { isRetryKey } from '../api/operation.ts';
import { findMasked } from '../api/secret-names.ts';
import type { Context } from '../context.ts';
import { type Kind, kind, text } from '../declaration/kind.ts';
import { flag, type Input, optional, repeated } from '../declaration/option.ts';
import { usageError } from '../errors.ts';
import { mergeObjects, setPath } from '../json/merge.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import { requireUnique } from '../json/parse.ts';
import { readStdin, readTextFile } from '../storage/read-input.ts';

/** Options for a body whose shape the service does not publish. */
export const bodyFields = {
  data: optional(text('json', { empty: true }), 'body as JSON, @file, or - for stdin'),
  set: repeated(text('key=text', { empty: true }), 'set a text property; a.b=c nests (repeatable)'),
  setJson: repeated(
    text('key=json', { empty: true }),
    'set a property to a JSON value (repeatable)',
  ),
};

export const mergeOption = {
  merge: flag('read the record, apply the changes, send all of it (else only the changes)'),
};

export type BodyInput = Input<typeof bodyFields>;

/** The body that the options give; undefined if none was given. */
export async function readBody(context: Context, input: BodyInput) {
  if (input.data === undefined && !input.set?.length && !input.setJson?.length) return undefined;
  const data = input.data === undefined ? {} : await readData(context, input.data);
  const given = new Map<string, JsonValue>();
  for (const text of input.set ?? []) addPair(given, '--set', text);
  for (const text of input.setJson ?? []) addPair(given, '--set-json', text);
  return [...given].reduce((body, [key, value]) => setPath(body, key, value), data);
}

/** No property that an option sets may be lost to another: it may be a mistake. */
function addPair(given: Map<string, JsonValue>, option: string, text: string): void {
  const [key, words] = readPair(option, text);
  for (const [one, held] of given) {
    if (one === key) throw usageError(`${option}: names ${key} twice`);
    const isLost = one.startsWith(`${key}.`) || (key.startsWith(`${one}.`) && !isObject(held));
    if (isLost) throw usageError(`${option}: ${key} would replace ${one}`);
  }
  given.set(key, option === '--set' ? words : parseOption(option, words));
}

/** Like `readBody`, for a request of any kind: --data alone may be any JSON value. */
export async function readAnyBody(context: Context, input: BodyInput) {
  const alone = !input.set?.length && !input.setJson?.length;
  return alone && input.data !== undefined
    ? parseOption('--data', await readSpec(context, input.data))
    : readBody(context, input);
}

export async function requireBody(context: Context, input: BodyInput): Promise<JsonObject> {
  const body = await readBody(context, input);
  if (body === undefined) {
    throw usageError('there is nothing to send', 'give --data, --set or --set-json');
  }
  return body;
}

/** The changes alone, or with --merge laid over the whole record. */
export async function mergeBody(
  merge: boolean | undefined,
  changes: JsonObject,
  readRecord: () => Promise<JsonObject>,
): Promise<JsonObject> {
  return merge === true ? refuseMasked(mergeObjects(await readRecord(), changes)) : changes;
}

/** A record that is sent back whole must not replace a secret by the mask that the service shows for it. */
export function refuseMasked(record: JsonObject, isStated?: Parameters<typeof findMasked>[1]) {
  const path = findMasked(record, isStated);
  if (path === undefined) return record;
  throw usageError(
    `${path}: the service shows this secret masked, and sending the mask could replace it`,
    'give the secret itself too, or send only the changes',
  );
}

async function readData(context: Context, spec: string): Promise<JsonObject> {
  const value = parseOption('--data', await readSpec(context, spec));
  if (!isObject(value)) throw usageError('--data: must be a JSON object');
  return value;
}

/** `@file`, `-` for stdin, or the text itself. */
export async function readSpec(context: Context, spec: string, option = '--data'): Promise<string> {
  return spec === '-' ? readStdin(context, option) : readTextOption(spec);
}

/** `@file`, or the text itself. The last line break of a file is left out: an editor has added it. */
export async function readTextOption(spec: string): Promise<string> {
  return spec.startsWith('@') ? (await readTextFile(spec.slice(1))).replace(/\r?\n$/, '') : spec;
}

function readPair(option: string, text: string): [string, string] {
  if (text.indexOf('=') < 1) throw usageError(`${option}: must have the form key=value`);
  const [key, value] = splitPair(text);
  if (key.split('.').includes('')) throw usageError(`${option}: ${key} has an empty part`);
  return [key, value];
}

function parseOption(option: string, text: string): JsonValue {
  return requireUnique(text, (words) => usageError(`${option}: ${words}`));
}

export function splitPair(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** A header of the request: its name in lower case, and its value. */
export type Header = readonly [name: string, value: string];

/** Headers that this program sets itself, or that would change where the request ends. */
const own = new Set(['authorization', 'host', 'content-length', 'transfer-encoding', 'connection']);

/** Headers about how a request is sent. They need more than a header, and the network refuses them alone. */
const unsent = new Set(['expect', 'keep-alive', 'trailer', 'upgrade']);

const headerText = /^[\x20-\x7e\x80-\xff\t]*$/;

const header = kind<Header>(
  'header',
  (text) => {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      return { problem: 'must have the form "Name: value"' };
    }
    if (!headerText.test(value)) {
      return { problem: `the value of ${name} has characters that a header cannot have` };
    }
    const lower = name.toLowerCase();
    // A request with a key is sent again after a failure, and an empty one does not make the two the same.
    if (isRetryKey(name) && value.trim() === '') {
      return { problem: `${name} has no value` };
    }
    if (unsent.has(lower)) return { problem: `${name} is not a header that this program can send` };
    return own.has(lower)
      ? { problem: `${name} is set by this program` }
      : { value: [lower, value.trim()] };
  },
  { example: "'If-Match: *'" },
);

/** The media type of a body, which becomes a header. */
export function mediaType(suggestions: readonly string[] = []): Kind<string> {
  const any = text('type', suggestions.length === 0 ? {} : { suggestions });
  return {
    ...any,
    parse: (given) =>
      headerText.test(given)
        ? any.parse(given)
        : { problem: 'has characters that a header cannot have' },
  };
}

export const headerOption = repeated(header, "add a header, as 'Name: value' (repeatable)", {
  short: '-H',
});

/** The headers by name; of one that is given twice, both values. */
export function headersOf(headers: readonly Header[] = []): Record<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of headers) {
    const earlier = all.get(name);
    all.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(all);
}
