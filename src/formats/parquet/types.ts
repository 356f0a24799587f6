import { usageError } from '../../errors.ts';

export type ParquetType =
  | { readonly kind: 'text' | 'day' | 'boolean' | 'integer' | 'double' }
  | { readonly kind: 'moment' }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number };

/** A type that an option or a manifest can name. */
export type NamedType = Exclude<ParquetType, { readonly kind: 'moment' }>;

/** A decimal with at most this many digits is stored as a 64-bit number. */
export const longDigits = 18;
export const largestPrecision = 38;

/** What the values of a column are, over all its rows. It only grows, and so a type only widens. */
export interface Evidence {
  readonly kinds: readonly ('text' | 'day' | 'number' | 'boolean' | 'nested')[];
  /** The most digits before the point, and after it. */
  readonly digits: number;
  readonly places: number;
}

export const noEvidence: Evidence = { kinds: [], digits: 0, places: 0 };

/** A column is typed if every value allows the same type; otherwise it is text. */
export function typeOf({ kinds, digits, places }: Evidence): ParquetType {
  const [only, ...others] = kinds;
  if (only === undefined || others.length > 0) return { kind: 'text' };
  if (only === 'day' || only === 'boolean') return { kind: only };
  return only === 'number' ? numberType(digits, places) : { kind: 'text' };
}

/** A decimal whatever its values are: even if all of them are whole, or there are none. */
export function decimalTypeOf({ digits, places }: Evidence): ParquetType {
  const isShort = digits + places <= longDigits;
  return {
    kind: 'decimal',
    precision: isShort ? longDigits : largestPrecision,
    scale: Math.min(places, largestPrecision),
  };
}

export function joinEvidence(one: Evidence, other: Evidence): Evidence {
  return {
    kinds: [...new Set([...one.kinds, ...other.kinds])].sort(),
    digits: Math.max(one.digits, other.digits),
    places: Math.max(one.places, other.places),
  };
}

/** Only two precisions, so that a type changes as seldom as possible. */
function numberType(digits: number, places: number): ParquetType {
  if (places === 0 && digits <= longDigits) return { kind: 'integer' };
  if (digits + places > largestPrecision) return { kind: 'text' };
  const precision = digits + places <= longDigits ? longDigits : largestPrecision;
  return { kind: 'decimal', precision, scale: places };
}

/** A note about columns that are text although they have only numbers: a sum of them needs a cast. */
export function describeLongNumbers(
  columns: readonly { readonly name: string; readonly evidence: Evidence }[],
): string[] {
  const names = columns
    .filter(
      ({ evidence }) => evidence.kinds.join() === 'number' && typeOf(evidence).kind === 'text',
    )
    .map(({ name }) => name);
  const most = `more than the ${largestPrecision} digits of a decimal`;
  return names.length === 0
    ? []
    : [`numbers that need ${most} are stored as text: ${names.join(', ')}`];
}

/** `cost=decimal(38,12),day=date,note=text` */
export function parseTypes(text: string): ReadonlyMap<string, NamedType> {
  const types = new Map<string, NamedType>();
  if (text === '') return types;
  for (const part of text.split(/,(?![^(]*\))/)) {
    const at = part.lastIndexOf('=');
    const type = at < 1 ? undefined : parseType(part.slice(at + 1).trim());
    if (type === undefined) {
      throw usageError(
        `--types: '${part}' is not COLUMN=TYPE`,
        'write COLUMN=TYPE, with text, date, boolean, int64, double or decimal(38,12)',
      );
    }
    const name = part.slice(0, at).trim();
    if (types.has(name)) throw usageError(`--types: names ${name} twice`);
    types.set(name, type);
  }
  return types;
}

export function parseType(text: string): NamedType | undefined {
  const [, precision, scale] = /^decimal\((\d{1,2}),\s*(\d{1,2})\)$/.exec(text) ?? [];
  if (precision !== undefined && scale !== undefined) {
    const [all, behind] = [Number(precision), Number(scale)];
    const isPossible = all >= 1 && all <= largestPrecision && behind <= all;
    return isPossible ? { kind: 'decimal', precision: all, scale: behind } : undefined;
  }
  return names.get(text);
}

const names = new Map<string, NamedType>([
  ['text', { kind: 'text' }],
  ['date', { kind: 'day' }],
  ['boolean', { kind: 'boolean' }],
  ['int64', { kind: 'integer' }],
  ['double', { kind: 'double' }],
]);

export function describeType(type: ParquetType): string {
  if (type.kind === 'decimal') return `decimal(${type.precision},${type.scale})`;
  for (const [name, { kind }] of names) if (kind === type.kind) return name;
  return 'timestamp';
}

export function isSameType(one: ParquetType, other: ParquetType): boolean {
  return describeType(one) === describeType(other);
}
