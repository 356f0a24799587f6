import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { addDays, type DayRange, describeRange, isEmpty } from '../../days.ts';
import { parsed } from '../../declaration/kind.ts';
import { flag, optional } from '../../declaration/option.ts';
import { type Fields, viewOf } from '../../declaration/result.ts';
import type { View } from '../../output/view.ts';
import { historyDays } from '../../questions/expect-day.ts';
import { findAnomalies, settledRange } from '../../questions/find-anomalies.ts';
import { fieldOf, type Grouping, type ResultRow } from '../../questions/result-rows.ts';
import { isBlank } from '../../questions/trend-lines.ts';
import { limitKind } from '../decimal-kind.ts';
import { readAnalysis } from './analysis.ts';
import { analysisOptions } from './analysis-input.ts';
import { describeFound, describeQuiet, judgeDays, refuse } from './anomaly-gate.ts';
import { groupColumns, money, showJudged } from './figure-view.ts';
import { withListedDays } from './listed-anomalies.ts';
import { byOption, chooseCosts } from './options.ts';
import { gateOptions } from './presence.ts';

const positive = parsed(
  'score',
  'must be a number above 0, such as 3.5',
  { schema: { type: 'number', exclusiveMinimum: 0 }, example: '3.5' },
  (given) => (/^\d+(\.\d+)?$/.test(given) && Number(given) > 0 ? Number(given) : undefined),
);

const amount = limitKind('amount', '100');

const figures: Fields = {
  currency: ['text or null', { importance: 'key', none: '(none)', ifAny: true }],
  state: ['text', { kind: 'state', importance: 'answer', moves: true }],
  actual: ['decimal', money],
  expected: ['decimal or null', { ...money, importance: 'normal' }],
  difference: ['decimal or null', { brief: 'change', ...money, signed: true, importance: 'key' }],
  score: ['text or null', { kind: 'number', importance: 'extra' }],
  deviation: 'decimal or null',
  shift: 'decimal or null',
  history: 'anything',
  'listedByService?': ['count', { header: 'listed by the service', kind: 'number' }],
};

export const anomalies = command({
  words: 'costs anomalies',
  purpose: 'List days with unusual cost',
  operation: operations.getCosts,
  check: true,
  options: {
    ...analysisOptions,
    by: byOption('judge each group: COL[,COL] (repeatable)'),
    score: optional(
      positive,
      'how unusual a day must be to be listed: its score, explained below',
      { usual: '3.5' },
    ),
    minImpact: optional(
      amount,
      "ignore differences smaller than this (default: 0.1 % of the period's total)",
    ),
    includeUnsettled: flag('judge the last two days too, which may not be complete'),
    check: flag('exit 11 if there is an anomaly'),
    ...gateOptions,
  },
  details: `Each day is compared with the same weekdays of the eight weeks before it, its history.

  expected   the median of the history
  deviation  the median of how far the days of the history are from it
  score      0.6745 * (actual - expected) / deviation; 0.6745 makes it comparable with a standard deviation

A day is listed if three things hold: its score is at least 3.5 above or below zero (--score), or its deviation is
zero; the difference is at least a fifth of what was expected; and it is at least --min-impact.

There are two levels, an old and a new one, if the week before was typically (in the median) a tenth or more off what
was expected. The old level is the median of the older half of the history. The new one is the old one times "shift",
at most twice the most expensive day known. "shift" is the median over the days of that week: the cost of each, divided
by the median of the older half of its own history. A day is then listed only if it deviates from both levels;
"expected" is the closer one. "deviation" is also measured within each half of the history, and the smallest counts.
A new level is thus listed for some days, not for weeks.

A group with fewer than 28 days of history is "unknown", never normal. A day without any row is left out; with --where,
a day that has only other rows cost nothing.
-o json also has the history that each day was judged by.`,
  examples: [
    'costctl costs anomalies --last 14d --by service',
    'costctl costs anomalies --last 30d --min-impact 100000 --check -q',
  ],
  rows: { day: 'day', ...figures },
  run: async (session, input) => {
    const { by = [], score = 3.5, minImpact } = input;
    const chosen = await chooseCosts(session, input);
    const { from, to } = chosen.period;
    const settled = settledRange(chosen.period, chosen.today);
    const range: DayRange = input.includeUnsettled === true ? { from, to } : settled;
    if (range.to !== to && !isEmpty(chosen.period)) {
      session.output.note(
        `days after ${range.to} may not be complete and are left out; --include-unsettled judges them`,
      );
    }
    const firstRead = isEmpty(range) ? range.from : addDays(range.from, -historyDays);
    const period = { ...chosen.period, ...range, from: firstRead };
    const isCheck = input.check === true;
    const ranges = isEmpty(range) ? [] : [period];
    const options = { by, byDay: true, ranges, judged: [range], isGate: isCheck };
    const analysis = await readAnalysis(session, input, { ...chosen, period }, options);
    const { groups, filled: delivered } = analysis;
    const ours = findAnomalies(groups, { range, by, score, minImpact, delivered });
    const rows = await withListedDays(session, chosen, ours, range, analysis.note);
    // A period without rows has no day to judge.
    const isUnknown = !isEmpty(range) && isBlank(range, delivered);
    const judged = judgeDays(analysis, rows, { by, range });
    await showJudged(session, rows, {
      isCheck,
      describe: (row) => describeFound(row, judged, by, isCheck),
      quiet: describeQuiet(groups, rows, by, {
        isCertain: (values) => judged.isWhole(values) && (!isUnknown || isCheck),
        why: isUnknown ? 'the period has no rows' : 'no day deviates enough to be reported',
      }),
      faults: judged.faults,
      view: {
        ...describeView(analysis.grouping, rows),
        empty: isEmpty(range)
          ? 'No day of the period is complete yet: none was judged.'
          : isUnknown
            ? `No day was judged: ${describeRange(range)} has no rows.`
            : 'No day deviates enough to be reported; --min-impact and --score decide.',
        about: analysis.about({
          // If no day of it can be judged, the period is the one that was asked about.
          period: isEmpty(range) ? { from, to } : range,
          question: ['each day against the same weekdays before it'],
        }),
      },
    });
    await analysis.conclude(isEmpty(range) ? {} : { from: [from], to: [to] });
    if (!isCheck || isEmpty(chosen.period)) return;
    refuse(session, range, by, judged);
  },
});

function describeView(grouping: Grouping, rows: readonly ResultRow[]): View<ResultRow> {
  const { columns, fields } = viewOf(figures, rows, ['state']);
  return {
    columns: [{ path: 'day', importance: 'key' }, ...groupColumns(grouping, 'key'), ...columns],
    fields: ['day', ...grouping.by.map(fieldOf), ...fields],
  };
}
