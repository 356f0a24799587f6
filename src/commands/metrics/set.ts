import type { Command } from 'commander';
import * as z from 'zod/mini';
import { getLabelledMetric, importMetricValues } from '../../api/metrics.ts';
import { MetricId } from '../../api/schemas/ids.ts';
import { Day } from '../../api/schemas/text.ts';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { parseDecimal } from '../../json/decimal.ts';
import { action } from '../action.ts';
import { examples } from '../examples.ts';
import { changeOptions, collect, pairs } from '../options.ts';

const SetInput = z.strictObject({
  metric: MetricId,
  date: Day,
  amount: z
    .string()
    .check(z.refine((text) => parseDecimal(text) !== undefined, 'must be a decimal, as 1234.56')),
  label: z.optional(pairs()),
});

export function addSet(metrics: Command, context: Context): void {
  changeOptions(metrics.command('set'))
    .description('Set the value of one day and label set')
    .argument('<metric>', 'metric id')
    .requiredOption('--date <day>', 'YYYY-MM-DD')
    .requiredOption('--amount <decimal>', 'the value, sent exactly as given')
    .option('--label <name=value>', 'a label (repeatable)', collect)
    .addHelpText(
      'after',
      examples(
        'costctl metrics set bmt_orders --date 2026-10-01 --amount 1250 --label region=eu-central --dry-run',
      ),
    )
    .action(
      action(context, SetInput, async ({ http, output, workspace }, input) => {
        const { metric, date, amount, label: labels = {} } = input;
        const address = { workspaceId: workspace(), metricId: metric };
        const { labelColumns } = await getLabelledMetric(http, address);
        checkLabels(labels, labelColumns);
        await output.one(importMetricValues(http, address, { values: [{ date, amount, labels }] }));
      }),
    );
}

function checkLabels(labels: Readonly<Record<string, string>>, columns: readonly string[]): void {
  const known = columns.length === 0 ? 'the metric has none' : `known: ${columns.join(', ')}`;
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
