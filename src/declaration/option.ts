import type { Kind } from './kind.ts';

/** How the value of an option is called, checked and shown. `Value` is what the command receives. */
export interface Option<Value = unknown> {
  readonly description: string;
  /** Missing: the option is a switch. */
  readonly kind?: Kind<unknown>;
  readonly short?: string;
  readonly required?: boolean;
  readonly repeatable?: boolean;
  /** Of a switch: what `--no-…` means, if there is one. */
  readonly negative?: string;
  /** A switch that has only its `--no-…` form. */
  readonly onlyNegative?: boolean;
  /** Understood, but not shown in help. */
  readonly hidden?: boolean;
  /** Names of options that it cannot be used with. */
  readonly excludes?: readonly string[];
  /** The heading of help that it is listed under. */
  readonly heading?: string;
  /** From the checked values of all its occurrences to what the command receives. */
  readonly collect: (values: readonly unknown[]) => Value;
}

export interface Argument<Value = unknown> {
  readonly description: string;
  readonly kind: Kind<unknown>;
  readonly required: boolean;
  readonly variadic: boolean;
  /** What help calls it, if not by its key. */
  readonly name?: string;
  readonly collect: (values: readonly unknown[]) => Value;
}

type Details = Pick<Option, 'short' | 'hidden' | 'excludes' | 'heading'>;

/** An option that may be left out. */
export function optional<Value>(
  kind: Kind<Value>,
  description: string,
  details: Details = {},
): Option<Value | undefined> {
  return { kind, description, ...details, collect: lastOf<Value | undefined> };
}

export function required<Value>(
  kind: Kind<Value>,
  description: string,
  details: Details = {},
): Option<Value> {
  return { kind, description, required: true, ...details, collect: lastOf<Value> };
}

/** An option that may be given more than once; all its values, in order. */
export function repeated<Value>(
  kind: Kind<Value>,
  description: string,
  details: Details = {},
): Option<readonly Value[] | undefined> {
  return repeatedAs(kind, (values) => values, description, details);
}

/** The same, with its values made into one thing. */
export function repeatedAs<Value, Whole>(
  kind: Kind<Value>,
  collect: (values: readonly Value[]) => Whole,
  description: string,
  details: Details = {},
): Option<Whole | undefined> {
  // The values were made by `kind`.
  return {
    kind,
    description,
    repeatable: true,
    ...details,
    collect: (values) => collect(values as readonly Value[]),
  };
}

/** A switch. With `negative` there is a `--no-…` form too. */
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
  return make(kind, description, name, { required: true, variadic: false }, lastOf<Value>);
}

export function optionalArgument<Value>(
  kind: Kind<Value>,
  description: string,
  name?: string,
): Argument<Value | undefined> {
  return make(
    kind,
    description,
    name,
    { required: false, variadic: false },
    lastOf<Value | undefined>,
  );
}

/** All the words that follow. */
export function restArguments<Value>(
  kind: Kind<Value>,
  description: string,
  { required = false, name }: { required?: boolean; name?: string } = {},
): Argument<readonly Value[]> {
  const all = (values: readonly unknown[]) => values as readonly Value[];
  return make(kind, description, name, { required, variadic: true }, all);
}

function make<Value>(
  kind: Kind<unknown>,
  description: string,
  name: string | undefined,
  form: { readonly required: boolean; readonly variadic: boolean },
  collect: Argument<Value>['collect'],
): Argument<Value> {
  return { kind, description, ...form, ...(name === undefined ? {} : { name }), collect };
}

/** The values were made by the kind of the option: this is the boundary between texts and types. */
function lastOf<Value>(values: readonly unknown[]): Value {
  return values.at(-1) as Value;
}
