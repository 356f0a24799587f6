import { operations } from '../../api/operations.ts';
import {
  bucketOf,
  type Granularity,
  granularities,
  isPartial,
} from '../../costs/analysis/bucket.ts';
import { addDays, type DayRange, dayOf } from '../../costs/days.ts';
import { command } from '../../declaration/command.ts';
import { oneOf } from '../../declaration/kind.ts';
import { argument, optional } from '../../declaration/option.ts';
import { count, dayText, decimal, listOf, record, text } from '../../declaration/result-schema.ts';
import { metricId, periodOptions } from '../../declaration/shared.ts';
import { CostctlError } from '../../errors.ts';
import { type SummaryRow, summarizeValues } from '../../metrics/summary.ts';
import type { ValueWindow } from '../../metrics/tools.ts';
import type { Column, View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { createMetricTools } from './tools.ts';
import { byOption, checkLabels, chooseDays, readDays } from './value-options.ts';

interface Row extends SummaryRow {
  /** The period has days that were not asked for, or that have not ended. */
  readonly partial?: true;
}

const view: View<Row> = {
  columns: [
    { path: 'period', importance: 'answer', whole: true },
    { path: 'total', kind: 'number', importance: 'answer' },
    { path: 'days', kind: 'number' },
    { path: 'values', kind: 'number' },
    { path: 'first', importance: 'extra' },
    { path: 'last', importance: 'extra' },
  ],
  fields: ['period', 'labels', 'values', 'days', 'total', 'first', 'last', 'partial'],
};

export const summary = command({
  words: 'metrics summary',
  purpose: 'Add up the values of a business metric by month and label, exactly',
  operation: operations.listBusinessMetricValues,
  workspace: true,
  arguments: { id: argument(metricId, 'metric id or name', 'metric') },
  options: {
    by: byOption('a label to list separately (repeatable); without it all are added together'),
    granularity: optional(
      oneOf(granularities, 'period'),
      `${granularities.join(', ')} (default month)`,
    ),
    ...periodOptions,
  },
  result: () =>
    listOf(
      record({
        ...{ period: text, labels: { type: 'object' }, values: count, days: count },
        ...{ total: decimal, first: dayText, last: dayText, 'partial?': { const: true } },
      }),
    ),
  view,
  examples: [
    'costctl metrics summary bmt_orders --by region',
    'costctl metrics summary bmt_orders --last 4w --granularity week',
  ],
  run: async (session, { id, by = [], granularity = 'month', ...options }) => {
    const { context, output, progress } = session;
    const { service } = createMetricTools(session, id);
    const days = chooseDays(session, options);
    if (by.length > 0) checkLabels(by, await service.readLabelColumns());
    progress.start('reading the values');
    const rows = await summarizeValues(readDays(service, days), {
      by,
      bucketOf: (day) => bucketOf(day, granularity),
      refuse: ({ date, amount }) => {
        throw new CostctlError(
          'unexpected_response',
          `the value of ${date} has the amount ${JSON.stringify(amount)}, which is not a decimal`,
        );
      },
    });
    const whole = rangeOf(days, context.clock.now());
    const marked = rows.map((row) => markPartial(row, granularity, whole));
    const [period, ...others] = view.columns;
    const columns = period === undefined ? [] : [period, ...by.map(labelColumn), ...others];
    await output.list(isForPeople(session) ? marked.map(namePartial) : marked, {
      ...view,
      columns,
    });
  },
});

/** One column for each label asked for; a value may lack the label. */
function labelColumn(label: string): Column<Row> {
  return {
    path: `labels.${label}`,
    header: label,
    importance: 'answer',
    whole: true,
    cell: (value) => (typeof value === 'string' ? value : '(none)'),
  };
}

function isForPeople({ format, outputFlags }: Session): boolean {
  return (format === 'table' || format === 'markdown') && outputFlags.query === undefined;
}

/** For people the mark is next to the period, where a narrow window shows it too. */
function namePartial(row: Row): Row {
  return row.partial === true ? { ...row, period: `${row.period} (partial)` } : row;
}

/** The days that can have values: of a period without a start all until today. */
function rangeOf({ from, to }: ValueWindow, now: number): DayRange {
  const yesterday = addDays(dayOf(now), -1);
  return { from: from ?? '0001-01-01', to: to === undefined || to > yesterday ? yesterday : to };
}

function markPartial(row: SummaryRow, granularity: Granularity, range: DayRange): Row {
  return isPartial(row.first, granularity, range) ? { ...row, partial: true } : row;
}
