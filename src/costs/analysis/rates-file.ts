import { CostctlError } from '../../errors.ts';
import { isObject } from '../../json/bulk/merge.ts';
import { parseDecimal } from '../../json/decimal.ts';
import { ExactNumber } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';
import { isDay } from '../days.ts';
import type { FindRate, Rate } from './convert.ts';

type RateRow = Readonly<Record<string, unknown>>;

/** The rates of a csv or json file: `baseCurrency`, `targetCurrency`, `rate`, and `date` or none. */
export async function readRates(name: string, text: string): Promise<FindRate> {
  const rates = new Map<string, Rate>();
  for (const [position, row] of (await rowsOf(name, text)).entries()) {
    const place = `${name}: rate ${position + 1}`;
    const { key, rate } = checkRow(row, place);
    const known = rates.get(key);
    if (known !== undefined && known.rate !== rate.rate) {
      throw invalid(`${place}: another rate of the same pair and day comes before it`);
    }
    rates.set(key, rate);
  }
  return async (base, target, date) =>
    rates.get(keyOf(base, target, date)) ?? rates.get(keyOf(base, target, ''));
}

async function rowsOf(name: string, text: string): Promise<readonly RateRow[]> {
  const first = text.trimStart()[0];
  return first === '[' || first === '{' ? jsonRows(name, text) : csvRows(name, text);
}

function jsonRows(name: string, text: string): readonly RateRow[] {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw invalid(`${name} is not JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
  const rows = Array.isArray(value) ? value : [value];
  return rows.map((row, position) => {
    if (isObject(row)) return row;
    throw invalid(`${name}: rate ${position + 1} is not an object`);
  });
}

async function csvRows(name: string, text: string): Promise<readonly RateRow[]> {
  const { parse } = await import('csv-parse/sync');
  try {
    return parse<RateRow>(text, { columns: true, bom: true, trim: true, skip_empty_lines: true });
  } catch (cause) {
    throw invalid(`${name} is not csv: ${cause instanceof Error ? cause.message : cause}`);
  }
}

function checkRow(row: RateRow, place: string): { key: string; rate: Rate } {
  const [base, target] = [textOf(row['baseCurrency']), textOf(row['targetCurrency'])];
  const rate = textOf(row['rate']);
  // What `costctl rates list` writes has the day as effectiveDate.
  const date = textOf(row['date']) || textOf(row['effectiveDate']);
  if (!isCurrency(base) || !isCurrency(target)) {
    throw invalid(`${place} has no baseCurrency and targetCurrency of three capital letters`);
  }
  if ((parseDecimal(rate)?.units ?? 0n) <= 0n) {
    throw invalid(`${place}: '${rate}' is not a positive decimal`);
  }
  if (date !== '' && !isDay(date)) throw invalid(`${place}: '${date}' is not a day`);
  return {
    key: keyOf(base, target, date),
    rate: { rate, effectiveDate: date === '' ? null : date, source: textOf(row['source']) || null },
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || value instanceof ExactNumber ? String(value) : '';
}

function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

function keyOf(base: string, target: string, date: string): string {
  return `${base} ${target} ${date}`;
}

function invalid(message: string): CostctlError {
  return new CostctlError('invalid_data', message, {
    hint: 'a rates file has the columns baseCurrency, targetCurrency, rate and, if it varies, date',
  });
}
