import {
  type DayWindow,
  getLabelledMetric,
  importMetricValues,
  listMetricValues,
} from '../../api/metric-calls.ts';
import { operations } from '../../api/operations.ts';
import type { BusinessMetricValue } from '../../api/schemas/metric.ts';
import { command } from '../../command.ts';
import { addDays, dayOf, isEmpty, parseDay } from '../../days.ts';
import { day, keyValue, text } from '../../declaration/kind.ts';
import {
  argument,
  namesOf,
  objectOfPairs,
  repeatedAs,
  required,
} from '../../declaration/option.ts';
import {
  listOptions,
  metricId,
  pagingOf,
  periodNames,
  periodOptions,
  withEmpty,
} from '../../declaration/shared.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { isCellFormat, needsFile } from '../../formats/registry.ts';
import { objectOf } from '../../json/members.ts';
import { labelText } from '../../metrics/compare-values.ts';
import { fieldOfLabel } from '../../metrics/file-columns.ts';
import { summarizeCounts } from '../../metrics/import-report.ts';
import type { MetricOperations } from '../../metrics/metric-tools.ts';
import type { View } from '../../output/view.ts';
import { choosePeriod, type PeriodOptions } from '../../period.ts';
import type { Session } from '../../session.ts';
import { quote } from '../../text.ts';
import { decimal } from '../decimal-kind.ts';

const view: View<BusinessMetricValue> = {
  columns: [
    { path: 'date', importance: 'answer' },
    { path: 'amount', kind: 'number', importance: 'answer' },
    { path: 'labels', importance: 'answer', cell: labelText },
  ],
  fields: ['date', 'amount', 'labels'],
};

export const values = command({
  words: 'metrics values',
  purpose: 'List the values of a business metric by day; csv has one column per label',
  operation: operations.listBusinessMetricValues,
  workspace: true,
  arguments: { id: argument(metricId, 'metric id or name', 'metric') },
  options: { ...periodOptions, ...listOptions },
  details:
    'Without a period, all values are listed. --from or --to alone leaves the other end open.',
  view,
  examples: [
    'costctl metrics values bmt_orders --from 2026-10-01 --to 2026-10-03',
    'costctl metrics values bmt_orders --last 7d -o csv',
  ],
  run: async (session, input) => {
    const { http, output } = session;
    const address = { workspaceId: session.workspace(), metricId: input.id };
    const days = chooseDays(session, input);
    const stored = hasNoDays(days)
      ? noValues()
      : listMetricValues(http, address, days, pagingOf(input));
    const none = `No values ${hasEnds(days) ? 'on these days' : 'yet'}; costctl metrics import --help`;
    if (!isSeparated(session)) return output.list(stored, withEmpty(view, input, none));
    const { labelColumns } = await getLabelledMetric(http, address);
    await output.list(flatten(stored, labelColumns), {
      // A decimal comma and a workbook are for numbers, and the amount travels as text.
      columns: [{ path: 'amount', kind: 'number' }],
      fields: ['date', 'amount', ...labelColumns.map(fieldOfLabel)],
    });
  },
});

export function hasEnds({ from, to }: DayWindow): boolean {
  return from !== undefined || to !== undefined;
}

/** `import` reads these formats back: a column for each label. */
function isSeparated({ format, outputFlags }: Session): boolean {
  return (isCellFormat(format) || needsFile(format)) && outputFlags.query === undefined;
}

async function* flatten(
  stored: AsyncIterable<BusinessMetricValue>,
  labelColumns: readonly string[],
) {
  for await (const { date, amount, labels } of stored) {
    const given = new Map(Object.entries(labels ?? {}));
    const known = labelColumns.map((name): [string, string | null] => [
      fieldOfLabel(name),
      given.get(name) ?? null,
    ]);
    yield objectOf([...known, ['date', date], ['amount', amount]]);
  }
}

