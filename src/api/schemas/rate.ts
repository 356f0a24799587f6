import * as z from 'zod/mini';
import { NumberLike, openObject, optionalText } from './shared-fields.ts';

export const ExchangeRate = openObject(() => ({
  baseCurrency: optionalText,
  targetCurrency: optionalText,
  rate: NumberLike,
  effectiveDate: optionalText,
  source: optionalText,
}));
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/** `total` and one array of rates. The service does not publish the name of the array. */
export const ExchangeRateList = openObject(() => ({ total: z.optional(z.nullable(NumberLike)) }));
export type ExchangeRateList = z.infer<typeof ExchangeRateList>;

/** The service publishes neither the name of the array of entries nor their fields. */
export const ExchangeRatePolicy = openObject(() => ({
  available: z.optional(z.nullable(z.boolean())),
}));
export type ExchangeRatePolicy = z.infer<typeof ExchangeRatePolicy>;
