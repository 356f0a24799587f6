import * as z from 'zod/mini';
import { NumberLike } from './text.ts';

const optionalText = z.optional(z.nullable(z.string()));

export const ExchangeRate = z.looseObject({
  baseCurrency: optionalText,
  targetCurrency: optionalText,
  rate: NumberLike,
  effectiveDate: optionalText,
  source: optionalText,
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/** `total` and one array of rates under a name that is not published. */
export const ExchangeRateList = z.looseObject({ total: z.optional(NumberLike) });
export type ExchangeRateList = z.infer<typeof ExchangeRateList>;

/** `available` and one array of entries; its name and their fields are not published. */
export const ExchangeRatePolicy = z.looseObject({ available: z.optional(z.boolean()) });
export type ExchangeRatePolicy = z.infer<typeof ExchangeRatePolicy>;
