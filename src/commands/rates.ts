import { operations } from '../api/operations.ts';
import { getRate, listRates } from '../api/rate-calls.ts';
import { ExchangeRate } from '../api/schemas/rate.ts';
import { getExchangeRatePolicy } from '../api/workspace-calls.ts';
import { command } from '../command.ts';
import { dayOf } from '../days.ts';
import { day } from '../declaration/kind.ts';
import { optional } from '../declaration/option.ts';
import { either, listOf } from '../declaration/result.ts';
import { listOptions } from '../declaration/shared.ts';
import { CostctlError } from '../errors.ts';
import type { JsonObject } from '../json/number.ts';
import type { View } from '../output/view.ts';
import { pluralize } from '../text.ts';
import { allWorkspacesOption, listEverywhere } from './all-workspaces.ts';
import { convert, history, pairArguments, withDay } from './rates/pair-rates.ts';

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

const get = command({
  words: 'rates get',
  purpose: 'Show the rate of a pair on a day',
  operation: operations.getExchangeRate,
  arguments: pairArguments,
  options: { date: optional(day, 'the day (default: as the service decides)') },
  view,
  examples: ['costctl rates get USD EUR --date 2026-10-01'],
  run: ({ context, http, output }, { base, target, date }) => {
    const today = dayOf(context.clock.now());
    return output.one(withDay(date, today, () => getRate(http, base, target, date)));
  },
});

const list = command({
  words: 'rates list',
  purpose: 'List the rates of a day',
  operation: operations.listExchangeRates,
  options: {
    date: optional(day, 'the day (default: today)'),
    max: listOptions.max,
    param: listOptions.param,
  },
  result: () => listOf({ type: 'object' }),
  view,
  examples: ['costctl rates list --date 2026-10-01'],
  run: async ({ context, http, output }, { date, max, param }) => {
    const today = dayOf(context.clock.now());
    const { rates, total } = await withDay(date, today, () => listRates(http, date, param));
    if (rates.length === 0 && date !== undefined && date > today) {
      output.warn(`${date} is in the future: there are no rates yet`);
    }
    await output.list(rates.slice(0, max));
    const isEnough = max !== undefined && max <= rates.length;
    if (total === undefined || total === rates.length || isEnough) return;
    throw new CostctlError(
      'incomplete',
      `the service counts ${pluralize(total, 'rate')} and sent ${rates.length}`,
      { hint: 'the list has those that it sent; costctl rates get BASE TARGET asks for one pair' },
    );
  },
});

const policy = command({
  words: 'rates policy',
  purpose: "Show the workspace's exchange rate policy, which is read-only",
  operation: operations.getExchangeRatePolicy,
  workspace: true,
  options: allWorkspacesOption,
  result: () => either({ type: 'object' }, listOf({ type: 'object' })),
  examples: ['costctl rates policy -o json', 'costctl rates policy --all-workspaces'],
  run: (session, { allWorkspaces }) => {
    const { http, output, workspace } = session;
    if (!allWorkspaces) return output.one(getExchangeRatePolicy(http, workspace()));
    return listEverywhere(session, {}, async function* (id) {
      yield await getExchangeRatePolicy(http, id);
    });
  },
});

export const rates = [get, list, convert, history, policy];
