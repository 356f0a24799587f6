import type { Command } from 'commander';
import * as z from 'zod/mini';
import { getRate } from '../../api/rates.ts';
import type { ExchangeRate } from '../../api/schemas/rate.ts';
import { Day } from '../../api/schemas/text.ts';
import type { Context } from '../../context.ts';
import { CostctlError } from '../../errors.ts';
import { formatDecimal, multiplyDecimals, parseDecimal } from '../../json/decimal.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
import { pairArguments, pairInput } from './pair.ts';

const Amount = z
  .string()
  .check(z.refine((text) => parseDecimal(text) !== undefined, 'must be a decimal, as 1234.56'));

const ConvertInput = z.strictObject({ amount: Amount, ...pairInput, date: z.optional(Day) });
type ConvertInput = z.infer<typeof ConvertInput>;

/** What was turned over, and the rate and day that it was done at. */
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

export function addConvert(rates: Command, context: Context): void {
  pairArguments(rates.command('convert').argument('<amount>', 'decimal in the base currency'))
    .description('Convert an amount at the rate of a day, exactly')
    .option('--date <day>', 'YYYY-MM-DD (default: as the service decides)')
    .addHelpText('after', examples('costctl rates convert 1234.56 USD EUR --date 2026-10-01'))
    .action(
      organizationAction(context, ConvertInput, async ({ http, output }, input) => {
        const rate = await getRate(http, input.base, input.target, input.date);
        await output.one(convert(input, rate));
      }),
    );
}

function convert({ amount, base, target }: ConvertInput, found: ExchangeRate): Conversion {
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
