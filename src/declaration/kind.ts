import type * as z from 'zod/mini';
import type { Noun as ListedNoun } from '../api/nouns.ts';
import { isDay } from '../days.ts';

/** A JSON Schema (2020-12), limited to what this program writes. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The value of a text, or what is wrong with it, worded to follow the name of its option. */
export type Checked<Value> = { readonly value: Value } | { readonly problem: string };

/** What the service or the configuration can list. Completion offers these, and a name can replace an id. */
type Noun =
  | 'profiles'
  | 'workspaces'
  | 'metrics'
  | 'providers'
  | 'filters'
  | 'users'
  | 'connections';

/** What an argument or option value is. Declared once for help, completion, checks and schema. */
export interface Kind<Value> {
  /** The name of the value in help: `--limit <n>`. */
  readonly placeholder: string;
  readonly parse: (text: string) => Checked<Value>;
  readonly schema: JsonSchema;
  /** A valid value, for the hint of a usage error. */
  readonly example?: string;
  /** The values it can have, if they are few. */
  readonly choices?: readonly string[];
  /** Values worth offering, though others are valid too. */
  readonly suggestions?: readonly string[];
  /** Several may be given with commas between them. */
  readonly isList?: true;
  /** What completion asks the service for, if the value does not name a record. */
  readonly offers?: 'columns' | 'currencies';
  /** The kind of record that this identifies. */
  readonly noun?: Noun;
  /** A path that the command reads or writes. */
  readonly file?: 'read' | 'write';
}

type Details = Partial<Omit<Kind<unknown>, 'parse'>>;

/** Any text; empty only if allowed. */
export function text(
  placeholder = 'text',
  details: Details & { empty?: boolean } = {},
): Kind<string> {
  const { empty = false, ...others } = details;
  return {
    placeholder,
    parse: (value) => (value === '' && !empty ? { problem: 'must not be empty' } : { value }),
    schema: { type: 'string', ...(empty ? {} : { minLength: 1 }) },
    ...others,
  };
}

export function wholeNumber(
  minimum: number,
  maximum = Number.MAX_SAFE_INTEGER,
  placeholder = 'n',
): Kind<number> {
  const unbounded = maximum === Number.MAX_SAFE_INTEGER;
  const bounds = unbounded ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
  return {
    placeholder,
    parse: (digits) => {
      const value = Number(digits);
      const isValid = /^\d{1,15}$/.test(digits) && value >= minimum && value <= maximum;
      return isValid ? { value } : { problem: `must be a whole number ${bounds}` };
    },
    schema: { type: 'integer', minimum, ...(unbounded ? {} : { maximum }) },
    example: String(maximum > 1e6 ? Math.max(minimum, 20) : maximum),
  };
}

/** One of a few words, ignoring case; `meant` knows what other programs call them. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  placeholder: string,
  meant?: (given: string) => Word | undefined,
): Kind<Word> {
  return {
    placeholder,
    parse: (given) => {
      const value = words.find((word) => word.toLowerCase() === given.toLowerCase());
      if (value !== undefined) return { value };
      const known = meant?.(given.toLowerCase());
      const hint = known === undefined ? '' : `; did you mean ${known}?`;
      const wanted =
        words.length === 1 ? `${words[0]}, not ${given}` : `one of ${words.join(', ')}`;
      return { problem: `must be ${wanted}${hint}` };
    },
    schema: { enum: words },
    choices: words,
    ...(words[0] === undefined ? {} : { example: words[0] }),
  };
}

/** `key=value`; the key must not be empty. */
export function keyValue(placeholder = 'key=value'): Kind<readonly [string, string]> {
  return {
    placeholder,
    parse: (pair) => {
      const at = pair.indexOf('=');
      return at > 0
        ? { value: [pair.slice(0, at), pair.slice(at + 1)] }
        : { problem: `must have the form ${placeholder}` };
    },
    schema: { type: 'string', pattern: '^[^=]+=' },
    example: 'key=value',
  };
}

/** A valid date, `YYYY-MM-DD`. */
export const day: Kind<string> = {
  placeholder: 'date',
  parse: (value) => (isDay(value) ? { value } : { problem: 'must be a date, YYYY-MM-DD' }),
  schema: { type: 'string', format: 'date' },
  example: '2026-10-01',
};

/** The code of a currency, in upper case. */
export const currency: Kind<string> = parsed(
  'currency',
  'must be three letters, such as EUR',
  { example: 'EUR', offers: 'currencies' },
  (code) => (/^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : undefined),
);

/** The rules of a zod schema for text, if the service's document defines them. */
export function checkedBy<Value>(
  schema: z.ZodMiniType<Value, unknown>,
  placeholder: string,
  details: Details = {},
): Kind<Value> {
  const check = (value: string): Checked<Value> => {
    const result = schema.safeParse(value);
    return result.success
      ? { value: result.data }
      : { problem: result.error.issues[0]?.message ?? 'is invalid' };
  };
  return kind(placeholder, check, details);
}

/** The value that `parse` returns for a text; `problem` says what is wrong if it returns undefined. */
export function parsed<Value>(
  placeholder: string,
  problem: string,
  details: Details,
  parse: (text: string) => Value | undefined,
): Kind<Value> {
  const check = (text: string): Checked<Value> => {
    const value = parse(text);
    return value === undefined ? { problem } : { value };
  };
  return kind(placeholder, check, details);
}

/** A rule in code, if no other kind fits. */
export function kind<Value>(
  placeholder: string,
  parse: Kind<Value>['parse'],
  details: Details = {},
): Kind<Value> {
  return { placeholder, parse, schema: { type: 'string' }, ...details };
}

export const inputFile: Kind<string> = text('file', { file: 'read' });
/** A folder that is read as a whole. */
export const inputFolder: Kind<string> = text('dir', { file: 'read' });
export const outputFile: Kind<string> = text('file', { file: 'write' });
/** A folder whose files the command writes. */
export const outputFolder: Kind<string> = text('dir', { file: 'write' });

/** Text given in place of an id that does not look like an id, and so may be a name. */
export class Name {
  readonly noun: ListedNoun;
  readonly text: string;
  /** Whether it could still be a valid id of the service. */
  readonly mayBeId: boolean;

  constructor(noun: ListedNoun, text: string, mayBeId: boolean) {
    this.noun = noun;
    this.text = text;
    this.mayBeId = mayBeId;
  }
}

/** Whether records of this kind have names that can replace ids. */
export function hasNames(noun: Noun | undefined): noun is ListedNoun {
  return noun !== undefined && noun !== 'profiles' && noun !== 'connections';
}

/** Provider and filter ids have no published format, so words joined by `_`, UUIDs and numbers count as ids. */
export function looksLikeId(text: string): boolean {
  return /^\.{1,2}$|^[A-Za-z]{2,6}_[\w-]+$|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^\d+$/i.test(
    text,
  );
}
