import type { Command } from 'commander';
import * as z from 'zod/mini';
import { getLabelledMetric, readMetricValues } from '../../api/metrics.ts';
import { MetricId } from '../../api/schemas/ids.ts';
import type { Context } from '../../context.ts';
import { fieldOf, type ResultRow } from '../../costs/analysis/fields.ts';
import { divideCosts, type MetricDay } from '../../costs/analysis/unit.ts';
import { dayIn } from '../../costs/day-cell.ts';
import type { DayRange } from '../../costs/days.ts';
import { CostctlError, usageError } from '../../errors.ts';
import { parseDecimal } from '../../json/decimal.ts';
import type { Column, View } from '../../output/view.ts';
import type { Session } from '../../session.ts';
import { action } from '../action.ts';
import { examples } from '../examples.ts';
import { wholeNumber } from '../options.ts';
import { analysisInput, analysisOptions, groupColumns, openAnalysis } from './analysis.ts';
import { chooseCosts } from './options.ts';
import { nameMarks } from './result-format.ts';

const Input = z.strictObject({
  ...analysisInput,
  metric: MetricId,
  by: z.optional(z.string()),
  digits: z.optional(wholeNumber(0, 100)),
});
type Input = z.infer<typeof Input>;

export function addUnit(costs: Command, context: Context): void {
  analysisOptions(costs.command('unit'))
    .description("Divide costs by a business metric's value: what does one order cost")
    .requiredOption('--metric <id>', 'the business metric')
    .option('--by <label>', 'LABEL or LABEL=COLUMN: the label, and the column of the same values')
    .option('--digits <n>', 'digits of the unit cost, half to even (default 6)')
    .addHelpText(
      'after',
      `
A row a day, and rows marked "all" for the whole period: its cost is what summary tells, and its unit
cost that of the days with a value; costLeftOut is the cost of the others. Without --by the values of
all labels are added. Needs a workspace (--workspace).
${examples(
  'costctl costs unit --metric bmt_orders --last 7d --convert-to USD',
  'costctl costs unit --metric bmt_orders --by region --last 7d --digits 4 -o csv',
)}`,
    )
    .action(action(context, Input, divideByMetric));
}

async function divideByMetric(session: Session, input: Input): Promise<void> {
  const choice = chooseCosts(session, input);
  const workspaceId = session.workspace();
  const [label, column = label] = splitLabel(input.by);
  const by = column === undefined ? [] : [column];
  const analysis = await openAnalysis(session, input, choice, {
    action: 'unit',
    by,
    byDay: true,
  });
  const address = { workspaceId, metricId: input.metric };
  const metric = await getLabelledMetric(session.http, address);
  if (label !== undefined && !metric.labelColumns.includes(label)) {
    const labels = metric.labelColumns.join(', ');
    throw usageError(
      `--by: the metric has no label '${label}'`,
      labels === '' ? 'it has no labels: leave out --by' : `its labels: ${labels}`,
    );
  }
  const values = await readValues(session, address, choice.period, label);
  const costs = await analysis.read(choice.period);
  const { digits = 6 } = input;
  const rows = divideCosts(costs, values, { range: choice.period, label, digits });
  const shown = nameMarks(session, rows, label === undefined ? [] : [label]);
  await session.output.list(shown, viewOf(label, rows, metric.unit ?? ''));
  await analysis.conclude([
    ['--metric', input.metric],
    ['--by', input.by],
    ['--digits', String(digits)],
    ['--workspace', workspaceId],
  ]);
}

function splitLabel(by: string | undefined): readonly [label?: string, column?: string] {
  if (by === undefined) return [];
  const [label = '', ...rest] = by.split('=');
  const column = rest.length === 0 ? label : rest.join('=');
  if (label === '' || column === '') {
    throw usageError(`--by: '${by}' is not LABEL or LABEL=COLUMN`);
  }
  return [label, column];
}

async function readValues(
  { http, progress }: Session,
  address: { readonly workspaceId: string; readonly metricId: string },
  range: DayRange,
  label: string | undefined,
): Promise<MetricDay[]> {
  progress.start('reading the values of the metric');
  const values: MetricDay[] = [];
  for await (const { date, amount, labels } of readMetricValues(http, address, range)) {
    const day = dayIn(String(date));
    const value = parseDecimal(String(amount));
    if (day === undefined || value === undefined) {
      throw new CostctlError(
        'unexpected_response',
        `a value of ${address.metricId} is not an amount on a day: ${amount} on ${date}`,
      );
    }
    values.push({ day, label: label === undefined ? null : (labels?.[label] ?? null), value });
  }
  progress.stop();
  return values;
}

function viewOf(
  label: string | undefined,
  rows: readonly ResultRow[],
  unit: string,
): View<ResultRow> {
  const hasCurrency = rows.some((row) => row['currency'] !== null);
  const labels: Column<unknown>[] = label === undefined ? [] : groupColumns([label]);
  return {
    columns: [
      { path: 'period', importance: 'answer' },
      ...labels,
      ...(hasCurrency ? [{ path: 'currency', importance: 'answer' } as const] : []),
      { path: 'cost', kind: 'money', currency: 'currency' },
      { path: 'value', header: unit === '' ? 'value' : unit, kind: 'number' },
      {
        path: 'unitCost',
        header: 'unit cost',
        kind: 'number',
        importance: 'answer',
        cell: textOrDash,
      },
      { path: 'state', kind: 'state', importance: 'answer' },
      { path: 'costLeftOut', header: 'cost left out', kind: 'money', currency: 'currency' },
    ],
    fields: [
      'period',
      ...(label === undefined ? [] : [fieldOf(label)]),
      'currency',
      'cost',
      'value',
      'unitCost',
      'state',
      'costLeftOut',
      'all',
    ],
  };
}

function textOrDash(value: unknown): string {
  return typeof value === 'string' ? value : '-';
}
