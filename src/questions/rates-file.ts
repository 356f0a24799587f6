import { isDay } from '../days.ts';
import { CostctlError, messageOf } from '../errors.ts';
import { readCsvText } from '../formats/csv-records.ts';
import { compareDecimals, parseDecimal } from '../json/decimal.ts';
import { isNumber, isObject } from '../json/number.ts';
import { requireUnique } from '../json/parse.ts';
import type { FindRate, Rate } from './convert-currency.ts';
import { decimalOf } from './result-rows.ts';

type RateRow = Readonly<Record<string, unknown>>;

/** The rates of a csv or json file: `baseCurrency`, `targetCurrency`, `rate`, and `date` or none. */
export async function readRates(
  name: string,
  text: string,
): Promise<{ readonly find: FindRate; readonly currencies: ReadonlySet<string> }> {
  const currencies = new Set<string>();
  const rates = new Map<string, Rate>();
  for (const [position, row] of rowsOf(name, text).entries()) {
    const place = `${name}: rate ${position + 1}`;
    const { key, rate, pair } = checkRow(row, place);
    for (const currency of pair) currencies.add(currency);
    const known = rates.get(key);
    if (known !== undefined && compareDecimals(decimalOf(known.rate), decimalOf(rate.rate)) !== 0) {
      throw invalid(`${place}: another rate of the same pair and day comes before it`);
    }
    rates.set(key, rate);
  }
  const find: FindRate = async (base, target, date) =>
    rates.get(rateKey(base, target, date)) ?? rates.get(rateKey(base, target, ''));
  return { find, currencies };
}

function rowsOf(name: string, text: string): readonly RateRow[] {
  const first = text.trimStart()[0];
  return first === '[' || first === '{' ? jsonRows(name, text) : csvRows(name, text);
}

function jsonRows(name: string, text: string): readonly RateRow[] {
  const value = requireUnique(text, (words) => invalid(`${name} ${words}`));
  const rows = Array.isArray(value) ? value : [value];
  return rows.map((row, position) => {
    if (isObject(row)) return row;
    throw invalid(`${name}: rate ${position + 1} is not an object`);
  });
}

function csvRows(name: string, text: string): readonly RateRow[] {
  try {
    return readCsvText(text).map(({ values }) => values);
  } catch (cause) {
    throw invalid(`${name} is not csv: ${messageOf(cause)}`);
  }
}

function checkRow(row: RateRow, place: string): { key: string; rate: Rate; pair: string[] } {
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
    key: rateKey(base, target, date),
    pair: [base, target],
    rate: { rate, effectiveDate: date === '' ? null : date, source: textOf(row['source']) || null },
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return isNumber(value) ? String(value) : '';
}

function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

function rateKey(base: string, target: string, date: string): string {
  return `${base} ${target} ${date}`;
}

function invalid(message: string): CostctlError {
  return new CostctlError('invalid_data', message, {
    hint: 'a rates file has the columns baseCurrency, targetCurrency, rate and, if it varies, date',
  });
}
