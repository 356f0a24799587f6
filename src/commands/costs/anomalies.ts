import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { addDays, type DayRange, describeRange, isEmpty } from '../../days.ts';
import { parsed } from '../../declaration/kind.ts';
import { flag, optional } from '../../declaration/option.ts';
import { type Fields, viewOf } from '../../declaration/result.ts';
import { CostctlError } from '../../errors.ts';
import type { CheckResult } from '../../output/check-report.ts';
import type { View } from '../../output/view.ts';
import { historyDays } from '../../questions/expect-day.ts';
import { findAnomalies, settledRange } from '../../questions/find-anomalies.ts';
import {
  fieldOf,
  type Grouping,
  nameGroup,
  nameValue,
  type ResultRow,
  withCurrency,
} from '../../questions/result-rows.ts';
import { isBlank } from '../../questions/trend-lines.ts';
import { distinctFaults } from '../../rows/completeness.ts';
import type { Group } from '../../rows/tally.ts';
import type { Session } from '../../session.ts';
import { limitKind } from '../decimal-kind.ts';
import { openAnalysis } from './analysis.ts';
import { analysisOptions } from './analysis-input.ts';
import { groupColumns, money, showJudged } from './figure-view.ts';
import { openGroupFaults } from './group-faults.ts';
import { incompleteData, notJudged } from './incomplete-data.ts';
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
    const analysis = await openAnalysis(
      session,
      input,
      { ...chosen, period },
      { by, byDay: true, isGate: input.check === true, judged: [range] },
    );
    const [groups = []] = isEmpty(range) ? [] : await analysis.read(period);
    const delivered = await analysis.daysWithRows();
    const ours = findAnomalies(groups, { range, by, score, minImpact, delivered });
    const rows = await withListedDays(session, chosen, ours, range, analysis.note);
    // A period without rows has no day to judge.
    const isUnknown = !isEmpty(range) && isBlank(range, delivered);
    const judged = judgeDays(analysis, rows, { by, range, isCheck: input.check === true });
    const describe = (row: ResultRow): CheckResult => {
      const isCertain = judged.certain.includes(row);
      const isOpen = input.check === true && !isCertain && !judged.unknown.includes(row);
      return {
        name: nameCase([nameOf(row, by)], row['currency']),
        state: input.check === true && isCertain ? 'failed' : 'skipped',
        message: `${describeCost(row)}${isOpen ? notJudged : ''}`,
      };
    };
    await showJudged(session, rows, {
      isCheck: input.check === true,
      describe,
      quiet: describeQuiet(groups, rows, by, {
        isCertain: (values) => judged.isWhole(values) && (!isUnknown || input.check === true),
        why: isUnknown ? 'the period has no rows' : 'no day deviates enough to be reported',
      }),
      faults: judged.faults,
      view: {
        ...describeView(analysis.grouping(), rows),
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
    if (input.check !== true || isEmpty(chosen.period)) return;
    refuse(session, range, by, judged);
  },
});

type Analysis = Awaited<ReturnType<typeof openAnalysis>>;

/** Which days are anomalies whatever data is missing, what is missing, and which groups lack nothing. */
function judgeDays(
  analysis: Analysis,
  rows: readonly ResultRow[],
  { by, range, isCheck }: JudgedDays,
) {
  const lacking = openGroupFaults(analysis, by);
  const unknown = rows.filter(({ state }) => state === 'unknown');
  const found = rows.filter(({ state }) => state !== 'unknown');
  const refused = isCheck ? analysis.faults() : [];
  const isWhole = (values: readonly unknown[]) =>
    refused.length === 0 || lacking.refused([range], values).length === 0;
  // Rows that are not there make a day too low, never too high. Those to come do so on their own days.
  const isLow = ({ state }: ResultRow) => lowStates.has(state);
  const awaitedOn = (row: ResultRow) => {
    const day = String(row['day']);
    return isCheck ? lacking.awaited([{ from: day, to: day }], valuesOf(row, by)) : [];
  };
  const faults = distinctFaults([...refused, ...found.filter(isLow).flatMap(awaitedOn)]);
  const certain = found.filter(
    (row) => !isLow(row) || (isWhole(valuesOf(row, by)) && awaitedOn(row).length === 0),
  );
  return { unknown, certain, faults, isWhole };
}

interface JudgedDays {
  readonly by: readonly string[];
  readonly range: DayRange;
  readonly isCheck: boolean;
}

function valuesOf(row: ResultRow, by: readonly string[]) {
  return by.map((column) => row[fieldOf(column)]);
}

/** Fails a check that found an anomaly, or that could not judge every day. */
function refuse(
  session: Session,
  range: DayRange,
  by: readonly string[],
  { certain, faults, unknown }: ReturnType<typeof judgeDays>,
): void {
  if (isEmpty(range)) {
    throw new CostctlError('incomplete', 'no day of the period is complete yet: none was judged', {
      hint: 'choose earlier days, or give --include-unsettled',
    });
  }
  const [first] = certain;
  if (first !== undefined) {
    const count = certain.length === 1 ? 'one anomaly' : `${certain.length} anomalies`;
    throw new CostctlError(
      'check_failed',
      `${count}: ${nameOf(first, by)} cost ${describeCost(first)}`,
    );
  }
  if (faults.length > 0) throw incompleteData(session, faults, [range]);
  if (unknown.length === 0) return;
  const groups = unknown.length === 1 ? 'one group has' : `${unknown.length} groups have`;
  throw new CostctlError(
    'incomplete',
    `${groups} fewer than 28 days of history and could not be judged`,
    { hint: 'repeat the check when there is more history, or narrow it with --where' },
  );
}

const lowStates = new Set<unknown>(['low', 'gone']);

function nameOf(row: ResultRow, by: readonly string[]): string {
  return [row['day'], ...nameGroup(row, by)].join(' ');
}

function nameCase(values: readonly unknown[], currency: unknown): string {
  const names = values.length === 0 ? ['the total'] : values.map(nameValue);
  return [...names, ...(typeof currency === 'string' ? [currency] : [])].join(' ');
}

/** Every group that was judged and of which no day is reported. */
function describeQuiet(
  groups: readonly Group[],
  rows: readonly ResultRow[],
  by: readonly string[],
  {
    isCertain,
    why,
  }: { readonly isCertain: (values: Group['values']) => boolean; readonly why: string },
): CheckResult[] {
  const keyOf = (...values: readonly unknown[]) => JSON.stringify(values);
  const reported = new Set(rows.map((row) => keyOf(row['currency'], ...valuesOf(row, by))));
  const judged = new Map(groups.map((one) => [keyOf(one.currency, ...one.values), one]));
  return [...judged]
    .filter(([key]) => !reported.has(key))
    .map(([, { values, currency }]) => {
      const name = nameCase(values, currency);
      return isCertain(values)
        ? { name, state: 'passed', message: why }
        : { name, state: 'skipped', message: `${why}${notJudged}` };
    });
}

function describeView(grouping: Grouping, rows: readonly ResultRow[]): View<ResultRow> {
  const { columns, fields } = viewOf(figures, rows, ['state']);
  return {
    columns: [{ path: 'day', importance: 'key' }, ...groupColumns(grouping, 'key'), ...columns],
    fields: ['day', ...grouping.by.map(fieldOf), ...fields],
  };
}

/** In a message, an amount is for reading; the rows have all its digits. */
function describeCost(row: ResultRow): string {
  const actual = withCurrency(row, 'actual');
  return typeof row['expected'] === 'string'
    ? `${actual} instead of ${withCurrency(row, 'expected')}`
    : `${actual} instead of an unknown amount`;
}
