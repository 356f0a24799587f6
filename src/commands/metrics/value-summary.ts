import type { DayWindow } from '../../api/metric-calls.ts';
import { operations } from '../../api/operations.ts';
import { command } from '../../command.ts';
import {
  addDays,
  bucketOf,
  type DayRange,
  dayOf,
  eachDay,
  type Granularity,
  granularities,
  isEmpty,
  isPartial,
} from '../../days.ts';
import { oneOf } from '../../declaration/kind.ts';
import { argument, flag, optional } from '../../declaration/option.ts';
import { type Fields, viewOf } from '../../declaration/result.ts';
import { metricId, periodOptions } from '../../declaration/shared.ts';
import { CostctlError } from '../../errors.ts';
import { isCheckFormat } from '../../formats/registry.ts';
import { labelText, nameValue } from '../../metrics/compare-values.ts';
import { eachOnce } from '../../metrics/each-once.ts';
import {
  findGaps,
  type Gap,
  type SummaryRow,
  summarizeValues,
} from '../../metrics/summarize-values.ts';
import type { CheckResult } from '../../output/check-report.ts';
import { isSilent } from '../../output/sink.ts';
import type { Column } from '../../output/view.ts';
import { pluralize } from '../../text.ts';
import { isForPeople } from '../costs/result-format.ts';
import { createMetricTools } from './create-tools.ts';
import { byOption, checkLabels, chooseDays, hasEnds, hasNoDays, readDays } from './values.ts';

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

/** The days asked for that have ended, all of which can have values. */
function endedDays({ from, to }: DayWindow, now: number) {
  const yesterday = addDays(dayOf(now), -1);
  const end = to === undefined || to > yesterday ? yesterday : to;
  return from === undefined ? { to: end } : { from, to: end };
}

function markPartial(row: SummaryRow, granularity: Granularity, range: DayRange): Row {
  return isPartial(row.first, granularity, range) ? { ...row, partial: true } : row;
}

const gapFields: Fields = {
  date: ['day', { importance: 'answer' }],
  labels: [{ type: 'object' }, { importance: 'answer', cell: labelText }],
};

/** Without --by no gap has labels. */
const withoutLabels: Fields = { ...gapFields, labels: { type: 'object' } };

export const gaps = command({
  words: 'metrics gaps',
  purpose: 'List the days without a value, from the first value to yesterday',
  operation: operations.listBusinessMetricValues,
  check: 'check',
  workspace: true,
  arguments: { id: argument(metricId, 'metric id or name', 'metric') },
  options: {
    by: byOption('check each value of this label separately (repeatable)'),
    check: flag('exit 11 if a day has no value'),
    ...periodOptions,
  },
  rows: gapFields,
  examples: [
    'costctl metrics gaps bmt_orders',
    'costctl metrics gaps bmt_orders --by region --last 7d',
  ],
  run: async (session, { id, by = [], check = false, ...options }) => {
    const { context, output, progress } = session;
    const { service } = createMetricTools(session, id);
    const days = chooseDays(session, options);
    if (by.length > 0) checkLabels(by, await service.readLabelColumns());
    const ended = endedDays(days, context.clock.now());
    let looked: DayRange | undefined;
    progress.start('reading the values');
    const found = await findGaps(readDays(service, days), {
      by,
      daysFrom: (first) => {
        const from = ended.from ?? first;
        if (from === undefined || isEmpty({ from, to: ended.to })) return [];
        looked = { from, to: ended.to };
        return eachDay(looked);
      },
    });
    const count = found.count();
    // With --by a day may lack several values.
    const lacking =
      by.length === 0
        ? `${pluralize(count, 'day')} without a value`
        : `${pluralize(count, 'value')} missing`;
    // A period without days that have ended has nothing that could be missing.
    const hasEnded = !hasNoDays(ended);
    const noValues = `the metric has no values${hasEnds(days) ? ' on these days' : ''}`;
    const fails = count > 0 || (!found.hasValues && hasEnded);
    if (isCheckFormat(session.format)) {
      const none = { name: 'values', state: 'failed', message: noValues } as const;
      if (fails && count === 0) await output.check([none], (result) => result);
      else await output.check(found.rows(), describeGap);
    } else if (!isSilent(session, check && !fails)) {
      const span = looked === undefined ? '' : ` from ${looked.from} to ${looked.to}`;
      const view = viewOf(by.length > 0 ? gapFields : withoutLabels);
      const none = `No values ${hasEnds(days) ? 'on these days' : 'yet'}; costctl metrics import --help`;
      const all = found.hasValues ? `Every day${span} has a value.` : none;
      const empty = hasEnded ? all : 'No day of the period has ended yet.';
      await output.list(found.rows(), { ...view, empty });
      if (count > 0 && !check) output.note(`${lacking}${span}`);
    }
    if (!found.hasValues && hasEnded && !isForPeople(session)) output.note(noValues);
    if (!check || !fails) return;
    throw new CostctlError('check_failed', count === 0 ? noValues : lacking);
  },
});

function describeGap({ date, labels }: Gap): CheckResult {
  return { name: nameValue(date, labels), state: 'failed', message: 'no value' };
}
