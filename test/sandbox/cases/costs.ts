import { bad, type Case, missing, ok } from './case.ts';

const window = 'startDate=2026-10-01&endDate=2026-10-07';

export const exchangeRateCases: readonly Case[] = [
  ok('GET /v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=USD&date=2026-10-01'),
  ok('GET /v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=USD'),
  bad('GET /v1/exchange-rates/rate?targetCurrency=USD', 'baseCurrency'),
  bad('GET /v1/exchange-rates/rate?baseCurrency=EUR', 'targetCurrency'),
  bad('GET /v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=USD&date=10/1', 'date'),
  missing('GET /v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=XTS'),
  missing('GET /v1/exchange-rates/rate?baseCurrency=constructor&targetCurrency=EUR'),
  missing('GET /v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=USD&date=2026-11-16'),
  ok('GET /v1/exchange-rates'),
  ok('GET /v1/exchange-rates?date=2026-10-01'),
  bad('GET /v1/exchange-rates?date=2026-10-32', 'date'),
  missing('GET /v1/exchange-rates?date=1990-01-01'),
];

export const costCases: readonly Case[] = [
  ok(`GET /v1/costs?${window}`),
  ok(`GET /v1/costs?${window}&page=1&limit=5000`),
  bad('GET /v1/costs?endDate=2026-10-07', 'startDate'),
  bad('GET /v1/costs?startDate=2026-10-07', 'endDate'),
  bad('GET /v1/costs?startDate=2026-10-07&endDate=2026-10-06', 'endDate'),
  bad('GET /v1/costs?startDate=2026-02-29&endDate=2026-10-06', 'startDate'),
  bad(`GET /v1/costs?${window}&page=0`, 'page'),
  bad(`GET /v1/costs?${window}&limit=0`, 'limit'),
  bad(`GET /v1/costs?${window}&limit=5001`, 'limit'),
  bad(`GET /v1/costs?${window}&page=21&limit=5000`, 'page'),
  ok(`GET /v1/costs?${window}&page=20&limit=5000`),
];
