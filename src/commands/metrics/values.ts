import { getLabelledMetric, importMetricValues, listMetricValues } from '../../api/metric-calls.ts';
import { operations } from '../../api/operations.ts';
import type { BusinessMetricValue } from '../../api/schemas/metric.ts';
import { command } from '../../declaration/command.ts';
import { day, keyValue } from '../../declaration/kind.ts';
import { argument, repeatedAs, required } from '../../declaration/option.ts';
import { listOptions, metricId, pagingOf, periodOptions } from '../../declaration/shared.ts';
import { usageError } from '../../errors.ts';
import { labelText } from '../../metrics/compare-values.ts';
import { fieldOfLabel } from '../../metrics/file-columns.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { decimal } from '../decimal-kind.ts';
import { chooseDays, hasNoDays } from './value-options.ts';

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
    if (!isSeparated(session)) return output.list(stored);
    const { labelColumns } = await getLabelledMetric(http, address);
    await output.list(flatten(stored, labelColumns), {
      // A decimal comma and a workbook are for numbers, and the amount travels as text.
      columns: [{ path: 'amount', kind: 'number' }],
      fields: ['date', 'amount', ...labelColumns.map(fieldOfLabel)],
    });
  },
});

async function* noValues(): AsyncGenerator<never> {}

/** `import` reads these formats back: a column for each label. */
function isSeparated({ format, outputFlags }: Session): boolean {
  const isTable = format === 'csv' || format === 'tsv' || format === 'xlsx';
  return isTable && outputFlags.query === undefined;
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
    yield Object.fromEntries([...known, ['date', date], ['amount', amount]]);
  }
}

export const set = command({
  words: 'metrics set',
  purpose: 'Set the value of one day and label set',
  operation: operations.importBusinessMetricValues,
  changes: 'service',
  workspace: true,
  arguments: { id: argument(metricId, 'metric id or name', 'metric') },
  options: {
    date: required(day, 'the day'),
    amount: required(decimal, 'the value, sent exactly as given'),
    label: repeatedAs(keyValue('name=value'), toLabels, 'a label (repeatable)'),
  },
  examples: [
    'costctl metrics set bmt_orders --date 2026-10-01 --amount 1250 --label region=eu-central --dry-run',
  ],
  run: async ({ http, output, workspace }, input) => {
    const { id, date, amount, label: labels = {} } = input;
    const address = { workspaceId: workspace(), metricId: id };
    const { labelColumns } = await getLabelledMetric(http, address);
    checkLabels(labels, labelColumns);
    await output.one(importMetricValues(http, address, { values: [{ date, amount, labels }] }));
  },
});

function toLabels(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const names = pairs.map(([name]) => name);
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  if (twin !== undefined) throw usageError(`--label: names ${twin} twice`);
  return Object.fromEntries(pairs);
}

function checkLabels(labels: Readonly<Record<string, string>>, columns: readonly string[]): void {
  const known = columns.length === 0 ? 'the metric has no labels' : `known: ${columns.join(', ')}`;
  const unknown = Object.keys(labels).find((name) => !columns.includes(name));
  if (unknown !== undefined) {
    throw usageError(`--label: ${unknown} is not a label column of the metric`, known);
  }
  const missing = columns.filter((name) => !Object.hasOwn(labels, name) || labels[name] === '');
  if (missing.length > 0) {
    throw usageError(
      `--label: ${missing.join(', ')} is missing`,
      `give ${missing.map((name) => `--label ${name}=VALUE`).join(' ')}`,
    );
  }
}
