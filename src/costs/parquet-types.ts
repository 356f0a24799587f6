import { usageError } from '../errors.ts';
import { type Decimal, parseDecimal } from '../json/decimal.ts';
import { isDay } from './days.ts';

/** A column's type in a parquet file. */
export type ParquetType =
  | { readonly kind: 'text' | 'day' | 'boolean' | 'integer' | 'double' }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number };

export type CellKind = 'text' | 'number' | 'boolean' | 'nested';

/** What the values of a column are, over all rows. */
export interface ColumnEvidence {
  readonly add: (kind: CellKind, text: string) => void;
  readonly type: () => ParquetType;
}

const smallPrecision = 18;
const largestPrecision = 38;

/** Days and numbers are typed where every value of the column allows it; the rest stays text. */
export function createEvidence(): ColumnEvidence {
  const kinds = new Set<CellKind | 'day'>();
  let places = 0;
  let digits = 0;
  return {
    add: (kind, text) => {
      if (kind === 'number') {
        const decimal = parseDecimal(text);
        places = Math.max(places, decimal?.scale ?? largestPrecision + 1);
        digits = Math.max(digits, decimal === undefined ? 0 : wholeDigits(decimal));
      }
      kinds.add(kind === 'text' && isDay(text) ? 'day' : kind);
    },
    type: () => {
      const [only, ...others] = kinds;
      if (only === undefined || others.length > 0) return { kind: 'text' };
      if (only === 'day' || only === 'boolean') return { kind: only };
      return only === 'number' ? numberType(digits, places) : { kind: 'text' };
    },
  };
}

/** Few precisions, so that months differ in their type as seldom as can be. */
function numberType(digits: number, places: number): ParquetType {
  if (places === 0 && digits <= smallPrecision) return { kind: 'integer' };
  if (digits + places > largestPrecision) return { kind: 'text' };
  const precision = digits + places <= smallPrecision ? smallPrecision : largestPrecision;
  return { kind: 'decimal', precision, scale: places };
}

function wholeDigits({ units, scale }: Decimal): number {
  const text = (units < 0n ? -units : units).toString();
  return units === 0n ? 0 : Math.max(0, text.length - scale);
}

/** `cost=decimal(38,12),day=date,note=text` */
export function parseTypes(text: string): ReadonlyMap<string, ParquetType> {
  const types = new Map<string, ParquetType>();
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
    types.set(part.slice(0, at).trim(), type);
  }
  return types;
}

function parseType(text: string): ParquetType | undefined {
  const [, precision, scale] = /^decimal\((\d{1,2}),\s*(\d{1,2})\)$/.exec(text) ?? [];
  if (precision !== undefined && scale !== undefined) {
    const [all, behind] = [Number(precision), Number(scale)];
    const isPossible = all >= 1 && all <= largestPrecision && behind <= all;
    return isPossible ? { kind: 'decimal', precision: all, scale: behind } : undefined;
  }
  return names.get(text);
}

const names = new Map<string, ParquetType>([
  ['text', { kind: 'text' }],
  ['date', { kind: 'day' }],
  ['boolean', { kind: 'boolean' }],
  ['int64', { kind: 'integer' }],
  ['double', { kind: 'double' }],
]);

export function describeType(type: ParquetType): string {
  if (type.kind === 'decimal') return `decimal(${type.precision},${type.scale})`;
  for (const [name, { kind }] of names) if (kind === type.kind) return name;
  return type.kind;
}

/** The cell's value as its column's type has it; undefined where it does not fit. */
export function toTyped(
  type: ParquetType,
  kind: CellKind,
  text: string,
): string | number | bigint | boolean | undefined {
  switch (type.kind) {
    case 'text':
      return text;
    case 'day':
      return isDay(text) ? Date.parse(text) / 86_400_000 : undefined;
    case 'boolean':
      return kind === 'boolean' ? text === 'true' : undefined;
    case 'double':
      return parseDecimal(text) === undefined ? undefined : Number(text);
    case 'integer':
      return toUnits(text, 0, 2n ** 63n);
    case 'decimal':
      return toUnits(text, type.scale, 10n ** BigInt(type.precision));
  }
}

function toUnits(text: string, scale: number, limit: bigint): bigint | undefined {
  const decimal = parseDecimal(text);
  if (decimal === undefined) return undefined;
  const shift = scale - decimal.scale;
  const divisor = shift < 0 ? 10n ** BigInt(-shift) : 1n;
  if (decimal.units % divisor !== 0n) return undefined;
  const units = shift < 0 ? decimal.units / divisor : decimal.units * 10n ** BigInt(shift);
  return units < limit && units > -limit ? units : undefined;
}
