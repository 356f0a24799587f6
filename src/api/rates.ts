import { CostctlError } from '../errors.ts';
import { isObject } from '../json/bulk/merge.ts';
import type { JsonObject } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { type Http, queryOf } from './http.ts';
import { operations } from './operations.ts';
import { addParameters, type QueryParameters } from './pages.ts';
import { ExchangeRate, ExchangeRateList } from './schemas/rate.ts';

export const getRate = (http: Http, base: string, target: string, date: string | undefined) =>
  http.send(operations.getExchangeRate, {
    query: { baseCurrency: base, targetCurrency: target, date },
    answer: ExchangeRate,
  });

export interface RateList {
  readonly rates: readonly JsonObject[];
  /** What the service says that their number is; undefined where it does not say. */
  readonly total: number | undefined;
}

/** The rates of a day. The name of their array is not published: it is the one array of the answer. */
export async function listRates(
  http: Http,
  date: string | undefined,
  parameters: QueryParameters = {},
): Promise<RateList> {
  const answer = await http.send(operations.listExchangeRates, {
    query: addParameters(queryOf({ date }), parameters),
    answer: ExchangeRateList,
  });
  const arrays = Object.values(answer).filter((value) => Array.isArray(value));
  const [rates] = arrays;
  if (arrays.length !== 1 || !isRecordList(rates)) throw unexpectedRates(answer);
  return { rates, total: typeof answer.total === 'number' ? answer.total : undefined };
}

function isRecordList(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every(isObject);
}

function unexpectedRates(answer: unknown): CostctlError {
  const { method, path } = operations.listExchangeRates;
  return new CostctlError('unexpected_response', 'the answer does not hold one list of rates', {
    method,
    path,
    body: stringifyJson(answer),
  });
}
