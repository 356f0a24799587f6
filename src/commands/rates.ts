import type { Command } from 'commander';
import * as z from 'zod/mini';
import { getRate, listRates } from '../api/rates.ts';
import { ExchangeRate } from '../api/schemas/rate.ts';
import { Day } from '../api/schemas/text.ts';
import { getExchangeRatePolicy } from '../api/workspaces.ts';
import type { Context } from '../context.ts';
import { eachDay } from '../costs/days.ts';
import { inOrder } from '../costs/queue.ts';
import { CostctlError, usageError } from '../errors.ts';
import { formatDecimal, multiplyDecimals, parseDecimal } from '../json/decimal.ts';
import type { JsonObject } from '../json/number.ts';
import type { View } from '../output/output.ts';
import type { Session } from '../session.ts';
import { action } from './action.ts';
import { examples } from './examples.ts';

const view: View<ExchangeRate | JsonObject> = {
  columns: [
    { path: 'baseCurrency', header: 'base' },
    { path: 'targetCurrency', header: 'target' },
    { path: 'rate' },
    { path: 'effectiveDate', header: 'date' },
    { path: 'source' },
  ],
  fields: Object.keys(ExchangeRate.shape),
};

const CurrencyCode = z
  .string('must be a currency code')
  .check(z.refine((code) => /^[A-Z]{3}$/.test(code), 'must be three capital letters, as EUR'));
const Amount = z
  .string('must be a decimal')
  .check(z.refine((text) => parseDecimal(text) !== undefined, 'must be a decimal, as 1234.56'));

const pair = { base: CurrencyCode, target: CurrencyCode };
const GetInput = z.strictObject({ ...pair, date: z.optional(Day) });
const ListInput = z.strictObject({ date: z.optional(Day) });
const ConvertInput = z.strictObject({ amount: Amount, ...pair, date: z.optional(Day) });
const HistoryInput = z.strictObject({ ...pair, from: Day, to: Day });
const PolicyInput = z.strictObject({});

export function addRates(program: Command, context: Context): void {
  const rates = program.command('rates').description('Exchange rates and the rate policy');

  withPair(rates.command('get'))
    .description('Show the rate of a pair on a day')
    .option('--date <day>', 'YYYY-MM-DD (default: as the service decides)')
    .addHelpText('after', examples('costctl rates get USD EUR --date 2026-10-01'))
    .action(
      action(context, GetInput, ({ http, output }, { base, target, date }) =>
        output.one(getRate(http, base, target, date), view),
      ),
    );

  rates
    .command('list')
    .alias('ls')
    .description('List the rates of a day')
    .option('--date <day>', 'YYYY-MM-DD (default: today)')
    .addHelpText('after', examples('costctl rates list --date 2026-10-01'))
    .action(
      action(context, ListInput, async ({ http, output }, { date }) => {
        const list = await listRates(http, date);
        if (list.total !== undefined && list.total !== list.rates.length) {
          output.warn(`the service speaks of ${list.total} rates and sent ${list.rates.length}`);
        }
        await output.list(list.rates, view);
      }),
    );

  withPair(rates.command('convert').argument('<amount>', 'decimal amount in the base currency'))
    .description('Turn an amount over at the rate of a day, exactly')
    .option('--date <day>', 'YYYY-MM-DD (default: as the service decides)')
    .addHelpText('after', examples('costctl rates convert 1234.56 USD EUR --date 2026-10-01'))
    .action(
      action(context, ConvertInput, ({ http, output }, { amount, base, target, date }) =>
        output.one(
          getRate(http, base, target, date).then((rate) => convert(amount, base, target, rate)),
        ),
      ),
    );

  withPair(rates.command('history'))
    .description('The rate of a pair, a day a row')
    .requiredOption('--from <day>', 'first day, YYYY-MM-DD')
    .requiredOption('--to <day>', 'last day, YYYY-MM-DD')
    .addHelpText(
      'after',
      examples('costctl rates history USD EUR --from 2026-10-01 --to 2026-10-07'),
    )
    .action(
      action(context, HistoryInput, async (session, { base, target, from, to }) => {
        if (from > to) throw usageError(`--from ${from} is after --to ${to}`);
        const days = [...eachDay({ from, to })];
        const tasks = days.map((day) => () => readDay(session, base, target, day));
        await session.output.list(inOrder(tasks, session.http.concurrency), historyView);
      }),
    );

  rates
    .command('policy')
    .description("Show the workspace's exchange rate policy, which is read-only")
    .addHelpText('after', examples('costctl rates policy -o json'))
    .action(
      action(context, PolicyInput, ({ http, output, workspace }) =>
        output.one(getExchangeRatePolicy(http, workspace())),
      ),
    );
}

interface DayRate {
  readonly date: string;
  readonly rate: ExchangeRate['rate'] | null;
  readonly effectiveDate: string | null;
  readonly source: string | null;
}

const historyView: View<DayRate> = {
  columns: [
    { path: 'date' },
    { path: 'rate', cell: (rate) => (rate === null ? 'none' : String(rate)) },
    { path: 'effectiveDate', header: 'effective' },
    { path: 'source' },
  ],
  fields: ['date', 'rate', 'effectiveDate', 'source'],
};

function withPair(command: Command): Command {
  return command
    .argument('<base>', 'currency to turn over, as USD')
    .argument('<target>', 'currency to turn it into, as EUR');
}

/** A day that the service has no rate for is shown as such, never left out. */
async function readDay(
  { http }: Session,
  base: string,
  target: string,
  date: string,
): Promise<DayRate> {
  try {
    const { rate, effectiveDate = null, source = null } = await getRate(http, base, target, date);
    return { date, rate, effectiveDate, source };
  } catch (error) {
    if (!(error instanceof CostctlError) || error.code !== 'not_found') throw error;
    return { date, rate: null, effectiveDate: null, source: null };
  }
}

function convert(amount: string, base: string, target: string, found: ExchangeRate) {
  const factor = parseDecimal(rateText(found.rate));
  const money = parseDecimal(amount);
  if (factor === undefined || money === undefined) {
    throw new CostctlError('unexpected_response', 'the rate that the service sent is no number');
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

function rateText(rate: ExchangeRate['rate']): string {
  return typeof rate === 'number' ? String(rate) : rate.text;
}
