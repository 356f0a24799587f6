import { getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import { type ExactNumber, numberOf } from '../../json/number.ts';

export type Scalar = null | boolean | number | string | ExactNumber;

/** Why a scalar has no value. */
interface Refusal {
  readonly message: string;
}

export function isRefusal(value: Scalar | Refusal): value is Refusal {
  return typeof value === 'object' && value !== null && 'message' in value;
}

/** The value by the core schema of YAML 1.2. A number keeps its digits. */
export function valueOfScalar(text: string, event: ScalarEvent): Scalar | Refusal {
  const written = getScalarValue(text, event);
  if (event.tagStart < 0) return event.style === SCALAR_STYLE.PLAIN ? resolve(written) : written;
  const tag = text.slice(event.tagStart, event.tagEnd);
  const kind = coreTag.exec(tag)?.[1] ?? (tag === '!' ? 'str' : undefined);
  if (kind === 'str') return written;
  const value = resolve(written);
  return kind !== undefined && kind === kindOf(value, written)
    ? value
    : { message: `Unresolved tag: ${tag}` };
}

const coreTag = /^(?:!!|!<tag:yaml\.org,2002:)(str|int|float|bool|null)>?$/;

function kindOf(value: Scalar | Refusal, written: string): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'str';
  return whole.test(written) ? 'int' : 'float';
}

const words: ReadonlyMap<string, null | boolean> = new Map([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

const mayBeNumber = /^[-+.\d]/;
const whole = /^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/;
const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const endless = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

function resolve(written: string): Scalar | Refusal {
  const word = words.get(written);
  if (word !== undefined) return word;
  if (!mayBeNumber.test(written)) return written;
  const isNumber = whole.test(written) || decimal.test(written);
  if (!isNumber && !endless.test(written)) return written;
  if (Number.isFinite(Number(written))) return numberOf(inJson(written));
  return { message: `${written} is not a value of JSON` };
}

/** The same number as JSON writes it: no `+`, no zero too many, and a digit on each side of a point. */
function inJson(written: string): string {
  if (/^0[xo]/.test(written)) return String(BigInt(written));
  return written
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^-?(?=\.)/, '$&0')
    .replace(/\.(?!\d)/, '');
}
