import { CostctlError } from '../errors.ts';

export type Redactor = ReturnType<typeof createRedactor>;

/** A shorter text occurs in many words by chance, so it is masked only as a whole word. */
const shortest = 4;
/** The same for the texts of records. */
const shortestInData = 8;
/** A larger body is a list of records, not an answer to what was sent. */
const largestSearched = 2 ** 20;

/** Masks secrets in every spelling that a message may contain. */
export function createRedactor() {
  const spellings = new Map<string, Find>();
  const inData = new Map<string, Find>();
  // Spelled when the first text is masked: most runs show no text that could contain a secret.
  const unspelled = new Set<string>();
  let isRepeated = false;
  const maskWith = (known: ReadonlyMap<string, Find>) => (text: string) => {
    for (const secret of unspelled) spellTo(secret, spellings, inData);
    unspelled.clear();
    return hide(text, known);
  };
  const mask = maskWith(spellings);
  return {
    /** From now on this text is never shown. */
    add: (secret: string) => {
      if (secret !== '') unspelled.add(secret);
    },
    mask,
    /** For the texts of records: a short secret that may be an ordinary word, such as a region, stays. */
    maskData: maskWith(inData),
    /** Notes whether a response repeats a secret: until one does, no result has to be searched. */
    look: (body: Buffer) => {
      if (isRepeated || body.length > largestSearched) return;
      const text = body.toString();
      isRepeated = mask(text) !== text;
    },
    isRepeated: () => isRepeated,
  };
}

type Find = RegExp | string;

function spellTo(secret: string, spellings: Map<string, Find>, inData: Map<string, Find>): void {
  if (secret.length < shortest) spellings.set(secret, wordOf(secret));
  else for (const spelling of spell(secret)) spellings.set(spelling, spelling);
  if (secret.length >= shortestInData) {
    for (const spelling of spell(secret)) inData.set(spelling, spelling);
  } else if (secret.length >= shortest && !/^\p{L}+$/u.test(secret)) {
    inData.set(secret, wordOf(secret));
  }
}

function hide(text: string, known: ReadonlyMap<string, Find>): string {
  // Longest first: after masking a prefix, the longer secret would no longer be found.
  const ordered = [...known].sort(([one], [other]) => other.length - one.length);
  const readable = readEscapes(text);
  const hidden = ordered.reduce((all, [, spelling]) => all.replaceAll(spelling, '****'), readable);
  return hidden === readable ? text : hidden;
}

/** JSON may write any character by its code: resolves the codes of characters that need none. */
function readEscapes(text: string): string {
  if (!text.includes('\\u')) return text;
  return text.replaceAll(/\\(?:u00([2-7][\da-f])|.)/gi, (written, code: string | undefined) => {
    const character = code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16));
    return character === '\\' || character === '"' ? written : character;
  });
}

function spell(secret: string): string[] {
  const parameter = new URLSearchParams({ '': secret }).toString().slice(1);
  // Half of a surrogate pair cannot be encoded, and is never part of a buffer.
  const percent = encodeURIComponent(Buffer.from(secret).toString());
  return [
    secret,
    percent,
    percent.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    parameter,
    quote(secret),
    // A service may repeat the whole body in a text of its own, and a gateway that text in another.
    quote(quote(secret)),
    quote(quote(quote(secret))),
    secret.replaceAll('/', '\\/'),
    Buffer.from(secret).toString('base64'),
    ...insideBase64(secret),
  ];
}

/** A longer text in base64 that contains the secret, such as a header, has it at one of three places. */
function insideBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < shortestInside) return [];
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // A character has six bits: the first and the last may also have bits of what is around the secret.
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

/** In bytes: the base64 of less is found in other words by chance. */
const shortestInside = 8;

function quote(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function wordOf(secret: string): RegExp {
  return new RegExp(`(?<![\\w-])${secret.replaceAll(/\W/g, '\\$&')}(?![\\w-])`, 'g');
}

/** The same error without secrets. Its cause is dropped, since it may quote anything. */
export function masked(error: CostctlError, redactor: Redactor): CostctlError {
  const { cause: _cause, ...details } = error.details;
  const { hint, path, body } = details;
  return new CostctlError(error.code, redactor.mask(error.message), {
    ...details,
    ...(hint === undefined ? {} : { hint: redactor.mask(hint) }),
    ...(path === undefined ? {} : { path: redactor.mask(path) }),
    ...(body === undefined ? {} : { body: redactor.mask(body) }),
  });
}
