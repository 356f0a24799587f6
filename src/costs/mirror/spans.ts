import { usageError } from '../../errors.ts';
import { addDays, addMonths, dayOf } from '../days.ts';

const second = 1000;
const milliseconds: Readonly<Record<string, number>> = {
  s: second,
  min: 60 * second,
  h: 3600 * second,
  d: 86_400 * second,
};

/** `1h` as milliseconds. */
export function parseSpan(text: string, option: string): number {
  const [, count, unit = ''] = /^(\d{1,6})(s|min|h|d)$/.exec(text) ?? [];
  const size = milliseconds[unit];
  if (count !== undefined && size !== undefined) return Number(count) * size;
  throw usageError(`${option}: '${text}' is not a span of time`, 'write it as 30min, 1h or 2d');
}

/** `35d` as days. */
export function parseDays(text: string, option: string): number {
  const [, count, unit] = /^(\d{1,4})([dw])$/.exec(text) ?? [];
  if (count !== undefined) return Number(count) * (unit === 'w' ? 7 : 1);
  throw usageError(`${option}: '${text}' is not a number of days`, 'write it as 35d or 5w');
}

const monthForm = /^([1-9]\d{0,3})([dwmy])$/;

export function parseHistory(text: string, option: string): string {
  if (text === 'none' || text === '0') return '';
  if (monthForm.test(text)) return text;
  throw usageError(
    `${option}: '${text}' is not a span of time`,
    'write it as 90d, 13m, 2y or none',
  );
}

/** The time since which past states are stored; undefined: none are. */
export function historyStart(history: string, now: string): string | undefined {
  const [, count, unit] = monthForm.exec(history) ?? [];
  if (count === undefined) return undefined;
  const today = dayOf(Date.parse(now));
  if (unit === 'd' || unit === 'w') return addDays(today, -Number(count) * (unit === 'w' ? 7 : 1));
  return addMonths(today, -Number(count) * (unit === 'y' ? 12 : 1));
}
