import { getLabelledMetric, listMetricValues } from '../../api/metrics.ts';
import { operations } from '../../api/operations.ts';
import type { BusinessMetricValue } from '../../api/schemas/metric.ts';
import { command } from '../../declaration/command.ts';
import { argument } from '../../declaration/option.ts';
import { listOptions, metricId, pagingOf, periodOptions } from '../../declaration/shared.ts';
import { labelText } from '../../metrics/compare-values.ts';
import { fieldOfLabel } from '../../metrics/file-columns.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
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
