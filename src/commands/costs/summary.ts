import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { granularities } from '../../costs/analysis/bucket.ts';
import { fieldOf, type ResultRow } from '../../costs/analysis/fields.ts';
import { summarize } from '../../costs/analysis/summary.ts';
import type { View } from '../../output/output.ts';
import type { Session } from '../../session.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
import { wholeNumber } from '../options.ts';
import {
  analysisInput,
  analysisOptions,
  ByColumns,
  groupColumns,
  openAnalysis,
} from './analysis.ts';
import { chooseCosts } from './options.ts';
import { nameMarks, wantsTotal } from './result-format.ts';

const Input = z.strictObject({
  ...analysisInput,
  by: z.optional(ByColumns),
  top: z.optional(wholeNumber(1)),
  granularity: z.optional(z.enum(granularities, `must be one of ${granularities.join(', ')}`)),
  total: z.optional(z.boolean()),
});
type Input = z.infer<typeof Input>;

export function addSummary(costs: Command, context: Context): void {
  analysisOptions(costs.command('summary'))
    .description('Add up costs, by columns and by period: where did the money go')
    .option('--by <columns>', 'one row per group: COL[,COL]; dots reach into objects')
    .option('--top <n>', 'the n largest groups, the others as one row marked "rest"')
    .option('--granularity <period>', 'one row per day, week (ISO) or month')
    .option('--total', 'add rows of everything, marked "all", to csv, tsv and ndjson')
    .option('--no-total', 'leave those rows out of the other formats')
    .addHelpText(
      'after',
      `
Totals are exact, and text in json. A table on a terminal
rounds them to the currency's decimals, half to even; --exact shows all digits. The share is in
percent of the period's total in the same currency, with two digits, half to even.
${examples(
  'costctl costs summary --by service --last 7d',
  'costctl costs summary --by provider,tags.team --last-month --top 10 --convert-to EUR',
  'costctl costs summary --granularity day --last 7d -o csv',
)}`,
    )
    .action(organizationAction(context, Input, summarizeCosts));
}

async function summarizeCosts(session: Session, input: Input): Promise<void> {
  const { by = [], granularity, top } = input;
  const choice = chooseCosts(session, input);
  const analysis = await openAnalysis(session, input, choice, {
    action: 'summary',
    by,
    byDay: granularity !== undefined,
  });
  const groups = await analysis.read(choice.period);
  const withTotal = wantsTotal(session, input.total);
  const rows = summarize(groups, { range: choice.period, by, granularity, top, withTotal });
  const hasCurrency = groups.some(({ currency }) => currency !== null);
  await session.output.list(nameMarks(session, rows, by), viewOf(input, by, hasCurrency));
  await analysis.conclude([
    ['--by', by.length === 0 ? undefined : by.join(',')],
    ['--granularity', granularity],
    ['--top', top === undefined ? undefined : String(top)],
  ]);
}

function viewOf(input: Input, by: readonly string[], hasCurrency: boolean): View<ResultRow> {
  return {
    columns: [
      ...(input.granularity === undefined
        ? []
        : [{ path: 'period', importance: 'answer' } as const]),
      ...groupColumns(by),
      ...(hasCurrency ? [{ path: 'currency', importance: 'answer' } as const] : []),
      { path: 'rows', kind: 'number', importance: 'extra' },
      { path: 'total', kind: 'money', currency: 'currency', importance: 'answer' },
      { path: 'share', header: 'share %', kind: 'number' },
    ],
    fields: [
      ...by.map(fieldOf),
      'period',
      'currency',
      'rows',
      'total',
      'share',
      ...(input.top === undefined ? [] : ['rest']),
      ...(input.total ? ['all'] : []),
    ],
  };
}
