import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { firstDays, granularities } from '../../days.ts';
import { oneOf, wholeNumber } from '../../declaration/kind.ts';
import { type Input, optional } from '../../declaration/option.ts';
import type { Column, View } from '../../output/view.ts';
import { fieldOf, type Grouping, type ResultRow } from '../../questions/result-rows.ts';
import { summarize } from '../../questions/summary-rows.ts';
import { readAnalysis } from './analysis.ts';
import { analysisOptions } from './analysis-input.ts';
import { columnsIf, currencyColumns, groupColumns, money, sumFigures } from './figure-view.ts';
import { byOption, chooseCosts, refuseIdleTop } from './options.ts';
import { isForPeople, nameMarks, totalOption, wantsTotal } from './result-format.ts';

const options = {
  ...analysisOptions,
  by: byOption('one row per group: COL[,COL], such as service or tags.team (repeatable)'),
  top: optional(wholeNumber(1), 'the n largest groups, the others as one row marked "rest"'),
  granularity: optional(oneOf(granularities, 'period'), 'one row per day, week (ISO) or month'),
  total: totalOption,
};

export const summary = command({
  words: 'costs summary',
  purpose: 'Add up costs by columns and by period',
  operation: operations.getCosts,
  options,
  details: `Totals are exact, and text in json. A table rounds them to the currency's decimals, half to
even; --exact shows all digits. The share is in percent of the period's total in the same currency, with two
digits, half to even; it shows 0 or 100 only if it is exactly that. Different currencies are never added up, and rows
without a currency are a group of their own. A week or month that is only partly in the period is marked "partial".`,
  rows: {
    ...sumFigures,
    'share?': 'decimal or null',
    'partial?': 'yes or no',
    'rest?': 'yes or no',
    'all?': 'yes or no',
  },
  examples: [
    'costctl costs summary --by service --last 7d',
    'costctl costs summary --by provider,tags.team --last-month --top 10 --convert-to EUR',
    'costctl costs summary --granularity day --last 7d -o csv',
    "costctl costs summary --by service --last 7d --where 'cost>20' --where 'region~eu'",
  ],
  run: async (session, input) => {
    const { by = [], granularity, top } = input;
    refuseIdleTop(input);
    const choice = await chooseCosts(session, input);
    const byDay = granularity !== undefined;
    const dayAs = firstDays(granularity, choice.period);
    const analysis = await readAnalysis(session, input, choice, { by, byDay, dayAs });
    const { groups, grouping } = analysis;
    const withTotal = wantsTotal(session, input.total);
    const all = summarize(groups, { range: choice.period, by, granularity, top, withTotal });
    const isWhole = by.length === 0 && granularity === undefined;
    // The whole has no share.
    const rows = isWhole ? all.map(({ share: _share, ...row }) => row) : all;
    const marked = nameMarks(session, rows, grouping);
    await session.output.list(byDay && isForPeople(session) ? marked.map(nameWhole) : marked, {
      ...viewOf(input, grouping, rows),
      about: analysis.about(),
    });
    await analysis.conclude();
  },
});

/** Below weeks, the days of the whole period would look like one more week. */
function nameWhole(row: ResultRow): ResultRow {
  return row['all'] === true ? { ...row, period: '(all)' } : row;
}

export function sumColumns(
  grouping: Grouping,
  rows: readonly ResultRow[],
  inPeriods: boolean,
): Column<unknown>[] {
  return [
    ...columnsIf(inPeriods, { path: 'period', importance: 'answer', names: true }),
    ...groupColumns(grouping),
    ...currencyColumns(rows),
    { path: 'rows', kind: 'number', importance: 'extra' },
    { path: 'total', ...money },
    ...columnsIf(grouping.by.length > 0, {
      path: 'share',
      header: 'share %',
      kind: 'percent',
      moves: true,
    }),
  ];
}

function viewOf(
  input: Input<typeof options>,
  grouping: Grouping,
  rows: readonly ResultRow[],
): View<ResultRow> {
  const { granularity, top, total } = input;
  const { by } = grouping;
  return {
    columns: sumColumns(grouping, rows, granularity !== undefined),
    fields: [
      ...by.map(fieldOf),
      ...Object.keys(sumFigures),
      ...(by.length > 0 || granularity !== undefined ? ['share'] : []),
      ...(granularity === undefined || granularity === 'day' ? [] : ['partial']),
      ...(top === undefined ? [] : ['rest']),
      ...(total ? ['all'] : []),
    ],
  };
}
