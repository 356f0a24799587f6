import { addDays, addMonths, type Granularity, isEmpty, monthRange } from '../../days.ts';
import { inputFile } from '../../declaration/kind.ts';
import { flag, type Input, optional } from '../../declaration/option.ts';
import { usageError } from '../../errors.ts';
import type { Budget } from '../../questions/budgets-file.ts';
import { historyDays } from '../../questions/expect-day.ts';
import { findAnomalies, settledRange } from '../../questions/find-anomalies.ts';
import { monthsLearned } from '../../questions/forecast.ts';
import { type Delivered, daysToLearn } from '../../questions/late-days.ts';
import { nameGroup, type ResultRow } from '../../questions/result-rows.ts';
import type { Chart } from '../../reports/chart-data.ts';
import { addFindings, addLimits, addOutlook } from '../../reports/overlays.ts';
import { normalizeCurrency } from '../../rows/currency-and-day.ts';
import { rankName } from '../../rows/detect-columns.ts';
import type { Group } from '../../rows/tally.ts';
import { parseCondition } from '../../rows/where-language.ts';
import type { Session } from '../../session.ts';
import { nameFirst, quote } from '../../text.ts';
import type { AnalysisInput } from './analysis-input.ts';
import { readBudgets } from './check/budgets.ts';
import { type CostChoice, findToday } from './options.ts';

export const overlayOptions = {
  budgets: optional(inputFile, 'draw the budgets of a YAML file as lines'),
  outlook: flag('draw what the remaining days of this month will cost, with an 80 % interval', {
    excludes: ['includeToday'],
  }),
  anomalies: flag('mark the days that deviate from the same weekdays before them'),
};

const level = 80;

interface Drawn extends Pick<CostChoice, 'period' | 'columns'> {
  readonly by: readonly string[];
  readonly granularity: Granularity;
}

export async function chooseOverlays(
  session: Session,
  input: AnalysisInput & Input<typeof overlayOptions>,
  { period, columns, by, granularity }: Drawn,
) {
  const { today, running } = await findToday(session, input);
  const { budgets, notes } =
    input.budgets === undefined
      ? { budgets: [], notes: [] }
      : await chooseBudgets(session, input, columns);
  const month = monthRange(running.slice(0, 7));
  if (input.outlook === true && period.to !== addDays(today, -1)) {
    throw usageError(
      '--outlook needs a period that ends yesterday',
      'give --month-to-date or --last 30d',
    );
  }
  const learnedFrom = addMonths(month.from, -monthsLearned);
  const judged = settledRange(period, today);
  const starts = [
    period.from,
    ...(input.outlook === true ? [learnedFrom] : []),
    ...(input.anomalies === true ? [addDays(period.from, -historyDays)] : []),
  ];
  /** The days to read: the drawn ones, and those that estimates and marks learn from. */
  const read = { from: starts.sort()[0] ?? period.from, to: period.to };
  const drawn = input.outlook === true ? { from: period.from, to: month.to } : period;
  return {
    read,
    drawn,
    month,
    /** The days that the answer is about: an outlook is made from earlier ones too. */
    judged: input.outlook === true ? read : { from: period.from, to: period.to },
    /** The last days may lack their marks because they are not judged. */
    question:
      input.anomalies === true && judged.to !== period.to && !isEmpty(period)
        ? [
            isEmpty(judged)
              ? 'no anomalies marked: no day is old enough to be complete'
              : `anomalies marked up to ${judged.to}`,
          ]
        : [],
    /** What is not drawn, and why: each chart has the amounts of one currency. */
    notes: (currencies: readonly (string | null)[], anomalies: readonly ResultRow[]) => [
      ...notes,
      ...describeOtherCurrencies(budgets, currencies),
      ...describeUnjudged(anomalies, by),
    ],
    /** The days to mark. `delivered` are those with any row, also one that meets no condition. */
    judge: (groups: readonly Group[], delivered: ReadonlySet<string> | undefined) =>
      input.anomalies !== true || isEmpty(judged)
        ? []
        : findAnomalies(groups, { range: judged, by, score: 3.5, minImpact: undefined, delivered }),
    add: (
      chart: Chart,
      groups: readonly Group[],
      { late, anomalies }: { late: Delivered; anomalies: readonly ResultRow[] },
    ) => {
      let full = addLimits(chart, budgets, { range: drawn, granularity });
      if (input.outlook === true) {
        const learned = { from: learnedFrom, to: period.to };
        const known = daysToLearn(learned, month, late);
        const options = { range: drawn, granularity, period: month, known, level };
        full = addOutlook(full, groups, options);
      }
      if (input.anomalies !== true || isEmpty(judged)) return full;
      return addFindings(full, anomalies, { by, granularity });
    },
  };
}

/** The budgets that are about the rows of the chart: those with the same conditions. */
async function chooseBudgets(
  { settings }: Session,
  { budgets: path = '', where = [] }: AnalysisInput & Input<typeof overlayOptions>,
  columns: CostChoice['columns'],
): Promise<{ readonly budgets: readonly Budget[]; readonly notes: readonly string[] }> {
  const budgets = await readBudgets(path);
  const keyOf = (conditions: readonly string[]) => meaningOfAll(conditions, columns.currency);
  // The conditions of the profile narrow every question, and so every budget.
  const wanted = keyOf(where.filter((one) => !settings.where.value.includes(one)));
  const others = budgets.filter((budget) => keyOf(budget.where) !== wanted);
  const notes = others.map(({ name, where: conditions }) => {
    const options = conditions.map((condition) => ` --where ${quote(condition)}`).join('');
    const how = options === '' ? 'draw it without --where' : `draw it with${options}`;
    return `the budget ${name} is about other rows and is left out; ${how}`;
  });
  return { budgets: budgets.filter((budget) => !others.includes(budget)), notes };
}

function describeOtherCurrencies(
  budgets: readonly Budget[],
  currencies: readonly (string | null)[],
): string[] {
  if (currencies.length === 0) return [];
  const hasAny = currencies.some((currency) => currency !== null);
  return budgets
    .filter(({ currency }) => !currencies.includes(currency))
    .map(({ name, currency }) => {
      const how = hasAny
        ? `; draw it with --convert-to ${currency}`
        : ': the rows have no currency';
      return `the budget ${name} is in ${currency} and is left out${how}`;
    });
}

/** A day without a mark may be one that could not be judged. */
function describeUnjudged(anomalies: readonly ResultRow[], by: readonly string[]): string[] {
  const unknown = anomalies.filter(({ state }) => state === 'unknown');
  if (unknown.length === 0) return [];
  const names = [...new Set(unknown.map((row) => nameGroup(row, by).join(' ')))];
  const whose = by.length === 0 ? '' : ` of ${nameFirst(names, 5)}`;
  return [`days${whose} with fewer than 28 days of history before them have no marks`];
}

function meaningOfAll(conditions: readonly string[], currency: string | undefined): string {
  return JSON.stringify([...new Set(conditions.map((one) => meaningOf(one, currency)))].sort());
}

/**
 * The same text for each spelling of a list of values: `currency=eur` has the rows of `currency=EUR`. `currency` is
 * a further column that is one of currencies.
 */
function meaningOf(condition: string, currency: string | undefined): string {
  const { column, values } = parseCondition(condition, undefined, currency);
  if (values === undefined || values.includes('')) return condition;
  const isCurrency = column === currency || rankName('currency', column) !== undefined;
  const wanted = values.map((one) => (isCurrency ? normalizeCurrency(one) : one));
  return JSON.stringify([column, ...wanted.sort()]);
}
