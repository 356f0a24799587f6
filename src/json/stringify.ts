import { isMoved, membersOf } from './members.ts';
import { ExactNumber } from './number.ts';

/** Like JSON.stringify, but writes an `ExactNumber` with its original digits. */
export function stringifyJson(value: unknown, indent = 0): string {
  if (!holdsExact(value)) return JSON.stringify(value, undefined, indent) ?? 'null';
  return write(value, ' '.repeat(indent), '\n');
}

export function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

function holdsExact(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof ExactNumber || isMoved(value)) return true;
  if (Array.isArray(value)) return value.some(holdsExact);
  for (const item of Object.values(value)) if (holdsExact(item)) return true;
  return false;
}

function write(value: unknown, step: string, lineStart: string): string {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = lineStart + step;
  if (Array.isArray(value)) {
    return wrap(
      '[',
      value.map((item) => write(item, step, inner)),
      ']',
      step,
      lineStart,
    );
  }
  const colon = step === '' ? ':' : ': ';
  const members = membersOf(value)
    .filter(([, item]) => isWritten(item))
    .map(([key, item]) => JSON.stringify(key) + colon + write(item, step, inner));
  return wrap('{', members, '}', step, lineStart);
}

function wrap(
  open: string,
  items: readonly string[],
  close: string,
  step: string,
  lineStart: string,
): string {
  if (items.length === 0) return open + close;
  if (step === '') return open + items.join(',') + close;
  return open + lineStart + step + items.join(`,${lineStart}${step}`) + lineStart + close;
}

function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
