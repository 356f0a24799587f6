import type { Command } from 'commander';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { chooseAgainst } from '../../costs/analysis/against.ts';
import {
  describePair,
  pairGroups,
  pairTotals,
  sortings,
  sortPairs,
} from '../../costs/analysis/compare.ts';
import { fieldOf, type ResultRow } from '../../costs/analysis/fields.ts';
import { countDays, dayOf, describeRange } from '../../costs/days.ts';
import type { View } from '../../output/output.ts';
import type { Session } from '../../session.ts';
import { organizationAction } from '../action.ts';
import { examples } from '../examples.ts';
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
  against: z.optional(z.string()),
  sort: z.optional(z.enum(sortings, `must be one of ${sortings.join(', ')}`)),
  total: z.optional(z.boolean()),
});
type Input = z.infer<typeof Input>;

export function addCompare(costs: Command, context: Context): void {
  analysisOptions(costs.command('compare'))
    .description('Two periods side by side: what changed')
    .option('--by <columns>', 'one row per group: COL[,COL]; dots reach into objects')
    .option(
      '--against <period>',
      'previous (default), last-week, last-month, last-year or FROM..TO',
    )
    .option('--sort <figure>', 'after (default), before, change (by its size) or name')
    .option('--total', 'add rows of everything, marked "all", to csv, tsv and ndjson')
    .option('--no-total', 'leave those rows out of the other formats')
    .addHelpText(
      'after',
      `
"previous" is the period just before of the same length; for --month and --last-month the calendar
month before, for --month-to-date the same days of the month before. Amounts are exact, and text in
json; a table on a terminal rounds them. The change in percent is of the size of the amount before,
with two digits, half to even; a group that is new has none.
${examples(
  'costctl costs compare --by service --last 7d --sort change',
  'costctl costs compare --by provider --last-month --against last-year --convert-to EUR',
  'costctl costs compare --from 2026-11-10 --to 2026-11-12 --against 2026-11-03..2026-11-05 -o json',
)}`,
    )
    .action(organizationAction(context, Input, compareCosts));
}

async function compareCosts(session: Session, input: Input): Promise<void> {
  const { by = [], against, sort = 'after' } = input;
  const choice = chooseCosts(session, input);
  const { period } = choice;
  const other = chooseAgainst(period, against);
  const analysis = await openAnalysis(session, input, choice, {
    action: 'compare',
    by,
    byDay: false,
  });
  const { output, context } = session;
  const [days, otherDays] = [countDays(period), countDays(other)];
  output.note(`before: ${describeRange(other)}, after: ${describeRange(period)}`);
  if (days !== otherDays)
    output.note(`the periods differ in length: ${otherDays} and ${days} days`);
  if (period.to >= dayOf(context.clock.now())) output.note('the period after has not ended yet');
  const after = await analysis.read(period);
  const before = await analysis.read(other);
  const rows: ResultRow[] = sortPairs(pairGroups(before, after), sort).map((pair) =>
    describePair(pair, by),
  );
  if (by.length > 0 && wantsTotal(session, input.total)) {
    const totals = pairTotals(before, after).map((pair) => describePair(pair, by));
    rows.push(...totals.map((row) => ({ ...row, all: true })));
  }
  const hasCurrency = rows.some((row) => row['currency'] !== null);
  await output.list(nameMarks(session, rows, by), viewOf(input, by, hasCurrency));
  await analysis.conclude([
    ['--by', by.length === 0 ? undefined : by.join(',')],
    ['--against', `${other.from}..${other.to}`],
    ['--sort', input.sort],
  ]);
}

function viewOf(input: Input, by: readonly string[], hasCurrency: boolean): View<ResultRow> {
  return {
    columns: [
      ...groupColumns(by),
      ...(hasCurrency ? [{ path: 'currency', importance: 'answer' } as const] : []),
      { path: 'before', kind: 'money', currency: 'currency', importance: 'answer' },
      { path: 'after', kind: 'money', currency: 'currency', importance: 'answer' },
      { path: 'change', kind: 'money', currency: 'currency' },
      { path: 'changePercent', header: 'change %', kind: 'number', importance: 'answer' },
      { path: 'state' },
    ],
    fields: [
      ...by.map(fieldOf),
      'currency',
      'before',
      'after',
      'change',
      'changePercent',
      'state',
      ...(input.total ? ['all'] : []),
    ],
  };
}
