import { operations } from '../../api/operations.ts';
import { getRate } from '../../api/rate-calls.ts';
import type { ExchangeRate } from '../../api/schemas/rate.ts';
import { dayOf } from '../../costs/days.ts';
import {
  anything,
  command,
  decimal as decimalText,
  record,
  text,
  textOrNull,
} from '../../declaration/command.ts';
import { day } from '../../declaration/kind.ts';
import { argument, optional } from '../../declaration/option.ts';
import { CostctlError } from '../../errors.ts';
import { formatDecimal, multiplyDecimals, parseDecimal } from '../../json/decimal.ts';
import { decimal } from '../decimal-kind.ts';
import { type Pair, pairArguments, withDay } from './pair.ts';

/** What was converted, and the rate and day that were used. */
interface Conversion {
  readonly amount: string;
  readonly baseCurrency: string;
  readonly targetCurrency: string;
  readonly rate: ExchangeRate['rate'];
  readonly effectiveDate: string | null;
  readonly source: string | null;
  /** Exact: it has as many places as the amount and the rate together. */
  readonly converted: string;
}

export const convert = command({
  words: 'rates convert',
  purpose: 'Convert an amount at the rate of a day, exactly',
  operation: operations.getExchangeRate,
  arguments: { amount: argument(decimal, 'decimal in the base currency'), ...pairArguments },
  options: { date: optional(day, 'the day (default: as the service decides)') },
  result: () =>
    record({
      ...{ amount: text, baseCurrency: text, targetCurrency: text, rate: anything },
      ...{ effectiveDate: textOrNull, source: textOrNull, converted: decimalText },
    }),
  examples: ['costctl rates convert 1234.56 USD EUR --date 2026-10-01'],
  run: async ({ context, http, output }, { amount, date, ...pair }) => {
    const today = dayOf(context.clock.now());
    const rate = await withDay(date, today, () => getRate(http, pair.base, pair.target, date));
    await output.one(convertAmount(amount, pair, rate));
  },
});

function convertAmount(amount: string, { base, target }: Pair, found: ExchangeRate): Conversion {
  const factor = parseDecimal(rateText(found.rate));
  const money = parseDecimal(amount);
  if (factor === undefined || money === undefined) {
    throw new CostctlError(
      'unexpected_response',
      'the rate that the service sent is not a decimal',
    );
  }
  return {
    amount,
    baseCurrency: base,
    targetCurrency: target,
    rate: found.rate,
    effectiveDate: found.effectiveDate ?? null,
    source: found.source ?? null,
    converted: formatDecimal(multiplyDecimals(money, factor)),
  };
}

function rateText(rate: unknown): string {
  return typeof rate === 'object' && rate !== null && 'text' in rate
    ? String(rate.text)
    : String(rate);
}
