import type { Command } from 'commander';
import * as z from 'zod/mini';
import { getRate, listRates } from '../api/rates.ts';
import { ExchangeRate } from '../api/schemas/rate.ts';
import { Day } from '../api/schemas/text.ts';
import { getExchangeRatePolicy } from '../api/workspaces.ts';
import type { Context } from '../context.ts';
import type { JsonObject } from '../json/number.ts';
import type { View } from '../output/output.ts';
import { action, organizationAction } from './action.ts';
import { examples } from './examples.ts';
import { collect, listInput } from './options.ts';
import { addConvert } from './rates/convert.ts';
import { addHistory } from './rates/history.ts';
import { pairArguments, pairInput } from './rates/pair.ts';

const view: View<ExchangeRate | JsonObject> = {
  columns: [
    { path: 'baseCurrency', header: 'base', importance: 'answer' },
    { path: 'targetCurrency', header: 'target', importance: 'answer' },
    { path: 'rate', kind: 'number', importance: 'answer' },
    { path: 'effectiveDate', header: 'date', importance: 'answer' },
    { path: 'source' },
  ],
  fields: Object.keys(ExchangeRate.shape),
};

const GetInput = z.strictObject({ ...pairInput, date: z.optional(Day) });
const ListInput = z.strictObject({
  date: z.optional(Day),
  max: listInput.max,
  param: listInput.param,
});
const PolicyInput = z.strictObject({});

export function addRates(program: Command, context: Context): void {
  const rates = program.command('rates').description('Exchange rates and the rate policy');

  pairArguments(rates.command('get'))
    .description('Show the rate of a pair on a day')
    .option('--date <day>', 'YYYY-MM-DD (default: as the service decides)')
    .addHelpText('after', examples('costctl rates get USD EUR --date 2026-10-01'))
    .action(
      organizationAction(context, GetInput, ({ http, output }, { base, target, date }) =>
        output.one(getRate(http, base, target, date), view),
      ),
    );

  rates
    .command('list')
    .alias('ls')
    .description('List the rates of a day')
    .option('--date <day>', 'YYYY-MM-DD (default: today)')
    .option('--max <n>', 'stop after n items')
    .option('--param <key=value>', 'add a query parameter (repeatable)', collect)
    .addHelpText('after', examples('costctl rates list --date 2026-10-01'))
    .action(
      organizationAction(context, ListInput, async ({ http, output }, { date, max, param }) => {
        const { rates: found, total } = await listRates(http, date, param);
        if (total !== undefined && total !== found.length) {
          output.warn(`the service counts ${total} rates and sent ${found.length}`);
        }
        await output.list(found.slice(0, max), view);
      }),
    );

  addConvert(rates, context);
  addHistory(rates, context);

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
