import { isDay } from '../days.ts';
import { CostctlError } from '../errors.ts';
import { parseDecimal } from '../json/decimal.ts';
import { isObject, type JsonObject } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { type Http, queryOf } from './http.ts';
import { operations } from './operations.ts';
import { addParameters, type QueryParameters } from './page-links.ts';
import type { ExchangeRate } from './schemas/rate.ts';

/**
 * The rate of a pair. One of another pair, of the reversed pair, of a later day, or one that is not positive is an error:
 * it would make amounts wrong.
 */
export async function getRate(
  http: Http,
  base: string,
  target: string,
  date: string | undefined,
): Promise<ExchangeRate> {
  const found = await http.send(operations.getExchangeRate, {
    query: { baseCurrency: base, targetCurrency: target, date },
  });
  const { rate, baseCurrency, targetCurrency } = found;
  if (!isSame(baseCurrency, base) || !isSame(targetCurrency, target)) {
    throw unexpected(
      operations.getExchangeRate,
      `the service sent the rate from ${baseCurrency ?? base} to ${targetCurrency ?? target} instead of ${base} to ${target}`,
      found,
    );
  }
  const text = typeof rate === 'number' ? String(rate) : rate.text;
  if ((parseDecimal(text)?.units ?? 0n) <= 0n) {
    throw unexpected(
      operations.getExchangeRate,
      `the rate from ${base} to ${target} is not a positive number: ${text}`,
      found,
    );
  }
  if (date !== undefined) requireInForce(found, `from ${base} to ${target}`, date);
  return found;
}

/** The rate of a later day is not what an amount of this day was worth. */
function requireInForce({ effectiveDate }: ExchangeRate, pair: string, date: string): void {
  const day = String(effectiveDate ?? '').slice(0, 10);
  if (!isDay(day) || day <= date) return;
  throw new CostctlError(
    'not_found',
    `there is no rate ${pair} on ${date}: the service has one from ${day} on`,
    { hint: `--date ${day} takes that one` },
  );
}

/** The service need not repeat the pair. */
function isSame(currency: string | null | undefined, wanted: string): boolean {
  return (currency ?? wanted).trim().toUpperCase() === wanted.toUpperCase();
}

/** The rates of a day. The name of their array is not published, but it is the only array of the response. */
export async function listRates(
  http: Http,
  date: string | undefined,
  parameters: QueryParameters = {},
) {
  const response = await http.send(operations.listExchangeRates, {
    query: addParameters(queryOf({ date }), parameters),
  });
  const arrays = Object.values(response).filter((value) => Array.isArray(value));
  const [rates] = arrays;
  if (arrays.length !== 1 || !isRecordList(rates)) {
    const message = 'the response does not hold one list of rates';
    throw unexpected(operations.listExchangeRates, message, response);
  }
  return { rates, total: typeof response.total === 'number' ? response.total : undefined };
}

export async function listCurrencies(http: Http): Promise<string[]> {
  const { rates } = await listRates(http, undefined);
  const names = rates.flatMap(({ baseCurrency, targetCurrency }) => [baseCurrency, targetCurrency]);
  return [...new Set(names)].filter((name) => typeof name === 'string').toSorted();
}

function isRecordList(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every(isObject);
}

function unexpected(
  { method, path }: { readonly method: string; readonly path: string },
  message: string,
  response: unknown,
): CostctlError {
  const body = stringifyJson(response);
  return new CostctlError('unexpected_response', message, { method, path, body });
}
