import { CostctlError } from '../errors.ts';
import { isObject } from '../json/bulk/merge.ts';
import type { JsonObject } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { type Http, queryOf } from './http.ts';
import { operations } from './operations.ts';
import { addParameters, type QueryParameters } from './pages.ts';

export const getRate = (http: Http, base: string, target: string, date: string | undefined) =>
  http.send(operations.getExchangeRate, {
    query: { baseCurrency: base, targetCurrency: target, date },
  });

export interface RateList {
  readonly rates: readonly JsonObject[];
  /** The number of rates, if the service reports it. */
  readonly total: number | undefined;
}

/** The rates of a day. The name of their array is not published, but it is the only array of the response. */
export async function listRates(
  http: Http,
  date: string | undefined,
  parameters: QueryParameters = {},
): Promise<RateList> {
  const response = await http.send(operations.listExchangeRates, {
    query: addParameters(queryOf({ date }), parameters),
  });
  const arrays = Object.values(response).filter((value) => Array.isArray(value));
  const [rates] = arrays;
  if (arrays.length !== 1 || !isRecordList(rates)) throw unexpectedRates(response);
  return { rates, total: typeof response.total === 'number' ? response.total : undefined };
}

function isRecordList(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every(isObject);
}

function unexpectedRates(response: unknown): CostctlError {
  const { method, path } = operations.listExchangeRates;
  return new CostctlError('unexpected_response', 'the response does not hold one list of rates', {
    method,
    path,
    body: stringifyJson(response),
  });
}
