import { getLabelledMetric, importMetricValues } from '../../api/metrics.ts';
import { operations } from '../../api/operations.ts';
import { command } from '../../declaration/command.ts';
import { day, keyValue } from '../../declaration/kind.ts';
import { argument, repeatedAs, required } from '../../declaration/option.ts';
import { metricId } from '../../declaration/shared.ts';
import { usageError } from '../../errors.ts';
import { decimal } from '../decimal-kind.ts';

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
