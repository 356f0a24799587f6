import { isNumber } from './number.ts';

/** JSON with sorted keys and normalized numbers: the same text for equal values. */
export function canonicalText(value: unknown): string {
  if (isNumber(value)) {
    return canonicalNumber(String(value));
  }
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    // Compares by code units: the order is the same on every machine, whatever its language.
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, held]) => `${JSON.stringify(name)}:${canonicalText(held)}`);
  return `{${members.join(',')}}`;
}

const decimal = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;

/** `1.0`, `1` and `10e-1` are one number: its digits without outer zeros, and the power of ten. */
export function canonicalNumber(text: string): string {
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = decimal.exec(text) ?? [];
  const leading = (whole + decimals).replace(/^0+/, '');
  const digits = leading.replace(/0+$/, '');
  if (digits === '') return '0';
  const power = BigInt(exponent) - BigInt(decimals.length) + BigInt(leading.length - digits.length);
  return `${sign === '-' ? '-' : ''}${digits}e${power}`;
}