export const set = command({
  words: 'metrics set',
  purpose: 'Set the value of one day, for one combination of labels',
  operation: operations.importBusinessMetricValues,
  changes: 'service',
  workspace: true,
  arguments: { id: argument(metricId, 'metric id or name', 'metric') },
  options: {
    date: required(day, 'the day'),
    amount: required(decimal, 'the value, sent exactly as given'),
    label: repeatedAs(keyValue('name=value'), objectOfPairs('--label'), 'a label (repeatable)'),
  },
  examples: [
    'costctl metrics set bmt_orders --date 2026-10-01 --amount 1250 --label region=eu-central --dry-run',
  ],
  run: async ({ http, output, workspace }, input) => {
    const { id, date, amount, label: labels = {} } = input;
    const address = { workspaceId: workspace(), metricId: id };
    const { labelColumns } = await getLabelledMetric(http, address);
    requireLabels(labels, labelColumns);
    const sent = await importMetricValues(http, address, { values: [{ date, amount, labels }] });
    const counted = sent.created + sent.updated + sent.unchanged;
    await output.one(sent, { columns: [], headline: summarizeCounts });
    if (counted === 1) return;
    throw new CostctlError('incomplete', `the service counted ${counted} of 1 value sent`, {
      hint: 'run the same command again: a stored value stays unchanged',
    });
  },
});

function requireLabels(labels: Readonly<Record<string, string>>, columns: readonly string[]): void {
  const known = columns.length === 0 ? 'the metric has no labels' : `known: ${columns.join(', ')}`;
  const unknown = Object.keys(labels).find((name) => !columns.includes(name));
  if (unknown !== undefined) {
    throw usageError(`--label: ${unknown} is not a label column of the metric`, known);
  }
  const missing = columns.filter((name) => !Object.hasOwn(labels, name) || labels[name] === '');
  if (missing.length > 0) {
    throw usageError(
      `--label: ${missing.join(', ')} is missing`,
      `give ${missing.map((name) => `--label ${quote(`${name}=VALUE`)}`).join(' ')}`,
    );
  }
}

/** The days that the options name; all days if they name none. One end may be left open. */
export function chooseDays(
  { context, output }: Pick<Session, 'context' | 'output'>,
  options: PeriodOptions,
): DayWindow {
  const { from, to } = options;
  if (periodNames.some((name) => name !== 'from' && name !== 'to' && options[name] !== undefined)) {
    const period = choosePeriod(options, context.clock.now());
    output.note(period.note);
    return { from: period.from, to: period.to };
  }
  if (from !== undefined) parseDay(from, '--from');
  if (to !== undefined) parseDay(to, '--to');
  if (from !== undefined && to !== undefined && from > to) {
    throw usageError(`--from ${from} is after --to ${to}`);
  }
  return { from, to };
}

/** Whether the period has no days, as the month so far on the first of a month. */
export function hasNoDays({ from, to }: DayWindow): boolean {
  return from !== undefined && to !== undefined && isEmpty({ from, to });
}

export function readDays(service: Pick<MetricOperations, 'readValues'>, days: DayWindow) {
  return hasNoDays(days) ? noValues() : service.readValues(days, () => true);
}

async function* noValues(): AsyncGenerator<never> {}

/** `--by region,channel` and `--by region --by channel` are the same. */
export function byOption(description: string) {
  return repeatedAs(text('label'), namesOf('--by'), description);
}

/** A typo must not add up what should be separate. */
export function checkLabels(by: readonly string[], labelColumns: readonly string[]): void {
  const unknown = by.find((name) => !labelColumns.includes(name));
  if (unknown === undefined) return;
  throw usageError(
    `--by: ${unknown} is not a label column of the metric`,
    labelColumns.length === 0 ? 'the metric has no labels' : `known: ${labelColumns.join(', ')}`,
  );
}

/** The days asked for that have ended, all of which can have values. */
export function endedDays({ from, to }: DayWindow, now: number) {
  const yesterday = addDays(dayOf(now), -1);
  const end = to === undefined || to > yesterday ? yesterday : to;
  return from === undefined ? { to: end } : { from, to: end };
}
