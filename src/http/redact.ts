import { CostctlError } from '../errors.ts';

export interface Redactor {
  /** From now on this text is shown nowhere. */
  readonly add: (secret: string) => void;
  readonly mask: (text: string) => string;
}

/** A shorter text stands by chance in many a word: it is masked only where it stands alone. */
const shortest = 4;

/** Masks what must not be seen, in every spelling that a message may hold it in. */
export function createRedactor(): Redactor {
  const spellings = new Map<string, RegExp | string>();
  return {
    add: (secret) => {
      if (secret === '') return;
      if (secret.length < shortest) spellings.set(secret, wordOf(secret));
      else for (const spelling of spell(secret)) spellings.set(spelling, spelling);
    },
    mask: (text) => {
      // The longest first: of one that begins another's text nothing would be found any more.
      const ordered = [...spellings].sort(([one], [other]) => other.length - one.length);
      const hide = (plain: string) =>
        ordered.reduce((hidden, [, spelling]) => hidden.replaceAll(spelling, '****'), plain);
      const readable = readEscapes(text);
      const hidden = hide(readable);
      return hidden === readable ? text : hidden;
    },
  };
}

/** JSON may write any character by its number: as people will read it, and still JSON. */
function readEscapes(text: string): string {
  if (!text.includes('\\u')) return text;
  return text.replaceAll(/\\(?:u00([2-7][\da-f])|.)/gi, (written, code: string | undefined) => {
    const character = code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16));
    return character === '\\' || character === '"' ? written : character;
  });
}

function spell(secret: string): string[] {
  const parameter = new URLSearchParams({ '': secret }).toString().slice(1);
  // A half of a surrogate pair, which cannot be encoded, is no part of a buffer.
  const percent = encodeURIComponent(Buffer.from(secret).toString());
  return [
    secret,
    percent,
    percent.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    parameter,
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('/', '\\/'),
    Buffer.from(secret).toString('base64'),
  ];
}

function wordOf(secret: string): RegExp {
  return new RegExp(`(?<![\\w-])${secret.replaceAll(/\W/g, '\\$&')}(?![\\w-])`, 'g');
}

/** The same error without what must not be seen; its cause stays behind, since it may quote anything. */
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
