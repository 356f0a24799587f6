import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { shortRangeName } from '../../days.ts';
import { text as freeText, oneOf, wholeNumber } from '../../declaration/kind.ts';
import { flag, optional } from '../../declaration/option.ts';
import type { Fields } from '../../declaration/result.ts';
import {
  chooseAgainst,
  describeAverages,
  describeLengths,
  findBlank,
} from '../../questions/choose-periods.ts';
import {
  cutPairs,
  describePair,
  pairGroups,
  pairTotals,
  sortings,
  sortPairs,
} from '../../questions/pair-groups.ts';
import type { ResultRow } from '../../questions/result-rows.ts';
import { readAnalysis } from './analysis.ts';
import { analysisOptions } from './analysis-input.ts';
import { changePercent, groupedView, money } from './figure-view.ts';
import { byOption, chooseCosts, refuseIdleTop } from './options.ts';
import { isForPeople, nameMarks, totalOption, wantsTotal } from './result-format.ts';

const otherPeriod = freeText('period', {
  example: 'last-month',
  suggestions: ['previous', 'last-week', 'last-month', 'last-year'],
});
const otherPeriods = 'previous, last-week, last-month, last-year, YYYY-MM or FROM..TO';

/** For an action that compares only if it is asked to. */
export const alsoAgainst = optional(otherPeriod, `also compare with ${otherPeriods}`);

export const againstOptions = {
  against: optional(otherPeriod, otherPeriods, { usual: 'previous' }),
  perDay: flag('compare daily averages, for periods of different lengths'),
};

const options = {
  ...analysisOptions,
  by: byOption('one row per group: COL[,COL], such as service or tags.team (repeatable)'),
  ...againstOptions,
  top: optional(wholeNumber(1), 'the first n groups, the others as one row marked "rest"'),
  sort: optional(oneOf(sortings, 'figure'), 'after, before, change (by its size) or name', {
    usual: 'after',
  }),
  total: totalOption,
};

const amount = { ...money, none: 'no rows', importance: 'key' } as const;

const figures = (baseline = 'before', period = 'after'): Fields => ({
  period: 'text',
  baseline: 'text',
  currency: ['text or null', { importance: 'key', none: '(none)', ifAny: true, names: true }],
  before: ['decimal or null', { header: baseline, ...amount }],
  after: ['decimal or null', { header: period, ...amount }],
  change: ['decimal or null', { ...amount, none: '', signed: true }],
  changePercent: ['decimal or null', { ...changePercent, importance: 'answer' }],
  state: [{ enum: ['new', 'gone', 'same', 'up', 'down', 'no rows'] }, {}],
  'rest?': 'yes or no',
  'all?': 'yes or no',
});

export const compare = command({
  words: 'costs compare',
  purpose: 'Compare two periods',
  operation: operations.getCosts,
  options,
  details: `"previous" is the period just before, of the same length; for --month, --quarter and --year, and for
whole months (--last 3m), the same number of calendar months before, for --month-to-date the same days of the month
before, and for --year-to-date those of the year before. The result names both periods.
Amounts are exact, and text in json; a table rounds them. The change in percent is
relative to the earlier amount, whatever its sign, with two digits, half to even; it shows 0, 100 or -100 only if it is
exactly that, and a new group has none. A period without a row of any source is not compared: "no rows".
With --per-day every amount is a daily average, without the days that have no row of any source.`,
  rows: figures(),
  examples: [
    'costctl costs compare --by service --last 7d --sort change --top 5',
    'costctl costs compare --by provider --last-month --against last-year --convert-to EUR',
    'costctl costs compare --from 2026-11-10 --to 2026-11-12 --against 2026-11-03..2026-11-05 -o json',
  ],
  run: async (session, input) => {
    const { by = [], sort = 'after', top, perDay = false } = input;
    refuseIdleTop(input);
    const { output } = session;
    const choice = await chooseCosts(session, input);
    const { period, latest } = choice;
    const baseline = chooseAgainst(period, input.against, latest);
    if (!isForPeople(session)) output.note(describeLengths(period, baseline));
    const ranges = [period, baseline];
    const analysis = await readAnalysis(session, input, choice, { by, byDay: false, ranges });
    const { groups: after, before, known, filled, grouping } = analysis;
    const sides = [[period, after] as const, [baseline, before] as const];
    const unknown = findBlank(sides, filled);
    if (perDay) analysis.warn(describeAverages(ranges, known));
    const periods = { period, baseline, perDay, known, unknown };
    const pairs = sortPairs(pairGroups(before, after, periods), sort);
    const rows: ResultRow[] = cutPairs(pairs, top).map(({ pair, isRest }) => ({
      ...describePair(pair, by, periods),
      ...(isRest ? { rest: true } : {}),
    }));
    if (by.length > 0 && wantsTotal(session, input.total)) {
      const totals = pairTotals(before, after, periods);
      rows.push(...totals.map((pair) => ({ ...describePair(pair, by, periods), all: true })));
    }
    const named = figures(shortRangeName(baseline), shortRangeName(period));
    const { columns, fields } = groupedView(grouping, named, rows, 'key');
    const marks = [...(top === undefined ? [] : ['rest']), ...(input.total ? ['all'] : [])];
    await output.list(nameMarks(session, rows, grouping), {
      columns,
      fields: [...fields, ...marks],
      about: analysis.about(perDay ? { perDay } : {}),
    });
    await analysis.conclude();
  },
});
