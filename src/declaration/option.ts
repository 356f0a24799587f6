import { usageError } from '../errors.ts';
import type { Kind } from './kind.ts';

/** How an option's value is named, checked and shown. `Value` is what the command receives. */
export interface Option<Value = unknown> {
  readonly description: string;
  /** Missing: the option is a switch. */
  readonly kind?: Kind<unknown>;
  readonly short?: string;
  readonly required?: boolean;
  readonly repeatable?: boolean;
  /** The value that counts if it is left out, as it would be typed; the description ends with it. */
  readonly usual?: string;
  /** For a switch: what `--no-…` means, if that form exists. */
  readonly negative?: string;
  /** A switch that has only its `--no-…` form. */
  readonly onlyNegative?: boolean;
  /** Accepted, but not shown in help. */
  readonly hidden?: boolean;
  /** Names of options that it cannot be used with. */
  readonly excludes?: readonly string[];
  readonly whyAlone?: string;
  readonly heading?: string;
  /** The setting that supplies its value if it is left out; conditions of `where` are added to those given. */
  readonly setting?: 'where' | 'convertTo' | 'reportConvertTo' | 'reportMetric' | 'rateMethod';
  /** Turns the checked values of all occurrences into what the command receives. */
  readonly collect: (values: readonly unknown[]) => Value;
}

export interface Argument<Value = unknown> {
  readonly description: string;
  readonly kind: Kind<unknown>;
  readonly required: boolean;
  readonly variadic: boolean;
  /** Its name in help, if it differs from its key. */
  readonly name?: string;
  readonly collect: (values: readonly unknown[]) => Value;
}

export type Arguments = Readonly<Record<string, Argument>>;
export type Options = Readonly<Record<string, Option>>;

type ValueOf<Part> =
  Part extends Argument<infer Value> ? Value : Part extends Option<infer Value> ? Value : never;

type MayBeAbsent<Parts> = {
  [Key in keyof Parts]: undefined extends ValueOf<Parts[Key]> ? Key : never;
}[keyof Parts];

type Values<Parts> = {
  readonly [Key in Exclude<keyof Parts, MayBeAbsent<Parts>>]: ValueOf<Parts[Key]>;
} & { readonly [Key in MayBeAbsent<Parts>]?: ValueOf<Parts[Key]> };

/** The input of a command, derived from its arguments and options. Options that were not given are absent. */
export type Input<Parts> = Values<Parts>;

type Details = Pick<
  Option,
  'short' | 'hidden' | 'excludes' | 'whyAlone' | 'heading' | 'setting' | 'usual'
>;

export const outputHeading = 'Output:';

/** The same options, listed in help under a heading. */
export function under<Declared extends Readonly<Record<string, Option>>>(
  heading: string,
  options: Declared,
): Declared {
  const all = Object.entries(options).map(([key, option]) => [key, { ...option, heading }]);
  // Each entry keeps its key and what its option collects.
  return Object.fromEntries(all) as Declared;
}

/** The same options for an action that ignores what a profile says about questions. */
export function withoutSettings<Declared extends Readonly<Record<string, Option>>>({
  noWhere: _noWhere,
  ...options
}: Declared): Omit<Declared, 'noWhere'> {
  const all = Object.entries(options).map(([key, { setting: _setting, ...one }]) => [key, one]);
  return Object.fromEntries(all) as Omit<Declared, 'noWhere'>;
}

/** An option that may be left out. */
export function optional<Value>(
  kind: Kind<Value>,
  description: string,
  details: Details = {},
): Option<Value | undefined> {
  return { kind, ...describe(description, details), collect: lastOf<Value | undefined> };
}

function describe(text: string, details: Details): Details & Pick<Option, 'description'> {
  const { usual } = details;
  if (usual === undefined) return { ...details, description: text };
  const plain = text.replace(/ \(repeatable\)$/, '');
  const more = plain === text ? '' : '; repeatable';
  return { ...details, description: `${plain} (default ${usual}${more})` };
}

export function required<Value>(
  kind: Kind<Value>,
  description: string,
  details: Details = {},
): Option<Value> {
  return { kind, ...describe(description, details), required: true, collect: lastOf<Value> };
}

/** An option that may be repeated; all its values, in order. */
export function repeated<Value>(kind: Kind<Value>, description: string, details: Details = {}) {
  return repeatedAs(kind, (values) => values, description, details);
}

/** An option that may be repeated; its values are combined into one. */
export function repeatedAs<Value, Whole>(
  kind: Kind<Value>,
  collect: (values: readonly Value[]) => Whole,
  description: string,
  details: Details = {},
): Option<Whole | undefined> {
  // The values were made by `kind`.
  return {
    kind,
    ...describe(description, details),
    repeatable: true,
    collect: (values) => collect(values as readonly Value[]),
  };
}

/** Names that are given with commas between them, or one by one; a name given twice counts once. */
export function namesOf(option: string): (texts: readonly string[]) => readonly string[] {
  return (texts) => {
    const names = texts.flatMap((one) => one.split(',')).map((name) => name.trim());
    if (names.includes('')) throw usageError(`${option} has an empty name between its commas`);
    return [...new Set(names)];
  };
}

/** Pairs as an object. A name that is given twice is refused: it may be a mistake. */
export function objectOfPairs(option: string) {
  return (pairs: readonly (readonly [string, string])[]): Readonly<Record<string, string>> => {
    requireUnique(option)(pairs.map(([name]) => name));
    return Object.fromEntries(pairs);
  };
}

export function requireUnique(option: string): (names: readonly string[]) => readonly string[] {
  return (names) => {
    const twin = names.find((name, place) => names.indexOf(name) !== place);
    if (twin !== undefined) throw usageError(`${option}: names ${twin} twice`);
    return names;
  };
}

/** A switch. With `negative` it also has a `--no-…` form. */
export function flag(
  description: string,
  details: Details & Pick<Option, 'negative' | 'onlyNegative'> = {},
): Option<boolean | undefined> {
  return { description, ...details, collect: lastOf<boolean | undefined> };
}

export function argument<Value>(
  kind: Kind<Value>,
  description: string,
  name?: string,
): Argument<Value> {
  return { ...optionalArgument(kind, description, name), required: true, collect: lastOf<Value> };
}

export function optionalArgument<Value>(
  kind: Kind<Value>,
  description: string,
  name?: string,
): Argument<Value | undefined> {
  const form = { kind, description, required: false, variadic: false };
  return { ...form, ...(name === undefined ? {} : { name }), collect: lastOf<Value | undefined> };
}

/** All remaining words. */
export function restArguments<Value>(
  kind: Kind<Value>,
  description: string,
): Argument<readonly Value[]> {
  const collect = (values: readonly unknown[]) => values as readonly Value[];
  return { kind, description, required: false, variadic: true, collect };
}

/** The values were made by the option's kind: this is the boundary between text and types. */
function lastOf<Value>(values: readonly unknown[]): Value {
  return values.at(-1) as Value;
}
