import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import { bucketOf, type DayRange, type Granularity, granularities, isPartial } from '../../days.ts';
import { oneOf } from '../../declaration/kind.ts';
import { argument, optional } from '../../declaration/option.ts';
import { type Fields, viewOf } from '../../declaration/result.ts';
import { metricId, periodOptions } from '../../declaration/shared.ts';
import { CostctlError } from '../../errors.ts';
import { eachOnce } from '../../metrics/each-once.ts';
import { type SummaryRow, summarizeValues } from '../../metrics/summarize-values.ts';
import type { Column } from '../../output/view.ts';
import { isForPeople } from '../costs/result-format.ts';
import { createMetricTools } from './create-tools.ts';
import { byOption, checkLabels, chooseDays, endedDays, readDays } from './values.ts';

interface Row extends SummaryRow {
  /** The period has days that were not asked for, or that have not ended. */
  readonly partial?: true;
}

const fields: Fields = {
  period: ['text', { importance: 'answer', whole: 'always' }],
  labels: { type: 'object' },
  values: ['count', { kind: 'number' }],
  days: ['count', { kind: 'number' }],
  total: ['decimal', { kind: 'number', importance: 'answer' }],
  first: ['day', { importance: 'extra' }],
  last: ['day', { importance: 'extra' }],
};

export const summary = command({
  words: 'metrics summary',
  purpose: 'Add up the values of a business metric by month and label, exactly',
  operation: operations.listBusinessMetricValues,
  workspace: true,
  arguments: { id: argument(metricId, 'metric id or name', 'metric') },
  options: {
    by: byOption('a label to list separately (repeatable); without it all are added together'),
    granularity: optional(oneOf(granularities, 'period'), granularities.join(', '), {
      usual: 'month',
    }),
    ...periodOptions,
  },
  rows: { ...fields, 'partial?': { const: true } },
  details: 'Without a period, all values count. --from or --to alone leaves the other end open.',
  examples: [
    'costctl metrics summary bmt_orders --by region',
    'costctl metrics summary bmt_orders --last 4w --granularity week',
  ],
  run: async (session, { id, by = [], granularity = 'month', ...options }) => {
    const { context, output, progress } = session;
    const tools = createMetricTools(session, id);
    const { service } = tools;
    const days = chooseDays(session, options);
    if (by.length > 0) checkLabels(by, await service.readLabelColumns());
    progress.start('reading the values');
    const rows = await summarizeValues(eachOnce(readDays(service, days), tools), {
      by,
      bucketOf: (day) => bucketOf(day, granularity),
      refuse: ({ date, amount }) => {
        throw new CostctlError(
          'unexpected_response',
          `the value of ${date} has the amount ${JSON.stringify(amount)}, which is not a decimal`,
        );
      },
    });
    const whole = { from: '0001-01-01', ...endedDays(days, context.clock.now()) };
    const marked = rows.map((row) => markPartial(row, granularity, whole));
    const { columns, fields: names } = viewOf(fields, [], ['period', 'total', 'days']);
    await output.list(isForPeople(session) ? marked.map(namePartial) : marked, {
      columns: [...columns.slice(0, 1), ...by.map(labelColumn), ...columns.slice(1)],
      fields: [...names, 'partial'],
      empty: 'No values to sum on these days; costctl metrics import --help',
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

/** For people the mark is next to the period, where a narrow window shows it too. */
function namePartial(row: Row): Row {
  return row.partial === true ? { ...row, period: `${row.period} (partial)` } : row;
}

function markPartial(row: SummaryRow, granularity: Granularity, range: DayRange): Row {
  return isPartial(row.first, granularity, range) ? { ...row, partial: true } : row;
}
