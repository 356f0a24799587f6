import type { Command } from 'commander';
import * as z from 'zod/mini';
import { getLabelledMetric, listMetricValues } from '../../api/metrics.ts';
import { MetricId } from '../../api/schemas/ids.ts';
import type { BusinessMetricValue } from '../../api/schemas/metric.ts';
import { Day } from '../../api/schemas/text.ts';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { fieldOfLabel } from '../../metrics/columns.ts';
import type { View } from '../../output/output.ts';
import type { Session } from '../../session.ts';
import { action } from '../action.ts';
import { examples } from '../examples.ts';
import { listInput, listOptions, pagingOf } from '../options.ts';
import { labelText } from './label-text.ts';

const view: View<BusinessMetricValue> = {
  columns: [
    { path: 'date', importance: 'answer' },
    { path: 'amount', kind: 'number', importance: 'answer' },
    { path: 'labels', importance: 'answer', cell: labelText },
  ],
  fields: ['date', 'amount', 'labels'],
};

const ValuesInput = z.strictObject({
  metric: MetricId,
  ...listInput,
  from: z.optional(Day),
  to: z.optional(Day),
});

export function addValues(metrics: Command, context: Context): void {
  listOptions(metrics.command('values'))
    .description('List the values of a business metric by day; csv has one column per label')
    .argument('<metric>', 'metric id')
    .option('--from <day>', 'first day, YYYY-MM-DD')
    .option('--to <day>', 'last day, YYYY-MM-DD')
    .addHelpText(
      'after',
      examples('costctl metrics values bmt_orders --from 2026-10-01 --to 2026-10-03'),
    )
    .action(
      action(context, ValuesInput, async (session, { metric, from, to, ...input }) => {
        if (from !== undefined && to !== undefined && from > to) {
          throw usageError(`--from ${from} is after --to ${to}`);
        }
        const { http, output } = session;
        const address = { workspaceId: session.workspace(), metricId: metric };
        const values = listMetricValues(http, address, { from, to }, pagingOf(input));
        if (!isSeparated(session)) return output.list(values, view);
        const { labelColumns } = await getLabelledMetric(http, address);
        await output.list(flatten(values, labelColumns), {
          columns: [],
          fields: ['date', 'amount', ...labelColumns.map(fieldOfLabel)],
        });
      }),
    );
}

/** csv and tsv are what `import` reads back. */
function isSeparated({ format, outputFlags }: Session): boolean {
  return (format === 'csv' || format === 'tsv') && outputFlags.query === undefined;
}

async function* flatten(
  values: AsyncIterable<BusinessMetricValue>,
  labelColumns: readonly string[],
) {
  for await (const { date, amount, labels } of values) {
    const held = new Map(Object.entries(labels ?? {}));
    const known = labelColumns.map((name): [string, string | null] => [
      fieldOfLabel(name),
      held.get(name) ?? null,
    ]);
    yield Object.fromEntries([...known, ['date', date], ['amount', amount]]);
  }
}
